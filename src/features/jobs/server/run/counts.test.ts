import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { maxReachable, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { compactSegments, offeredValues, refreshFigures } from '../public.ts'
import { getFacets, searchJobs } from '../service.ts'

const jobs = 1.01 * maxReachable
const database = databaseForFile()
/** Number n was posted n minutes before the newest; each tenth is in telehealth. */
beforeAll(async () => {
  await sql`
    insert into jobs (id, status, posted_at, updated_at, title, employer, city, state, specialty, employment_type, telehealth, description)
    select ('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'active', at, at, 'Cardiologist ' || ${jobs} - n, 'Valley Clinic',
      'Austin', 'TX', 'Cardiology', 'full-time', n % 10 = 0, 'Outpatient'
    from generate_series(0, ${jobs - 1}::integer) n, lateral (select timestamptz '2026-01-31' - make_interval(mins => n) as at) posted
  `.execute(database.db)
  await sql`vacuum analyze jobs, job_search`.execute(database.db)
})

describe.each([
  ['plain SQL', () => Promise.resolve(), true],
  ['segments', () => compactSegments(database.db), false],
] as const)('from %s', (_name, prepare, countsAreEstimates) => {
  beforeAll(prepare)

  test.each<[SearchCriteria, (index: number) => number]>([
    [{ keyword: 'outpatient' }, (index) => index],
    [{ keyword: 'outpatient', page: 3 }, (index) => 40 + index],
    [{ keyword: 'outpatient', page: 500 }, (index) => 9_980 + index],
    [{ keyword: 'outpatient', sortBy: 'oldest' }, (index) => jobs - 1 - index],
    [{ keyword: 'clinic', sortBy: 'updated' }, (index) => index],
  ])('%j: more hits than anybody can reach', async (criteria, numberAt) => {
    const result = await searchJobs(database.db, criteria)

    expect(result).toMatchObject({ total: maxReachable, totalIsCapped: true, totalPages: 500 })
    expect(result.jobs.map((job) => Number(job.id.slice(-12)))).toEqual(
      Array.from({ length: 20 }, (_, index) => numberAt(index)),
    )
  })

  test('fewer hits are counted, however thick they lie', async () => {
    const result = await searchJobs(database.db, { keyword: 'outpatient', telehealth: true })

    expect(result).toMatchObject({ total: jobs / 10, totalIsCapped: false })
    expect(result.jobs.map((job) => Number(job.id.slice(-12)))).toEqual(
      Array.from({ length: 20 }, (_, index) => 10 * index),
    )
  })

  test('counts beside the filters are exact, or say that they are not', async () => {
    expect(await getFacets(database.db, { keyword: 'outpatient' })).toMatchObject({
      counts: { states: [{ value: 'TX', count: jobs }] },
      countsAreEstimates,
    })
    expect(await getFacets(database.db, { keyword: 'nosuchword' })).toMatchObject({
      countsAreEstimates: false,
    })
  })

  test('one statement counts beside however many filters are chosen', async () => {
    await refreshFigures(database.db, offeredValues)
    let statements = 0
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => (statements++, node),
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const chosen: SearchCriteria = {
      specialty: ['Cardiology'],
      state: ['TX'],
      jobType: ['full-time'],
      minPay: 200_000,
      visa: ['J1'],
    }
    await getFacets(db, chosen)
    // The values that filters offer are read beside. While a bulk load waits for compaction, the
    // segments decline first.
    expect(statements).toBe(countsAreEstimates ? 3 : 2)
  })
})
