import { expect, it } from 'vitest'
import { readDate, readPosted } from './dates.ts'

const now = new Date('2026-11-21T12:00:00Z')

it.each([
  ['2026-11-03', '2026-11-03T00:00:00.000Z'],
  ['2026-11-03T14:30:39.000Z', '2026-11-03T14:30:39.000Z'],
  ['2026-11-03T09:00:00-05:00', '2026-11-03T14:00:00.000Z'],
  ['2026-11-03 14:30:39', '2026-11-03T14:30:39.000Z'],
  ['11/03/2026', '2026-11-03T00:00:00.000Z'],
  ['1/9/2026', '2026-01-09T00:00:00.000Z'],
  ['Nov 3, 2026', '2026-11-03T00:00:00.000Z'],
  ['Posted on November 3rd, 2026', '2026-11-03T00:00:00.000Z'],
  [1_793_664_000, '2026-11-03T00:00:00.000Z'],
  [1_793_664_000_000, '2026-11-03T00:00:00.000Z'],
  ['1793664000', '2026-11-03T00:00:00.000Z'],
  ['today', '2026-11-21T12:00:00.000Z'],
  ['Just posted', '2026-11-21T12:00:00.000Z'],
  ['5 minutes ago', '2026-11-21T12:00:00.000Z'],
  ['yesterday', '2026-11-20T12:00:00.000Z'],
  ['7 hours ago', '2026-11-21T05:00:00.000Z'],
  ['3 days ago', '2026-11-18T12:00:00.000Z'],
  ['Posted 3 days ago', '2026-11-18T12:00:00.000Z'],
  ['30+ days ago', '2026-10-22T12:00:00.000Z'],
  ['a week ago', '2026-11-14T12:00:00.000Z'],
  ['2 weeks ago', '2026-11-07T12:00:00.000Z'],
  ['1 month ago', '2026-10-22T12:00:00.000Z'],
])('reads %j', (text, date) => expect(readDate(text, now)?.toISOString()).toBe(date))

it.each([
  '',
  'soon',
  '0000-00-00',
  '2026-02-31T99:99:99',
  '13/45/2026',
  '02/30/2026',
  'yesterday-ish',
  '1999-12-31',
  0,
  -5,
  Number.NaN,
  17,
])('does not guess at %j', (text) => expect(readDate(text, now)).toBeUndefined())

it('takes the first that can be read, and nothing from the future', () => {
  expect(readPosted(['garbage', '3 days ago', '2026-01-01'], now)?.toISOString()).toBe('2026-11-18T12:00:00.000Z')
  expect(readPosted(['2027-01-01'], now)).toBe(now)
  expect(readPosted([], now)).toBeUndefined()
})
