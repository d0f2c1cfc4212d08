import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import { generatedJobs } from '#test/fixtures/job-catalog.ts'
import { rebuildDerivedData } from '../derived-data.ts'
import { addJobs } from '../public.ts'
import { compile, everything, type Query } from '../compile/compile.ts'
import type { SearchFilter } from '../read/reading.ts'
import type { NewJob } from '../tables.ts'
import { sortKeys } from '../../search-criteria.ts'
import { compactSegments } from './compaction.ts'
import { searchSegments, searchWithoutSegments, type Sort } from '../run/page.ts'

const several = { further_places: ['Fairbanks, AK', ', CA'], further_points: [64.84, -147.72] }
const jobs: NewJob[] = generatedJobs(7, 320).map((job, index) =>
  index % 9 === 0 ? { ...job, ...several } : job,
)

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await freshDatabase()
  db = database.db
})
afterEach(() => database.drop())

const newYork = { lat: 40.71, lon: -74.01, label: 'New York, NY' }
const losAngeles = { lat: 34.05, lon: -118.24 }
const filters: (SearchFilter & { tsquery: string | null })[] = [
  { tsquery: null },
  { tsquery: "'physician'" },
  { tsquery: "'nosuchword'" },
  { tsquery: "'=cardiolog':* | 'hospit':*" },
  { tsquery: "'call' & !('weekend' | '=famili')" },
  { tsquery: "!'outpati'", jobType: ['locums'] },
  { tsquery: null, specialty: ['Family Medicine'] },
  { tsquery: null, state: ['CA'], visa: ['J1'] },
  { tsquery: "'clinic'", setting: ['Clinic', 'Outpatient'], benefits: ['CME Allowance'] },
  ...[50_000, 300_000, 600_000, 1_000_000].map((minPay) => ({ tsquery: null, minPay })),
  { tsquery: "'physician'", minPay: 250_000 },
  ...[1, 7, 30].map((postedWithin) => ({ tsquery: null, postedWithin })),
  ...[10, 50, 200].map((radius) => ({ tsquery: null, place: { ...newYork, radius } })),
  {
    tsquery: "!'outpati'",
    place: { ...newYork, radius: 150 },
    jobType: ['full-time'],
    minPay: 200_000,
    postedWithin: 30,
  },
  ...[49_999, 310_000].map((minPay) => ({ tsquery: null, minPay })),
  ...[300_000, 385_000].map((maxPay) => ({ tsquery: null, maxPay })),
  { tsquery: "'physician'", minPay: 250_000, maxPay: 350_000 },
  { tsquery: "!'outpati'", minPay: 382_720, jobType: ['full-time'], state: ['CA', 'TX', 'NY'] },
  { tsquery: null, minPay: 400_000, maxPay: 300_000 },
  {
    tsquery: null,
    place: { ...newYork, radius: 50, others: [losAngeles, { lat: 40.9, lon: -74.2 }] },
  },
  { tsquery: "'care'", maxPay: 400_000, place: { ...newYork, radius: 100, others: [losAngeles] } },
  { tsquery: null, place: { lat: 64.84, lon: -147.72, radius: 200, label: 'Fairbanks, AK' } },
  { tsquery: "'care'", postedWithin: 14, minPay: 200_000, newGraduates: true },
]
function queryOf({ tsquery, ...filter }: (typeof filters)[number]): Query {
  const query = compile({ filter, terms: [], stems: { words: new Map(), phrases: new Map() } })
  return {
    ...query,
    words: [tsquery, query.words].filter((candidate) => candidate !== null).join(' & ') || null,
  }
}

const pages = '0 20, 37 10, 0 0, 200 20, 5000 20'
  .split(', ')
  .map((range) => range.split(' ').map(Number))
const ranges = pages.map(([offset = 0, limit = 0]) => ({ offset, limit }))

const ranks = [
  "'=cardiolog':* & '#cardiologist'",
  "'spfamilymedicine' | '=hospitalist'",
  "'clinic'",
]
const sorts: Sort[] = sortKeys
  .filter((key) => key !== 'relevance' && key !== 'closest' && key !== 'aboveMedian')
  .flatMap((by): Sort[] => [{ by }, { by, order: 'asc' }, { by, order: 'desc' }])
  .toSpliced(1, 0, { by: 'recent', ranks }, { by: 'recent', ranks: ["'nosuchword'"] })

let round = 0

/** Every filter with one or two of the orders, others in each call, each with another range. */
async function expectSameHits(): Promise<void> {
  round++
  for (const [n, filter] of filters.entries()) {
    for (const [m, sort] of sorts.entries()) {
      if ((n + m + round) % 28 !== 0) continue
      const range = ranges[(n + 2 * m) % ranges.length] ?? { offset: 0, limit: 20 }
      const expected = await searchWithoutSegments(db, queryOf(filter), sort, range)
      const page = await searchSegments(db, queryOf(filter), sort, range)
      expect(page, JSON.stringify({ filter, sort, range })).toEqual(expected)
    }
  }
}

/** A job is in one place: in one segment, or in the delta. */
async function expectEachJobOnce(): Promise<void> {
  const placed =
    await sql`select job_id from segment_jobs union all select job_id from segment_delta order by 1`.execute(
      db,
    )
  const all = await sql`select job_id from job_search order by 1`.execute(db)
  expect(placed.rows).toEqual(all.rows)
}

/** Small, so that there are many. */
const stepSize = 8

async function expectState(segments: number, tombstones: number, delta: number): Promise<void> {
  const { rows } = await sql`
    select (select count(*) from segments)::integer as segments, (select count(*) from segment_tombstones)::integer as tombstones,
      (select count(*) from segment_delta)::integer as delta
  `.execute(db)
  expect(rows).toEqual([{ segments, tombstones, delta }])
}

const isSearched = async (): Promise<boolean> =>
  (await searchSegments(db, everything, { by: 'recent' }, { offset: 0, limit: 1 })) !== undefined

/** Few enough for one statement to count as a few. */
async function addOneByOne(added: readonly NewJob[]): Promise<void> {
  for (let start = 0; start < added.length; start += 100)
    await addJobs(db, added.slice(start, start + 100))
}

/** The first of the jobs, in one segment. */
async function addCompacted(count: number): Promise<void> {
  await addOneByOne(jobs.slice(0, count))
  await compactSegments(db, { smallDelta: 0 })
}

/** As life changes a catalog; each job at most once. */
async function changeSome(week: number): Promise<void> {
  const ids = jobs.slice(week * 40, week * 40 + 40).map((job) => job.id)
  const change = async (from: number, to: number, what: string, updated = true) =>
    sql`
      update jobs set ${sql.raw(what)}, updated_at = case when ${updated} then now() else updated_at end
      where id = any (${ids.slice(from, to)}::uuid[])
    `.execute(db)
  await change(0, 10, "title = 'Cardiologist for weekends'")
  await change(10, 15, 'pay_annual = 300000')
  await change(15, 20, 'pay_annual = null', false)
  await change(20, 28, "status = 'inactive'", false)
  await change(5, 12, 'lat = 40.5, lon = -74.25', false)
  await change(12, 14, 'lat = null, lon = null', false)
  await change(28, 32, 'posted_at = now()', false)
  await change(36, 40, "contact_phone = '(512) 555-0100'")
  await change(24, 28, "status = 'active'", false)
  await sql`delete from jobs where id = any (${ids.slice(32, 36)}::uuid[])`.execute(db)
}

it('finds what plain SQL finds, in segments of any age and in the delta', async () => {
  await addOneByOne(jobs.slice(0, 200))
  await expectSameHits()
  await expectState(0, 0, 200)

  await compactSegments(db, { smallDelta: 0, stepSize })
  await expectSameHits()
  await expectState(1, 0, 0)

  for (let week = 0; week < 3; week++) {
    await addOneByOne(jobs.slice(200 + week * 40, 240 + week * 40))
    await changeSome(week)
    await expectSameHits()
    await expectEachJobOnce()
    if (week % 2 === 1) continue
    await compactSegments(db, { smallDelta: 0, stepSize })
    await expectSameHits()
    await expectEachJobOnce()
  }
}, 120_000)

it('compacts only what is due, and not while the node stops', async () => {
  await addOneByOne(jobs.slice(0, 20))
  await compactSegments(db, { smallDelta: 0, stopping: AbortSignal.abort() })
  await expectState(0, 0, 20)
  await compactSegments(db, { smallDelta: 20 })
  await expectState(0, 0, 20)
  await addOneByOne(jobs.slice(20, 21))
  await compactSegments(db, { smallDelta: 20 })
  await expectState(1, 0, 0)
  // Nothing that is searched.
  await sql`update jobs set contact_phone = '(512) 555-0100'`.execute(db)
  await expectState(1, 0, 0)
})

it('merges small segments with new jobs, and leaves large ones as they are', async () => {
  await addCompacted(200)
  const { rows: large } = await sql`select id from segments`.execute(db)
  for (let n = 200; n < 250; n += 10) {
    await addOneByOne(jobs.slice(n, n + 10))
    await compactSegments(db, { smallDelta: 0 })
  }
  const { rows: segments } = await sql`select id from segments order by id`.execute(db)
  expect(segments).toEqual(expect.arrayContaining(large))
  expect(segments.length).toBeLessThan(5)
  await expectEachJobOnce()
})

it('rewrites a segment with many tombstones, and drops an empty one', async () => {
  await addCompacted(80)
  await sql`update jobs set status = 'inactive' where id = any (${jobs.slice(0, 10).map((job) => job.id)}::uuid[])`.execute(
    db,
  )
  await compactSegments(db)
  await expectState(1, 10, 0)
  await sql`update jobs set status = 'inactive' where id = ${jobs[10]?.id}`.execute(db)
  await compactSegments(db)
  await expectState(1, 0, 0)
  await sql`delete from jobs`.execute(db)
  await compactSegments(db)
  await expectState(0, 0, 0)
})

it('is not searched while a bulk load, or all that is rebuilt, waits for compaction', async () => {
  await addCompacted(50)
  const rebuild = async () => {
    await sql`delete from segment_postings`.execute(db)
    await rebuildDerivedData(db)
  }
  for (const load of [async () => addJobs(db, jobs.slice(50, 300)), rebuild]) {
    await load()
    expect(await isSearched()).toBe(false)
    await compactSegments(db)
    expect(await isSearched()).toBe(true)
    await expectEachJobOnce()
  }
  await expectSameHits()
})

/**
 * Who has sent the statement that compaction repeats while it waits for jobs to stand still, and no
 * other since.
 */
async function waitingCompactions(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_xact_lock%''segments'')%'
      and pid <> pg_backend_pid()
  `.execute(db)
  return rows.map((row) => row.pid)
}

it('takes no job over that changes meanwhile', async () => {
  await addCompacted(60)
  await addOneByOne(jobs.slice(60, 120))
  const [held = '', added = '', old = '', gone = ''] = [0, 70, 10, 80].map(
    (index) => jobs[index]?.id,
  )

  let compacting: Promise<void> | undefined
  await db.transaction().execute(async (transaction) => {
    await sql`update jobs set title = 'Held' where id = ${held}`.execute(transaction)
    compacting = compactSegments(db, { smallDelta: 10 })
    await expect.poll(waitingCompactions).toHaveLength(1)
    await sql`
      update jobs set title = 'Changed', posted_at = now() - interval '1 day' where id in (${added}, ${old})
    `.execute(transaction)
    await sql`delete from jobs where id = ${gone}`.execute(transaction)
  })
  await compacting

  await expectEachJobOnce()
  await expectSameHits()
  await expectState(1, 4, 3)
})

it('is compacted by one node at a time, and by the next if the first dies', async () => {
  await addOneByOne(jobs.slice(0, 40))
  const dying = openDatabase(database.connection)
  await db.transaction().execute(async (transaction) => {
    await sql`update jobs set title = 'Held' where id = ${jobs[0]?.id}`.execute(transaction)
    const compacting = compactSegments(dying, { smallDelta: 0 })
    await expect.poll(waitingCompactions).toHaveLength(1)
    await compactSegments(db, { smallDelta: 0 })
    const [pid] = await waitingCompactions()
    await Promise.all([
      expect(compacting).rejects.toThrow(/terminat|not queryable|ECONNRESET/),
      sql`select pg_terminate_backend(${pid}::integer)`.execute(transaction),
    ])
  })
  await dying.destroy()
  await expectState(0, 0, 40)

  await compactSegments(db, { smallDelta: 0 })
  await expectState(1, 0, 0)
})
