import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { generateJobs } from '#db/demo/generate.ts'
import { openDatabase } from '#server/lib/database.ts'
import type { Db } from '#server/lib/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { freshDatabase } from '#test/database.ts'
import { rebuildDerivedData } from './derived-data.ts'
import { addJobs } from './public.ts'
import { findSortedInSegments } from './queries-segment-orders.ts'
import { findInSegments } from './queries-segments.ts'
import { orderOf } from './search-order.ts'
import type { Sort } from './search-order.ts'
import { sortKeys } from '../search-criteria.ts'
import { conditionsOf } from './search/conditions.ts'
import { segmentQueryOf } from './search/segment-query.ts'
import type { JobFilter } from './search/understand.ts'
import { buildSegments } from './segments.ts'
import type { NewJob } from './tables.ts'

const jobs: NewJob[] = [...generateJobs({ seed: 7, count: 900, now: new Date() })]

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await freshDatabase()
  db = database.db
})
afterEach(() => database.drop())

const newYork = { lat: 40.71, lon: -74.01, label: 'New York, NY' }
const filters: JobFilter[] = [
  { tsquery: null },
  { tsquery: "'physician'" },
  { tsquery: "'nosuchword'" },
  { tsquery: "'=cardiolog':* | 'hospit':*" },
  { tsquery: "'call' & !('weekend' | '=famili')" },
  { tsquery: "!'outpati'", type: 'locums' },
  { tsquery: null, specialty: 'Family Medicine' },
  { tsquery: null, state: 'CA', visa: 'J1' },
  { tsquery: "'clinic'", setting: ['Clinic', 'Outpatient'], benefits: ['CME Allowance'] },
  ...[50_000, 300_000, 600_000, 1_000_000].map((minPay) => ({ tsquery: null, minPay })),
  { tsquery: "'physician'", minPay: 250_000 },
  ...[1, 7, 30].map((postedWithin) => ({ tsquery: null, postedWithin })),
  ...[10, 50, 200].map((radius) => ({ tsquery: null, place: { ...newYork, radius } })),
  {
    tsquery: "'physician' & !'outpati'",
    place: { ...newYork, radius: 150 },
    type: 'full-time',
    minPay: 200_000,
    postedWithin: 30,
  },
  { tsquery: null, place: { lat: 64.84, lon: -147.72, radius: 200, label: 'Fairbanks, AK' } },
  { tsquery: "'care'", postedWithin: 14, minPay: 200_000, newGraduates: true },
]
const ranges = [
  { offset: 0, limit: 20 },
  { offset: 37, limit: 10 },
  { offset: 0, limit: 0 },
  { offset: 200, limit: 20 },
  { offset: 5_000, limit: 20 },
]

/** What the text index says, which knows nothing of segments. */
async function expected(filter: JobFilter, sort: Sort = { by: 'recent' }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select job_id as id from job_search where ${conditionsOf(filter)} order by ${orderOf(sort)}
  `.execute(db)
  return rows.map((row) => row.id)
}

const sorts: Sort[] = sortKeys
  .filter((it) => it !== 'relevance' && it !== 'recent')
  .flatMap((by) => [{ by }, { by, order: 'asc' }, { by, order: 'desc' }] as const)

/** Every fifth pair of a filter and an order, others in each of five rounds, each with another range. */
async function expectSameOrder(round: number): Promise<void> {
  for (const [n, filter] of filters.entries()) {
    for (const [m, sort] of sorts.entries()) {
      if ((n + m + round) % 5 !== 0) continue
      const range = ranges[(n + 2 * m) % ranges.length] ?? { offset: 0, limit: 20 }
      const query = segmentQueryOf(filter)
      const found = query && (await findSortedInSegments(db, query, sort, range))
      const ids = await expected(filter, sort)
      expect({ filter, sort, range, n: found?.n, ids: found?.hits.map((hit) => hit.id) }).toEqual({
        filter,
        sort,
        range,
        n: ids.length,
        ids: ids.slice(range.offset, range.offset + range.limit),
      })
    }
  }
}

/** Up to so many hits are counted; more are found sooner. */
const counted = [10_000, 60]

async function expectSameHits(): Promise<void> {
  for (const filter of filters) {
    const ids = await expected(filter)
    for (const range of ranges) {
      for (const most of counted) {
        const query = segmentQueryOf(filter)
        const found = query && (await findInSegments(db, query, range, most))
        expect({ filter, range, most, n: found?.n, ids: found?.hits.map((hit) => hit.id) }).toEqual({
          filter,
          range,
          most,
          n: ids.length <= most ? ids.length : (expect.toSatisfy((n: number) => n > most && n <= ids.length) as number),
          ids: ids.slice(range.offset, range.offset + range.limit),
        })
      }
    }
  }
}

/** A job is in one place: in one segment, or among the fresh ones. */
async function expectEachJobOnce(): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select job_id as id from segment_jobs union all select job_id from fresh_jobs order by 1
  `.execute(db)
  const all = await sql<{ id: string }>`select job_id as id from job_search order by 1`.execute(db)
  expect(rows).toEqual(all.rows)
}

/** Small, so that there are many. */
const stepSize = 8

type State = { segments: number; gaps: number; fresh: number }

async function state(): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select (select count(*) from search_segments)::integer as segments, (select count(*) from segment_gaps)::integer as gaps,
      (select count(*) from fresh_jobs)::integer as fresh
  `.execute(db)
  return rows[0]
}

const isSearched = async (): Promise<boolean> => {
  const query = segmentQueryOf({ tsquery: null })
  return query !== undefined && (await findInSegments(db, query, { offset: 0, limit: 1 })) !== undefined
}

/** Few enough for one statement to count as a few. */
async function addOneByOne(added: readonly NewJob[]): Promise<void> {
  for (let start = 0; start < added.length; start += 100) await addJobs(db, added.slice(start, start + 100))
}

/** As life changes a catalogue; each job at most once. */
async function changeSome(round: number): Promise<void> {
  const ids = jobs.slice(round * 40, round * 40 + 40).map((job) => job.id)
  const some = (from: number, to: number) => sql`id = any (${ids.slice(from, to)}::uuid[])`
  await sql`update jobs set title = 'Cardiologist for weekends', updated_at = now() where ${some(0, 10)}`.execute(db)
  await sql`update jobs set pay_annual = 300000, updated_at = now() where ${some(10, 15)}`.execute(db)
  await sql`update jobs set pay_annual = null where ${some(15, 20)}`.execute(db)
  await sql`update jobs set status = 'inactive' where ${some(20, 28)}`.execute(db)
  await sql`update jobs set lat = 40.5, lon = -74.25 where ${some(5, 12)}`.execute(db)
  await sql`update jobs set lat = null, lon = null where ${some(12, 14)}`.execute(db)
  await sql`update jobs set posted_at = now() where ${some(28, 32)}`.execute(db)
  await sql`delete from jobs where ${some(32, 36)}`.execute(db)
  await sql`update jobs set contact_phone = '(512) 555-0100', updated_at = now() where ${some(36, 40)}`.execute(db)
  await sql`update jobs set status = 'active' where status = 'inactive' and ${some(24, 28)}`.execute(db)
}

it('finds what the text index finds, in segments of any age and beside them', async () => {
  await addOneByOne(jobs.slice(0, 500))
  await expectSameHits()
  expect(await state()).toEqual({ segments: 0, gaps: 0, fresh: 500 })

  await buildSegments(db, { tolerated: 0, stepSize })
  await expectSameHits()
  await expectSameOrder(0)
  expect(await state()).toEqual({ segments: 1, gaps: 0, fresh: 0 })

  for (let round = 0; round < 5; round++) {
    await addOneByOne(jobs.slice(500 + round * 80, 580 + round * 80))
    await changeSome(round)
    await expectSameHits()
    await expectSameOrder(round)
    await expectEachJobOnce()
    if (round % 2 === 0) await buildSegments(db, { tolerated: 0, stepSize })
    await expectSameHits()
    await expectSameOrder(round)
    await expectEachJobOnce()
  }
}, 120_000)

it('does not let a job go for what is not searched', async () => {
  await addOneByOne(jobs.slice(0, 20))
  await buildSegments(db, { tolerated: 0 })
  await sql`update jobs set contact_phone = '(512) 555-0100'`.execute(db)
  expect(await state()).toEqual({ segments: 1, gaps: 0, fresh: 0 })
})

it('leaves a few fresh jobs alone', async () => {
  await addOneByOne(jobs.slice(0, 50))
  await buildSegments(db, { tolerated: 50 })
  expect(await state()).toEqual({ segments: 0, gaps: 0, fresh: 50 })
  await addOneByOne(jobs.slice(50, 51))
  await buildSegments(db, { tolerated: 50 })
  expect(await state()).toEqual({ segments: 1, gaps: 0, fresh: 0 })
})

it('joins small segments with new ones, and leaves large ones as they are', async () => {
  await addOneByOne(jobs.slice(0, 800))
  await buildSegments(db, { tolerated: 0 })
  const { rows: large } = await sql`select id from search_segments`.execute(db)
  for (let n = 800; n < 900; n += 20) {
    await addOneByOne(jobs.slice(n, n + 20))
    await buildSegments(db, { tolerated: 0 })
  }
  const { rows: segments } = await sql`select id from search_segments order by id`.execute(db)
  expect(segments).toEqual(expect.arrayContaining(large))
  expect(segments.length).toBeLessThan(5)
  await expectEachJobOnce()
})

it('makes a segment anew when many of its jobs have left it, and drops an empty one', async () => {
  await addOneByOne(jobs.slice(0, 80))
  await buildSegments(db, { tolerated: 0 })
  await sql`update jobs set status = 'inactive' where id = any (${jobs.slice(0, 10).map((job) => job.id)}::uuid[])`.execute(db)
  await buildSegments(db)
  expect(await state()).toEqual({ segments: 1, gaps: 10, fresh: 0 })
  await sql`update jobs set status = 'inactive' where id = ${jobs[10]?.id}`.execute(db)
  await buildSegments(db)
  expect(await state()).toEqual({ segments: 1, gaps: 0, fresh: 0 })
  await sql`delete from jobs`.execute(db)
  await buildSegments(db)
  expect(await state()).toEqual({ segments: 0, gaps: 0, fresh: 0 })
})

it('does without segments while more has come than can be searched by itself', async () => {
  await addOneByOne(jobs.slice(0, 100))
  await buildSegments(db, { tolerated: 0 })
  await addJobs(db, jobs.slice(100, 350))
  expect(await isSearched()).toBe(false)
  await buildSegments(db)
  await expectSameHits()
})

it('begins anew when everything derived is made anew', async () => {
  await addOneByOne(jobs.slice(0, 100))
  await buildSegments(db, { tolerated: 0 })
  await sql`delete from segment_words`.execute(db)
  await rebuildDerivedData(db)
  expect(await isSearched()).toBe(false)
  await buildSegments(db)
  await expectSameHits()
})

/** The statement that a builder repeats while it waits for the jobs to stand still. */
async function builderWaits(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_xact_lock%''search_segments'')%'
      and pid <> pg_backend_pid() and state like 'idle in transaction'
  `.execute(db)
  return rows.map((row) => row.pid)
}

it('takes no job over that changes meanwhile', async () => {
  await addOneByOne(jobs.slice(0, 60))
  await buildSegments(db, { tolerated: 0 })
  await addOneByOne(jobs.slice(60, 120))
  const [held = '', fresh = '', old = '', gone = ''] = [0, 70, 10, 80].map((index) => jobs[index]?.id)

  let building: Promise<void> | undefined
  await db.transaction().execute(async (transaction) => {
    await sql`update jobs set title = 'Held' where id = ${held}`.execute(transaction)
    building = buildSegments(db, { tolerated: 10 })
    await expect.poll(builderWaits).toHaveLength(1)
    await sql`
      update jobs set title = 'Changed', posted_at = now() - interval '1 day' where id in (${fresh}, ${old})
    `.execute(transaction)
    await sql`delete from jobs where id = ${gone}`.execute(transaction)
  })
  await building

  await expectEachJobOnce()
  await expectSameHits()
  expect(await state()).toEqual({ segments: 1, gaps: 4, fresh: 3 })
})

it('is built by one at a time, and by the next if the first dies', async () => {
  await addOneByOne(jobs.slice(0, 100))
  const dying = openDatabase(database.connection)
  await db.transaction().execute(async (transaction) => {
    await sql`update jobs set title = 'Held' where id = ${jobs[0]?.id}`.execute(transaction)
    const building = buildSegments(dying, { tolerated: 0 })
    await expect.poll(builderWaits).toHaveLength(1)
    await buildSegments(db, { tolerated: 0 })
    const [pid] = await builderWaits()
    await Promise.all([
      expect(building).rejects.toThrow(/terminat|not queryable/),
      sql`select pg_terminate_backend(${pid}::integer)`.execute(transaction),
    ])
  })
  await dying.destroy()
  expect(await state()).toEqual({ segments: 0, gaps: 0, fresh: 100 })

  await buildSegments(db, { tolerated: 0 })
  expect(await state()).toEqual({ segments: 1, gaps: 0, fresh: 0 })
  await expectSameHits()
})

it('leaves off when the node stops', async () => {
  await addOneByOne(jobs.slice(0, 10))
  await buildSegments(db, { tolerated: 0, stopping: AbortSignal.abort() })
  expect(await state()).toEqual({ segments: 0, gaps: 0, fresh: 10 })
})
