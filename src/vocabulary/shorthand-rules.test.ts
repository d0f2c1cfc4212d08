import { expect, test } from 'vitest'
import { shorthand, shorthandAt } from './shorthand-rules.ts'

const texts = (which: 'examples' | 'counterExamples') =>
  shorthand.list
    .flatMap((rule) => (rule[which] ?? '').split(' | ').map((text) => [text, rule.means] as const))
    .filter(([it]) => it)

test.each(texts('examples'))('%s is read as %s to its end', (text, means) => {
  expect(shorthandAt(text, 0)).toEqual({ means, end: expect.any(Number) })
  expect(text.slice(shorthandAt(text, 0)?.end).trim()).toMatch(/^(?:nursery)?$/)
})

test.each(texts('counterExamples'))('%s is no shorthand', (text) => expect(shorthandAt(text, 0)).toBeUndefined())
