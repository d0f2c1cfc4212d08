import { expect, test } from 'vitest'
import { ageOf, excerptOf } from './model.ts'

const text = `Join our clinic in the\nGreater Bay, CA, area. ${'We care. '.repeat(30)}Pay: $60 (sign-on).`

test.each([
  ['greater  bay, CA', { before: 'Join our clinic in the ', match: 'Greater Bay, CA' }],
  ['$60 (sign-on)', { match: '$60 (sign-on)', after: '.' }],
])('finds %j in its surroundings', (words, excerpt) =>
  expect(excerptOf(words, ['Cardiologist', text])).toMatchObject(excerpt),
)

test('cuts between words', () => {
  expect(excerptOf('$60', [text])?.before).toMatch(/^… ?(?:We|care)/)
  expect(excerptOf('Greater', [text])?.after).toMatch(/\S …$|\.…$|\. …$/)
})

test.each(['Tulsa', '', '   '])('finds nothing for %j', (words) =>
  expect(excerptOf(words, [text])).toBeUndefined(),
)

test.each([
  [0.5, '30 min of 24 h', false],
  [5.9, '5 h of 24 h', false],
  [24, 'Overdue by 0 min', true],
  [30, 'Overdue by 6 h', true],
  [24 * 4, 'Overdue by 3 days', true],
])('what has waited %d hours reads %j', (hours, text, isOverdue) => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(ageOf(new Date(now - hours * 3_600_000).toISOString(), now)).toEqual({ text, isOverdue })
})
