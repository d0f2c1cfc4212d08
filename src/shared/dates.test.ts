import { expect, test } from 'vitest'
import { dayInState, easternTimeText } from './dates.ts'

test.each([
  ['NY', '2026-11-30'],
  ['CA', '2026-11-29'],
  ['HI', '2026-11-29'],
  ['OTHER', '2026-11-30'],
])('the day in %s is %s', (state, day) => {
  expect(dayInState('2026-11-30T07:30:00Z', state)).toBe(day)
})

test('a time says its day once it is more than twelve hours ago', () => {
  const at = new Date('2026-11-29T20:10:00Z')
  const halfDay = 12 * 60 * 60_000
  expect(easternTimeText(at, at.getTime() + halfDay)).toBe('3:10 PM EST')
  expect(easternTimeText(at, at.getTime() + halfDay + 1)).toBe('Nov 29, 3:10 PM EST')
})
