import { expect, it } from 'vitest'
import { readDate, readExpires, readPosted } from './dates.ts'

const now = new Date('2026-11-21T12:00:00Z')

// What its forms come to, the tables say: `dayForms`, `pastForms`.
it.each([
  ['2026-11-03T14:30:39.000Z', '2026-11-03T14:30:39.000Z'],
  ['2026-11-03T09:00:00-05:00', '2026-11-03T14:00:00.000Z'],
  ['11/03/2026 2:30 PM', '2026-11-03T14:30:00.000Z'],
  ['2026-11-03 09:00:00 EST', '2026-11-03T14:00:00.000Z'],
  ['1/9/2026', '2026-01-09T00:00:00.000Z'],
  ['13.11.2026', '2026-11-13T00:00:00.000Z'],
  [1_793_664_000, '2026-11-03T00:00:00.000Z'],
  [1_793_664_000_000, '2026-11-03T00:00:00.000Z'],
  ['1793664000', '2026-11-03T00:00:00.000Z'],
  ['1793664000000', '2026-11-03T00:00:00.000Z'],
  ['46329', '2026-11-03T00:00:00.000Z'],
  ['7 hours ago', '2026-11-21T05:00:00.000Z'],
  ['1 month ago', '2026-10-22T12:00:00.000Z'],
  ['30d+', '2026-10-22T12:00:00.000Z'],
  ['Posted on Nov. 22', '2026-11-22T00:00:00.000Z'],
])('reads %j', (text, date) => expect(readDate(text, now)?.toISOString()).toBe(date))

it.each(['', 0, -5, Number.NaN, 17])('does not guess at %j', (text) =>
  expect(readDate(text, now)).toBeUndefined(),
)

it('takes the first that can be a posting date, and nothing from the future', () => {
  expect(readPosted(['garbage', '3 days ago', '2026-01-01'], now)?.toISOString()).toBe(
    '2026-11-18T12:00:00.000Z',
  )
  expect(readPosted(['2027-01-01', '2026-11-03'], now)?.toISOString()).toBe(
    '2026-11-03T00:00:00.000Z',
  )
  expect(readPosted(['2027-01-01'], now)).toBeUndefined()
  // A time zone ahead of ours.
  expect(readPosted(['2026-11-22'], now)).toBe(now)
  expect(readPosted([], now)).toBeUndefined()
})

const posted = new Date('2026-11-03T00:00:00Z')

it.each([
  ['2026-11-21', '2026-11-21T23:59:59.999Z'],
  ['Closes today', '2026-11-21T23:59:59.999Z'],
  ['2026-12-01T15:00:00Z', '2026-12-01T15:00:00.000Z'],
  ['Dec 20', '2026-12-20T23:59:59.999Z'],
  ['Jan 5', '2027-01-05T23:59:59.999Z'],
  ['Nov 10', '2026-11-10T23:59:59.999Z'],
  ['May 20', '2027-05-20T23:59:59.999Z'],
])('reads the end %j', (text, end) =>
  expect(readExpires(text, posted, now)?.toISOString()).toBe(end),
)

it.each(['2099-12-31', '12/31/9999', '0001-01-01', '2026-10-01', 'until filled', undefined])(
  'reads no end from %j',
  (text) => expect(readExpires(text, posted, now)).toBeUndefined(),
)
