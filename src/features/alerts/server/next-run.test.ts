import { expect, test } from 'vitest'
import { nextRun } from './digests.ts'

const [ny, chicago, phoenix, hawaii] = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'Pacific/Honolulu',
]

test.each([
  ['today before seven', 'daily', ny, '2026-07-01T10:59:59Z', '2026-07-01T11:00'],
  ['tomorrow from seven on', 'daily', ny, '2026-07-01T11:00:00Z', '2026-07-02T11:00'],
  // Nine in the evening in Hawaii is the next day in UTC.
  ['on the day of the place', 'daily', hawaii, '2026-07-02T07:00:00Z', '2026-07-02T17:00'],
  ['when clocks go forward', 'daily', ny, '2026-03-07T12:00:00Z', '2026-03-08T11:00'],
  ['after a skipped hour', 'daily', ny, '2026-03-08T07:00:00Z', '2026-03-08T11:00'],
  ['when clocks go back', 'daily', ny, '2026-10-31T11:00:00Z', '2026-11-01T12:00'],
  ['once, in an hour that is repeated', 'daily', ny, '2026-11-01T05:30:00Z', '2026-11-01T12:00'],
  ['once, in its repetition', 'daily', ny, '2026-11-01T06:30:00Z', '2026-11-01T12:00'],
  [
    'at the same time where clocks stay',
    'daily',
    phoenix,
    '2026-03-08T08:00:00Z',
    '2026-03-08T14:00',
  ],
  ['from Sunday on', 'weekly', chicago, '2026-11-22T20:00:00Z', '2026-11-23T13:00'],
  ['on Monday before seven', 'weekly', chicago, '2026-11-23T12:59:00Z', '2026-11-23T13:00'],
  ['on Monday at seven', 'weekly', chicago, '2026-11-23T13:00:00Z', '2026-11-30T13:00'],
  [
    'a calendar week later, after clocks went forward',
    'weekly',
    chicago,
    '2026-03-02T13:00:00Z',
    '2026-03-09T12:00',
  ],
  [
    'a calendar week later, after clocks went back',
    'weekly',
    chicago,
    '2026-10-26T12:00:00Z',
    '2026-11-02T13:00',
  ],
] as const)('%s: %s in %s, after %s', (_when, frequency, timeZone, after, expected) => {
  expect(nextRun({ frequency, timeZone }, new Date(after)).toISOString()).toBe(
    `${expected}:00.000Z`,
  )
})
