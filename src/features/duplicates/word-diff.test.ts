import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortened, wordDiff } from './word-diff.ts'

test('marks what only one text has', () => {
  expect(wordDiff('Call is one week in five.', 'Call is one week in six. Good pay.')).toEqual([
    { in: 'both', text: 'Call is one week in' },
    { in: 'kept', text: 'five.' },
    { in: 'other', text: 'six. Good pay.' },
  ])
  expect(wordDiff('the same', 'the  same\n')).toEqual([{ in: 'both', text: 'the same' }])
  expect(wordDiff('', '')).toEqual([])
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }).map((it) => it.join(' '))

test('reproduces both texts from the pieces', () => {
  fc.assert(
    fc.property(text, text, (kept, other) => {
      const pieces = wordDiff(kept, other)
      const of = (side: string) =>
        pieces
          .filter((it) => it.in === 'both' || it.in === side)
          .map((it) => it.text)
          .join(' ')
      expect([of('kept'), of('other')]).toEqual([kept, other])
    }),
  )
})

test('leaves out text far from any difference', () => {
  const same = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ')
  expect(shortened(wordDiff(`${same} old ${same}`, `${same} new ${same}`), 2)).toEqual([
    { at: 0, in: 'both', skipped: 38 },
    { at: 38, in: 'both', text: 'w38 w39' },
    { at: 40, in: 'kept', text: 'old' },
    { at: 41, in: 'other', text: 'new' },
    { at: 42, in: 'both', text: 'w0 w1' },
    { at: 44, in: 'both', skipped: 38 },
  ])
})
