import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { generatedJobs } from '#test/fixtures/job-catalog.ts'
import { parseSearchCriteria } from '../search-criteria.ts'
import { addJobs, compactSegments, findPayGroups } from './public.ts'
import { readJobMap } from './service-map.ts'
import { searchJobs } from './service.ts'
import type { JobRow, JobsTables } from './tables.ts'

const database = databaseForFile()
let jobs: JobRow[]

beforeAll(async () => {
  await addJobs(database.db, generatedJobs(16, 900))
  jobs = await database.db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'active')
    .execute()
})

const mapOf = (search: Record<string, string>) =>
  readJobMap(database.db, parseSearchCriteria(search))
const totalOf = async (search: Record<string, string>) =>
  (await searchJobs(database.db, { ...parseSearchCriteria(search), limit: 1 })).total

const changeSome = () =>
  sql`update jobs set title = title || ' II' where id in (select id from jobs order by id limit 150)`.execute(
    database.db,
  )

describe.each([
  ['the index of words', () => Promise.resolve()],
  ['segments', () => compactSegments(database.db, { smallDelta: 0 })],
  ['segments and a delta', changeSome],
])('from %s', (_name, prepare) => {
  beforeAll(prepare)

  test.each<Record<string, string>>([
    {},
    { specialty: 'Family Medicine' },
    { keyword: '"full-time"' },
    { state: 'CA,NV', jobType: 'full-time' },
    { minPay: '310000' },
  ])('%j: each state has as many jobs as its link finds', async (search) => {
    const map = await mapOf(search)
    expect(map.state).toBeNull()
    expect(map.areas.length).toBe(52)
    for (const { id, count, search: chosen } of map.areas)
      expect(await totalOf({ ...search, ...chosen }), id).toBe(count)
  })

  test('a state has counties and places, which lead to their jobs', async () => {
    const map = await mapOf({ state: 'TX', jobType: 'full-time' })
    const inTexas = jobs.filter((job) => job.state === 'TX' && job.employment_type === 'full-time')
    expect(map.state).toBe('TX')
    expect(map.areas.reduce((sum, area) => sum + area.count, 0)).toBe(inTexas.length)
    for (const { label, count, search } of map.areas) {
      expect(count, label).toBeGreaterThan(0)
      expect(await totalOf({ jobType: 'full-time', ...search }), label).toBe(count)
    }
    const counts = map.places.map((place) => place.count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(
      inTexas.filter((job) => job.lat !== null).length,
    )
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect(map.places.map((place) => place.label)).toEqual(
      expect.arrayContaining(['Dallas', 'Houston']),
    )
    for (const { label, count, search, x, y } of map.places) {
      expect(await totalOf({ jobType: 'full-time', ...search }), label).toBeGreaterThanOrEqual(
        count,
      )
      expect(x >= 0 && y >= 0 && x <= map.width && y <= map.height, label).toBe(true)
    }
  })

  test('pay is the median of the salary pages, to the nearest step, and hidden for few postings', async () => {
    const groups = await findPayGroups(database.db)
    const specialties = groups.filter((group) => group.state === null)
    expect(specialties.length).toBeGreaterThan(10)
    for (const { specialty, median } of specialties) {
      const { pay, areas } = await mapOf({ specialty })
      expect(Math.abs((pay ?? 0) - median), specialty).toBeLessThanOrEqual(2_500)
      for (const area of areas) {
        const inState = groups.find(
          (group) => group.specialty === specialty && group.state === area.id,
        )
        expect(area.pay === null, `${specialty} in ${area.id}`).toBe(inState === undefined)
        if (inState)
          expect(Math.abs((area.pay ?? 0) - inState.median), area.id).toBeLessThanOrEqual(2_500)
      }
    }
  })
})

test.each<[Record<string, string>, string | null]>([
  [{ city: 'Houston' }, 'TX'],
  [{ city: 'King County, WA' }, 'WA'],
  [{ city: 'Bay Area' }, 'CA'],
  [{ city: 'Tri-State' }, null],
  [{ city: 'Dallas or Houston' }, 'TX'],
  [{ city: 'Dallas or Portland, OR' }, null],
  [{ keyword: 'cardiology in Ohio' }, 'OH'],
  [{ state: 'OTHER' }, null],
  [{ state: 'DC' }, 'DC'],
  [{ city: 'Xanadu' }, null],
])('%j is shown on the map of %s', async (search, state) => {
  expect((await mapOf(search)).state).toBe(state)
})

test('a chosen county is marked, and the others stay', async () => {
  const { areas } = await mapOf({ state: 'TX', city: 'Harris County' })
  expect(areas.filter((area) => area.isChosen).map((area) => area.label)).toEqual(['Harris County'])
  expect(areas.length).toBeGreaterThan(1)
})

test('a place shows the median of what its jobs pay, where at least five state it', async () => {
  const { places } = await mapOf({ state: 'TX' })
  const city = 'Corpus Christi'
  const { rows } = await sql<{ pay: number }>`
    select percentile_cont(0.5) within group (order by middle_pay) as pay
    from job_search join jobs on jobs.id = job_id where jobs.city = ${city}
  `.execute(database.db)
  const paid = places.find(({ label }) => label === city)
  expect(Math.abs((paid?.pay ?? 0) - (rows[0]?.pay ?? 0))).toBeLessThanOrEqual(2_500)
  const few = places.filter(({ count }) => count < 5)
  expect(few.length).toBeGreaterThan(1)
  expect(few.map(({ pay }) => pay)).toEqual(few.map(() => null))
})

test('nothing found is a map without figures', async () => {
  const { areas, places } = await mapOf({ keyword: '"zebrafish"', state: 'TX' })
  expect([areas, places]).toEqual([[], []])
})
