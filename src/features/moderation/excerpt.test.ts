import { expect, test } from 'vitest'
import { excerptOf } from './model.ts'

const text = `Join our clinic in the\nGreater Bay, CA, area. ${'We care. '.repeat(30)}Pay: $60 (sign-on).`

test.each([
  ['greater  bay, CA', { before: 'Join our clinic in the ', match: 'Greater Bay, CA' }],
  ['$60 (sign-on)', { match: '$60 (sign-on)', after: '.' }],
])('finds %j in its surroundings', (words, excerpt) => expect(excerptOf(words, ['Cardiologist', text])).toMatchObject(excerpt))

test('cuts between words', () => {
  expect(excerptOf('$60', [text])?.before).toMatch(/^… ?(?:We|care)/)
  expect(excerptOf('Greater', [text])?.after).toMatch(/\S …$|\.…$|\. …$/)
})

test.each(['Tulsa', '', '   '])('finds nothing for %j', (words) => expect(excerptOf(words, [text])).toBeUndefined())
