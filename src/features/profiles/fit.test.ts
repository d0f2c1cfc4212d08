import { expect, test } from 'vitest'
import { fitOf } from './fit.ts'

const search = {
  specialty: ['Cardiology', 'Nephrology'],
  state: ['TX'],
  city: 'Austin',
  radius: 25,
  jobType: ['full-time'],
  schedule: ['Days'],
  visa: ['J1'],
  telehealth: true,
  call: ['8'],
  startBy: ['now'],
  minPay: 350_000,
} as unknown as Parameters<typeof fitOf>[0]

const job = {
  specialty: 'Nephrology',
  state: 'OK',
  furtherLocations: [{ city: 'Austin', state: 'TX' }],
  type: 'full-time',
  visaSupport: 'J1',
  telehealth: true,
  schedule: ['Days'],
  terms: {
    call: { is: 'yes', oneIn: 8, words: '' },
    start: { is: 'yes', now: 'yes', words: '' },
  },
  compMin: 200,
  compMax: null,
  compUnit: 'HOUR',
} as unknown as Parameters<typeof fitOf>[1]

test('a job meets wishes, misses some, and says nothing of others', () => {
  expect(fitOf(search, job)).toEqual({ asked: 10, met: 10, not: [], unsaid: [] })
  expect(
    fitOf(search, { ...job, terms: { call: { is: 'yes', oneIn: 5, words: '' } }, compMin: 100 }),
  ).toEqual({
    asked: 10,
    met: 7,
    not: ['At least $350,000 a year', 'Call at most 1 in 8'],
    unsaid: ['Starts now'],
  })
  const silent = { ...job, visaSupport: null, schedule: [], telehealth: false, compMin: null }
  expect(fitOf(search, silent).unsaid).toHaveLength(4)
  expect(fitOf(search, { ...job, specialty: 'Urology' }).not).toEqual(['Cardiology or Nephrology'])
  // Without call is less than any.
  expect(fitOf(search, { ...job, terms: { call: { is: 'no', words: '' } } }).not).toEqual([])
})
