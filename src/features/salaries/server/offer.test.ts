import { describe, expect, test } from 'vitest'
import type { WeighedOffer } from '#features/salaries/contract.ts'
import { appForFile } from '#test/app.ts'
import { paying } from '#test/factories.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { levelsBeyond } from './service.ts'

const board = appForFile({
  jobs: [
    ...paying([300_000, 320_000, 340_000, 360_000, 380_000, 400_000]),
    ...paying([500_000, 520_000], { state: 'OK', city: 'Tulsa' }),
    ...paying([450_000], { state: 'ME', city: 'Bangor' }),
    ...paying([200_000, 210_000, 220_000, 230_000, 240_000], {
      specialty: 'Internal Medicine',
      state: 'OH',
      city: 'Columbus',
    }),
    ...paying([900_000], { employment_type: 'locums' }),
    ...paying([150, 160, 170, 180], {
      specialty: 'Neurology',
      employment_type: 'locums',
      comp_unit: 'HOUR',
    }),
    ...paying([300_000], { specialty: 'Neurology' }),
    ...paying([90_000, 100_000], { specialty: 'Neurology', employment_type: 'part-time' }),
  ],
})

const weigh = async (query: Record<string, string>) => {
  const answer = await board.get(`/api/offer?${new URLSearchParams(query)}`)
  return { status: answer.statusCode, ...answer.json<WeighedOffer & { error: string }>() }
}

test('an offer is compared with the postings of its state, and better-paid jobs there are named', async () => {
  const { comparable, better, ...offer } = await weigh({
    specialty: 'Cardiology',
    state: 'TX',
    pay: '350000',
  })
  const year = { annual: 350_000, offered: 350_000, hours: 40, hourly: 184 }
  expect(offer).toEqual({ status: 200, ...year, isPlausible: true, likelyUnit: null })
  expect(comparable).toMatchObject({
    area: 'TX',
    specialty: 'Cardiology',
    postings: 6,
    below: 3,
    median: 350_000,
    call: null,
  })
  expect(better.map((job) => job.compMax)).toEqual([400_000, 380_000, 360_000])
})

test.each([
  [
    'part of a week',
    { pay: '240000', fte: '0.6' },
    { annual: 400_000, offered: 240_000, hours: 24, hourly: 211 },
  ],
  [
    'few hours a week',
    { pay: '240000', hours: '24' },
    { annual: 400_000, offered: 240_000, hours: 24, hourly: 211 },
  ],
  [
    'part of a month',
    { pay: '20000', unit: 'MONTH', fte: '0.6' },
    { annual: 400_000, offered: 240_000, hours: 24, hourly: 211 },
  ],
  [
    'long weeks',
    { pay: '380000', hours: '50' },
    { annual: 380_000, offered: 380_000, hours: 50, hourly: 160 },
  ],
  [
    'a short week',
    { pay: '380000', hours: '36', fte: '1' },
    { annual: 380_000, offered: 380_000, hours: 36, hourly: 222 },
  ],
  [
    'an hour',
    { pay: '200', unit: 'HOUR', fte: '0.6' },
    { annual: 380_000, offered: 228_000, hours: 24, hourly: 200 },
  ],
  [
    'long hours',
    { pay: '200', unit: 'HOUR', hours: '50' },
    { annual: 380_000, offered: 475_000, hours: 50, hourly: 200 },
  ],
  [
    'a day',
    { pay: '2000', unit: 'DAY', hours: '20' },
    { annual: 440_000, offered: 220_000, hours: 20, hourly: 232 },
  ],
])('%s is compared as a full-time year', async (_, offer, year) => {
  expect(await weigh({ specialty: 'Cardiology', state: 'TX', ...offer })).toMatchObject(year)
})

test.each([
  ['its region', { specialty: 'Cardiology', state: 'OK' }, { area: 'South', postings: 8 }],
  ['the country', { specialty: 'Cardiology', state: 'ME' }, { area: null, postings: 9 }],
  [
    'all job types',
    { specialty: 'Neurology', state: 'OH' },
    { area: null, isAnyType: true, postings: 5, median: 304_000 },
  ],
  [
    'a specialty near it',
    { specialty: 'Geriatrics', state: 'OH' },
    { area: null, specialty: 'Internal Medicine', postings: 5 },
  ],
  [
    'the first that has enough',
    { specialty: 'Infectious Disease' },
    { specialty: 'Internal Medicine', isAnyType: false },
  ],
])('with too few postings in its state it is compared with %s', async (_, offer, comparable) => {
  expect(await weigh({ ...offer, pay: '350000' })).toMatchObject({ comparable })
})

test('every specialty has some that stand in for it, and none is its own', async () => {
  for (const specialty of specialties.filter((specialty) => specialty !== 'Other')) {
    const standIns = levelsBeyond(specialty).slice(1)
    expect(standIns.length, specialty).toBeGreaterThan(0)
    expect(standIns.map((job) => job.specialty)).not.toContain(specialty)
  }
})

test('a page of salaries has the same stand-ins, and regions where states are too few', async () => {
  const expected = {
    cardiology: {
      states: [{ state: 'TX' }],
      regions: [{ region: 'South', postings: 8 }],
      nearest: null,
    },
    neurology: {
      country: null,
      nearest: { specialty: 'Neurology', isAnyType: true, postings: 5, median: 304_000 },
    },
    geriatrics: { nearest: { specialty: 'Internal Medicine', isAnyType: false } },
    anesthesiology: { country: null, regions: [], nearest: null },
  }
  for (const [slug, salaries] of Object.entries(expected))
    expect((await board.get(`/api/salaries/${slug}`)).json(), slug).toMatchObject(salaries)
  expect((await board.get('/salaries/neurology')).body).toContain('Neurology, all job types')
  // An address that only looks like another one gets none of its answers.
  const statusOf = async (place: string) => (await board.get(`/api/salaries/${place}`)).statusCode
  expect([await statusOf('cardiology/TX'), await statusOf('cardiology%2FTX')]).toEqual([200, 404])
})

test('with too few postings anywhere there is no comparison, and nothing is made up', async () => {
  expect(await weigh({ specialty: 'Anesthesiology', pay: '350000' })).toMatchObject({
    status: 200,
    comparable: null,
    better: [],
  })
})

describe('figures that cannot be meant', () => {
  test.each([
    ['a dollar', { pay: '1' }, null],
    ['ten million', { pay: '10000000' }, null],
    ['a rate without its unit', { pay: '200' }, 'HOUR'],
  ])('%s is compared, and doubted', async (_, offer, likelyUnit) => {
    expect(await weigh({ specialty: 'Cardiology', ...offer })).toMatchObject({
      status: 200,
      isPlausible: false,
      likelyUnit,
    })
  })

  test.each([
    ['no pay', {}, 'Enter the pay in dollars.'],
    ['a pay in words', { pay: 'lots' }, 'Enter the pay in dollars.'],
    ['nothing', { pay: '0' }, 'Enter the pay in dollars.'],
    ['more than anybody has', { pay: '1e12' }, /at most \$20,000,000/],
    ['no hours', { pay: '300000', hours: '0' }, 'Enter at least 1 hour a week.'],
    [
      'more hours than a week has',
      { pay: '300000', hours: '200' },
      'Enter at most 120 hours a week.',
    ],
    ['no share of a job', { pay: '300000', fte: '0' }, 'Enter at least 0.1.'],
    ['call that nobody offers', { pay: '300000', call: '500' }, /./],
    ['a state that is none', { pay: '300000', state: 'ZZ' }, 'Choose a state.'],
    ['a specialty that is none', { pay: '300000', specialty: 'Wizardry' }, 'Choose a specialty.'],
  ])('%s is refused with what to enter', async (_, offer, message) => {
    const refused = { status: 400, error: expect.stringMatching(message) as string }
    expect(await weigh({ specialty: 'Cardiology', ...offer })).toMatchObject(refused)
  })
})
