import { expect, test } from 'vitest'
import { ageOf } from './model.ts'

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
