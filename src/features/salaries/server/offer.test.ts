import { describe, expect, test } from 'vitest'
import type { WeighedOffer } from '#features/salaries/contract.ts'
import { appForFile } from '#test/app.ts'
import { jobRow } from '#test/factories.ts'

const paying = (amounts: number[], more: Parameters<typeof jobRow>[0] = {}) =>
  amounts.map((amount) => jobRow({ comp_min: amount, comp_max: amount, ...more }))

const board = appForFile({
  jobs: [
    ...paying([300_000, 320_000, 340_000, 360_000, 380_000, 400_000], { specialty: 'Cardiology', state: 'TX', city: 'Austin' }),
    ...paying([500_000, 520_000], { specialty: 'Cardiology', state: 'OK', city: 'Tulsa' }),
    ...paying([450_000], { specialty: 'Cardiology', state: 'ME', city: 'Bangor' }),
    ...paying([200_000, 210_000, 220_000, 230_000, 240_000], { specialty: 'Internal Medicine', state: 'OH', city: 'Columbus' }),
    ...paying([900_000], { specialty: 'Cardiology', state: 'TX', city: 'Austin', employment_type: 'locums' }),
  ],
})

const weigh = async (query: Record<string, string>) => {
  const answer = await board.get(`/api/offer?${new URLSearchParams(query)}`)
  return { status: answer.statusCode, ...answer.json<WeighedOffer & { error: string }>() }
}

test('an offer is compared with the postings of its state, and better-paid jobs there are named', async () => {
  const { comparable, better, ...offer } = await weigh({ specialty: 'Cardiology', state: 'TX', pay: '350000' })
  expect(offer).toEqual({ status: 200, annual: 350_000, hourly: 184, isPlausible: true })
  expect(comparable).toMatchObject({ area: 'TX', specialty: 'Cardiology', postings: 6, below: 3, median: 350_000, call: null })
  expect(better.map((job) => job.compMax)).toEqual([400_000, 380_000, 360_000])
})

test.each([
  ['part of a week', { pay: '240000', fte: '0.6' }, 400_000],
  ['an hour', { pay: '200', unit: 'HOUR', fte: '0.6' }, 380_000],
])('%s is compared as a full-time year', async (_, pay, annual) => {
  expect(await weigh({ specialty: 'Cardiology', state: 'TX', ...pay })).toMatchObject({ annual })
})

test.each([
  ['its region', { specialty: 'Cardiology', state: 'OK' }, { area: 'South', postings: 8 }],
  ['the country', { specialty: 'Cardiology', state: 'ME' }, { area: null, postings: 9 }],
  ['a specialty near it', { specialty: 'Geriatrics', state: 'OH' }, { area: null, specialty: 'Internal Medicine', postings: 5 }],
])('with too few postings in its state it is compared with %s', async (_, offer, comparable) => {
  expect(await weigh({ ...offer, pay: '350000' })).toMatchObject({ comparable })
})

test('with too few postings anywhere there is no comparison, and nothing is made up', async () => {
  expect(await weigh({ specialty: 'Urology', pay: '350000' })).toMatchObject({ status: 200, comparable: null, better: [] })
})

describe('figures that cannot be meant', () => {
  test.each([
    ['a dollar', { pay: '1' }],
    ['ten million', { pay: '10000000' }],
  ])('%s is compared, and doubted', async (_, offer) => {
    expect(await weigh({ specialty: 'Cardiology', ...offer })).toMatchObject({ status: 200, isPlausible: false })
  })

  test.each([
    ['no pay', {}, 'Enter the pay in dollars.'],
    ['a pay in words', { pay: 'lots' }, 'Enter the pay in dollars.'],
    ['nothing', { pay: '0' }, 'Enter the pay in dollars.'],
    ['more than anybody has', { pay: '1e12' }, /at most \$20,000,000/],
    ['no share of a job', { pay: '300000', fte: '0' }, 'Enter at least 0.1.'],
    ['call that nobody offers', { pay: '300000', call: '500' }, /./],
    ['a state that is none', { pay: '300000', state: 'ZZ' }, 'Choose a state.'],
    ['a specialty that is none', { pay: '300000', specialty: 'Wizardry' }, 'Choose a specialty.'],
  ])('%s is refused with what to enter', async (_, offer, message) => {
    expect(await weigh({ specialty: 'Cardiology', ...offer })).toMatchObject({
      status: 400,
      error: expect.stringMatching(message),
    })
  })
})
