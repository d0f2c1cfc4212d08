import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unitsPerYear } from '#features/jobs/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import type { PayStatistics, SpecialtySalaries } from '#features/salaries/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow, paying, refreshPayStatistics } from '#test/factories.ts'

const board = appForFile({ env: { CACHE: 'off' } })

async function postOnly(jobs: NewJob[]): Promise<void> {
  await sql`delete from jobs`.execute(board.db)
  await post(jobs)
}

async function post(jobs: NewJob[]): Promise<void> {
  await addJobs(board.db, jobs)
  await refreshPayStatistics(board.db)
}

const cardiology = async () =>
  (await board.get('/api/salaries/cardiology')).json<SpecialtySalaries>()
const comparable = async (place: string) =>
  (await board.get(`/api/salaries/${place}`)).json<
    ResponseOf<'GET /api/salaries/:specialty/:state'>
  >().comparable

const five = [300_000, 310_000, 320_000, 330_000, 340_000]

/** Quantiles by definition: linear interpolation in a sorted list. */
function statisticsByHand(pays: readonly number[]): PayStatistics {
  const sorted = pays.toSorted((one, other) => one - other)
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share
    const [below = 0, above = below] = sorted.slice(Math.floor(place))
    return Math.round(below + (above - below) * (place % 1))
  }
  const quartiles = { lowerQuartile: at(0.25), median: at(0.5), upperQuartile: at(0.75) }
  return { postings: pays.length, lowest: at(0), ...quartiles, highest: at(1) }
}

const units = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR'] as const

test('the figures equal those computed by hand, in every unit and with either end missing', async () => {
  const jobs = Array.from({ length: 120 }, (_, index) => {
    const unit = units[index % units.length] ?? 'YEAR'
    const low = Math.round((200_000 + ((index * 7919) % 300_000)) / unitsPerYear[unit])
    const high = low + Math.round(60_000 / unitsPerYear[unit])
    return jobRow({
      state: (['TX', 'CA', 'NY'] as const)[index % 3] ?? 'TX',
      employment_type: index % 2 === 0 ? 'full-time' : 'permanent',
      comp_unit: unit,
      comp_min: index % 7 === 0 ? null : low,
      comp_max: index % 11 === 0 && index % 7 !== 0 ? null : high,
    })
  })
  const payOf = ({
    comp_min: min = null,
    comp_max: max = null,
    comp_unit: unit = 'YEAR',
  }: NewJob) => (((min ?? max ?? 0) + (max ?? min ?? 0)) / 2) * unitsPerYear[unit]
  await postOnly(jobs)
  const found = await cardiology()

  expect(found.country).toEqual(statisticsByHand(jobs.map(payOf)))
  for (const { state, ...statistics } of found.states)
    expect(statistics).toEqual(
      statisticsByHand(jobs.filter((job) => job.state === state).map(payOf)),
    )
  const medians = found.states.map((state) => state.median)
  expect(found.states.map((state) => state.state).toSorted()).toEqual(['CA', 'NY', 'TX'])
  expect(medians).toEqual(medians.toSorted((a, b) => b - a))
})

test('statistics need five postings; a state with fewer uses the country’s', async () => {
  await postOnly(paying([300_000, 310_000, 320_000, 330_000], { state: 'TX' }))
  expect(await cardiology()).toMatchObject({ country: null, states: [] })
  expect(await comparable('cardiology/TX')).toBeNull()
  expect((await board.get('/api/salaries')).json()).toEqual({ specialties: [] })

  await post(paying([340_000], { state: 'CA' }))
  expect(await cardiology()).toMatchObject({
    country: { postings: 5, median: 320_000 },
    states: [],
  })
  expect(await comparable('cardiology/TX')).toMatchObject({ state: null, postings: 5 })

  await post(paying([350_000], { state: 'TX' }))
  expect(await comparable('cardiology/TX')).toMatchObject({
    state: 'TX',
    postings: 5,
    median: 320_000,
  })
  expect(await comparable('cardiology/CA')).toMatchObject({
    state: null,
    postings: 6,
    median: 325_000,
  })
})

test('hidden postings are not counted', async () => {
  const hidden = Array<number>(5).fill(900_000)
  await postOnly([
    ...paying(Array<number>(5).fill(300_000)),
    ...(['pending', 'inactive', 'expired', 'rejected', 'removed'] as const).flatMap((status) =>
      paying(hidden, { status }),
    ),
    ...paying(hidden, { status: 'pending', specialty: 'Urology' }),
  ])
  expect(await cardiology()).toMatchObject({ country: { postings: 5, highest: 300_000 } })
  for (const url of [
    '/api/salaries',
    '/api/salaries/urology',
    '/salaries',
    '/salaries/cardiology',
    '/salaries/urology',
  ])
    expect((await board.get(url)).body).not.toMatch(/900,?000/)
})

test('only plausible pay of full-time jobs with a specialty and a state is compared', async () => {
  await postOnly([
    ...paying(five, { state: 'OTHER' }),
    ...paying(five, { specialty: 'Other' }),
    ...(['part-time', 'locums', 'per-diem', 'contract', 'temporary'] as const).flatMap(
      (employment_type) => paying([90_000], { employment_type }),
    ),
    jobRow({ comp_min: null, comp_max: null, comp_text: '$999,999' }),
    ...paying([25], { comp_unit: 'YEAR' }),
    ...paying([300_000], { comp_unit: 'HOUR' }),
  ])
  expect(await cardiology()).toMatchObject({
    country: { postings: 5, lowest: 300_000, highest: 340_000 },
    states: [],
  })
  expect(await comparable('other/TX')).toBeNull()
  for (const url of [
    '/api/salaries/alchemy',
    '/api/salaries/cardiology/ZZ',
    '/api/salaries/cardiology/tx',
    '/salaries/alchemy',
  ])
    expect((await board.get(url)).statusCode, url).toBe(404)
})

test('the pages have titles, and only those with figures are indexed', async () => {
  await postOnly(paying(five))
  const sitemap = (await board.get('/sitemaps/pages.xml')).body
  expect(sitemap.match(/\/salaries[^<]*/g)).toEqual(['/salaries', '/salaries/cardiology'])

  const page = await board.get('/salaries/cardiology')
  expect(page.body).toContain(
    '<link rel="canonical" href="https://board.test/salaries/cardiology"/>',
  )
  expect(page.body).not.toContain('noindex')
  expect(page.headers['cache-control']).toContain('public')
  expect((await board.get('/salaries/urology')).body).toContain('noindex')
})
