import { setTimeout } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { orderOf, segmentOrderName, segmentSorts } from '../run/page.ts'
import { paySteps } from '#features/jobs/model.ts'
import { payWord } from '../compile/conditions.ts'

/**
 * As many jobs as 32 kB have bits: a posting takes a small part of a millisecond to read, and a
 * segment some minutes to make.
 */
const largest = 262_144
/** A segment is compacted when one in so many of its positions is a tombstone. */
const mostTombstones = 8

type Options = {
  stopping?: AbortSignal
  /** So small a delta stays. */
  smallDelta?: number
  /** Jobs in a step of an order. */
  stepSize?: number
}

/**
 * Moves the delta into segments and rewrites those with many tombstones, until nothing is left to
 * do. One node does so at a time.
 */
export async function compactSegments(
  db: Db,
  { stopping, smallDelta = 1_000, stepSize = 2_048 }: Options = {},
): Promise<void> {
  const compactNext = async () =>
    !stopping?.aborted &&
    (await db.transaction().execute((transaction) => compact(transaction, smallDelta, stepSize)))
  let isChanged = await deleteObsolete(db, stopping)
  while (await compactNext()) {
    isChanged = true
    await deleteObsolete(db, stopping)
  }
  // Searches would go on reading past deleted rows, and would be planned for what the tables were.
  if (isChanged) {
    await sql`
      vacuum (analyze) segments, segment_postings, segment_jobs, segment_tombstones,
        segment_locations, segment_orders, segment_delta
    `.execute(db)
  }
}

/** Makes one segment; false if there is nothing to do, or no way to do it now. */
async function compact(transaction: Db, smallDelta: number, stepSize: number) {
  if (!(await tryLock(transaction, 'compaction'))) return false
  const merge = chooseMerge(await readSizes(transaction), smallDelta)
  if (!merge) return false
  const segment = merge.size > 0 ? await writeSegment(transaction, merge, stepSize) : undefined
  const isQuiet = await waitForQuiet(transaction)
  if (isQuiet && segment !== undefined) await moveJobs(transaction, segment)
  const obsolete = isQuiet ? merge.segments : segment === undefined ? [] : [segment]
  await sql`delete from segments where id = any (${obsolete}::integer[])`.execute(transaction)
  return isQuiet
}

const parts = [
  'segment_jobs',
  'segment_tombstones',
  'segment_postings',
  'segment_orders',
  'segment_locations',
]

/**
 * What belongs to no segment any more, in pieces: a change of one of its jobs waits for one of them
 * at most.
 */
async function deleteObsolete(db: Db, stopping?: AbortSignal) {
  const isStopping = () => stopping?.aborted === true
  let isChanged = false
  for (const part of parts) {
    for (let deleted = 1n; deleted > 0 && !isStopping();) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(part)} where ctid = any (array(
          select ctid from ${sql.table(part)} where segment not in (select id from segments) limit 5000
        ))
      `.execute(db)
      deleted = numAffectedRows ?? 0n
      isChanged ||= deleted > 0
    }
  }
  return isChanged
}

/** Until the end of the transaction; false where somebody else has it. */
async function tryLock(transaction: Db, name: 'segments' | 'compaction') {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${sql.lit(name)})) as held
  `.execute(transaction)
  return rows[0]?.held ?? false
}

type Segment = { id: number; live: number; tombstones: number }
type Sizes = { delta: number; isBulk: boolean; segments: Segment[] }

async function readSizes(db: Db) {
  const { rows } = await sql<Sizes>`
    select (select count(*) from (select from segment_delta limit ${largest}) jobs)::integer as delta,
      exists (select from segment_delta where search is null) as "isBulk",
      (
        select coalesce(json_agg(json_build_object('id', id, 'tombstones', n, 'live',
          length(zeros) - n) order by id), '[]')
        from segments cross join lateral (select count(*) as n from segment_tombstones
        where segment = id) counted
      ) as segments
  `.execute(db)
  return rows[0] ?? { delta: 0, isBulk: false, segments: [] }
}

/**
 * What a new segment is made of: so many jobs of the delta, the oldest first, and what is live in
 * these segments.
 */
type Merge = { delta: number; segments: number[]; size: number }

/** Small segments are merged with as many new jobs: so there are few, and none is written often. */
function chooseMerge({ delta, isBulk, segments }: Sizes, smallDelta: number) {
  const isSparse = ({ tombstones, live }: Segment) =>
    tombstones * mostTombstones > tombstones + live
  if (delta <= smallDelta && !isBulk && !segments.some(isSparse)) return undefined

  const merge: Merge = { delta: 0, segments: [], size: 0 }
  const add = ({ id, live }: Segment, most: number) => {
    if (merge.size + live > most) return
    merge.segments.push(id)
    merge.size += live
  }
  for (const segment of segments.filter(isSparse)) add(segment, largest)
  merge.delta = Math.min(delta, largest - merge.size)
  merge.size += merge.delta
  const others = segments
    .filter((segment) => !isSparse(segment))
    .toSorted((a, b) => a.live - b.live)
  for (const segment of others) add(segment, Math.min(largest, 3 * merge.size))
  return merge
}

/**
 * Writes a segment as one snapshot has it. Nobody sees it yet; what its jobs were is staged in a
 * table of the transaction's own.
 */
async function writeSegment(db: Db, { delta, segments, size }: Merge, stepSize: number) {
  await sql`set local work_mem = '32MB'`.execute(db)
  const slice = sql.lit(4 * stepSize)
  await sql`
    create temporary table staged_jobs on commit drop as
    select null::integer as position, ${stagedColumns} from job_search where false
  `.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into segments (zeros) values (${zerosOf(size)}) returning id
  `.execute(db)
  const segment = rows[0]?.id ?? 0
  await sql`
    with jobs as materialized (
      select row_number() over (order by posted_at, job_id)::integer - 1 as position, ${stagedColumns}, search
      from job_search where job_id in (
        select job_id from segment_jobs where segment = any (${segments}::integer[])
        union all (select job_id from segment_delta order by posted_at limit ${delta})
      )
    ),
    staged as (insert into staged_jobs select position, ${stagedColumns} from jobs)
    ${insertPostings(segment, size, slice, sql`jobs cross join unnest(tsvector_to_array(search)) word`)}
  `.execute(db)
  await sql`
    with steps as (select * from unnest(${paySteps}::integer[],
      ${paySteps.map(payWord)}::text[]) step (pay, word))
    ${insertPostings(segment, size, slice, sql`staged_jobs join steps on pay_annual >= pay`)}
  `.execute(db)
  await sql`
    insert into segment_locations (segment, lat, lon, positions)
    select ${segment}::integer, point.lat, point.lon, array_agg(position)
    from staged_jobs s cross join points_of(s.lat, s.lon, further_points) point group by point.lat, point.lon
  `.execute(db)
  await sql`
    insert into segment_jobs (segment, position, job_id, posted_at)
    select ${segment}::integer, position, job_id, posted_at from staged_jobs
  `.execute(db)
  // `moveJobs` is planned while others wait.
  await sql`analyze staged_jobs`.execute(db)
  for (const sort of segmentSorts) {
    await sql`
      with placed as (select position, row_number() over (order by ${orderOf(sort)}) - 1 as place
      from staged_jobs),
      steps as (
        select place / ${stepSize}::integer as step, array_agg(position
        order by place) as positions from placed group by step
      )
      insert into segment_orders (segment, name, step, bitmap, positions)
      select id, ${segmentOrderName(sort)}, step, bit_or(bitmap_of(positions,
        zeros)) over (order by step), positions
      from segments, steps where id = ${segment}::integer
    `.execute(db)
  }
  return segment
}

const stagedColumns = sql`job_id, posted_at, updated_at, document, version, pay_annual, lat, lon,
  further_points, title, city, state, specialty, employment_type`

/** A bitmap of so many jobs, of which none is in it. */
const zerosOf = (size: number) => sql`repeat('0', ${size}::integer)::bit varying`

/**
 * `source` has a `position` for each `word` of each job. Slices of positions are grouped one after
 * the other: the words of a hundred thousand jobs at once took 240 MB, and spilled.
 */
function insertPostings(
  segment: number,
  size: number,
  slice: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
) {
  const zeros = zerosOf(size)
  return sql`
    insert into segment_postings (segment, word, dense, sparse)
    select ${segment}::integer, word, case when is_dense(n, ${size}::integer) then bitmap end,
      case when not is_dense(n, ${size}::integer) then bitmap end
    from (
      select word, bit_count(bitmap) as n, bitmap from (
        select word, bit_or(overlay(${zeros} placing
          bitmap_of(places, substring(${zeros} from start + 1 for ${slice})) from start + 1
        ) order by start) as bitmap
        from generate_series(0, ${size}::integer - 1, ${slice}) start cross join lateral (
          select word, array_agg(position - start) as places from ${source}
          where position >= start and position < start + ${slice} group by word
        ) sliced group by word
      ) joined offset 0
    ) postings`
}

/**
 * From then on to the end of the transaction no job changes. To wait in the lock's queue would hold
 * up every change behind us; false if jobs change without a pause.
 */
async function waitForQuiet(db: Db) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await tryLock(db, 'segments')) return true
    await setTimeout(50)
  }
  return false
}

/** Jobs that have changed since they were staged get a tombstone, and stay in the delta. */
async function moveJobs(db: Db, segment: number) {
  await sql`
    with changed as (
      select s.position from staged_jobs s left join job_search j using (job_id)
      where j.document is distinct from s.document or j.version is distinct from s.version
        or j.updated_at is distinct from s.updated_at or j.pay_annual is distinct from s.pay_annual
    ),
    gone as (
      delete from segment_jobs j using changed c where j.segment = ${segment}::integer
        and j.position = c.position
    )
    insert into segment_tombstones (segment, position) select ${segment}::integer, position from changed
  `.execute(db)
  await sql`
    delete from segment_delta d using staged_jobs s where d.job_id = s.job_id and not exists (
      select from segment_tombstones t where t.segment = ${segment}::integer and t.position = s.position
    )
  `.execute(db)
}

/** Moves all jobs back to the delta: until compaction is through, searches do without segments. */
export async function resetSegments(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('segments'))`.execute(transaction)
  await sql`delete from segments`.execute(transaction)
  await sql`
    insert into segment_delta select job_id, posted_at, pay_annual, lat, lon, null, further_points
    from job_search
    on conflict (job_id) do update set search = null
  `.execute(transaction)
}
