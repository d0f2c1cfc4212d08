import { expect, test } from 'vitest'
import { momentsOf } from './interview-times.ts'

const now = Date.parse('2027-01-04T18:00Z')
const timeZone = 'America/Chicago'
const offer = (
  windows: [day: string, from: string, to: string][],
  minutes = 30,
  zone: typeof timeZone | 'America/Phoenix' = timeZone,
) =>
  momentsOf(
    {
      times: [],
      windows: windows.map(([day, from, to]) => ({ day, from, to })),
      timeZone: zone,
      minutes,
    },
    now,
  ).map((moment) => moment.toISOString().slice(0, 16))

test('a window has the slots that end in it, each once, the earliest first', () => {
  const windows: Parameters<typeof offer>[0] = [
    ['2027-01-06', '09:00', '10:15'],
    ['2027-01-05', '14:00', '15:00'],
  ]
  expect(offer(windows)).toEqual([
    '2027-01-05T20:00',
    '2027-01-05T20:30',
    '2027-01-06T15:00',
    '2027-01-06T15:30',
  ])
})

test('of a window that has begun, the slots to come are offered', () => {
  // It is noon there.
  expect(offer([['2027-01-04', '11:00', '13:00']])).toEqual(['2027-01-04T18:30'])
})

test('a window over a change of the clocks has its true length', () => {
  const night = ['2027-03-14', '00:00', '04:00'] as [string, string, string]
  expect(offer([night], 60)).toHaveLength(3)
  expect(offer([night], 60, 'America/Phoenix')).toHaveLength(4)
  expect(offer([['2027-11-07', '00:00', '04:00']], 60)).toHaveLength(5)
})

test.each<[string, Parameters<typeof offer>[0], number?]>([
  ['Please choose times that are to come', [['2027-01-04', '09:00', '11:00']]],
  ['Please choose times that are to come', [['2028-02-01', '09:00', '11:00']]],
  ['A window is shorter than the interview', [['2027-01-05', '09:00', '09:20']]],
  [
    'Two of these windows overlap',
    [
      ['2027-01-05', '10:00', '12:00'],
      ['2027-01-05', '09:00', '10:30'],
    ],
  ],
  ['The clocks are changed at this time', [['2027-03-14', '02:30', '05:00']]],
  ['The clocks are changed at this time', [['2027-11-07', '01:30', '05:00']]],
  [
    'more than 300 times',
    ['05', '06', '07', '08'].map((day): [string, string, string] => [
      `2027-01-${day}`,
      '00:00',
      '23:45',
    ]),
    15,
  ],
])('refuses with ‘%s’: %j', (words, windows, minutes) => {
  expect(() => offer(windows, minutes)).toThrow(words)
})
