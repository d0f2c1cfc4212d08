import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { writeOrders } from './queries-segment-orders.ts'
import { payWords } from './search/segment-query.ts'

/** `live` is how many of its jobs are as they were. */
export type Segment = { id: number; live: number; gaps: number }

export type Segments = { fresh: number; withoutWords: boolean; segments: Segment[] }

/** What a new segment is made of: so many fresh jobs, the oldest first, and what is left in some segments; and the steps of its orders. */
export type Batch = { fresh: number; merged: number[]; size: number; stepSize: number }

/** Whether nobody else is at it; until the end of the transaction nobody else will be. */
export const isOnlyBuilder = (transaction: Db): Promise<boolean> => tryLock(transaction, 'search_segments builder')

/** Until the end of the transaction; false where somebody else has it. */
async function tryLock(transaction: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${sql.lit(name)})) as held
  `.execute(transaction)
  return rows[0]?.held ?? false
}

/** `fresh` is counted up to `most`. */
export async function readSegments(db: Db, most: number): Promise<Segments> {
  const { rows } = await sql<Segments>`
    select (select count(*) from (select from fresh_jobs limit ${most}) waiting)::integer as fresh,
      exists (select from fresh_jobs where search is null) as "withoutWords",
      (
        select coalesce(json_agg(json_build_object('id', id, 'gaps', gaps, 'live', length(none) - gaps) order by id), '[]')
        from search_segments cross join lateral (select count(*) as gaps from segment_gaps where segment = id) counted
      ) as segments
  `.execute(db)
  return rows[0] ?? { fresh: 0, withoutWords: false, segments: [] }
}

/**
 * Jobs go on changing while the words of a batch are gathered, which takes up to a minute. What has another fingerprint in the end than
 * in the beginning gets a gap, and stays fresh.
 * @returns false if jobs change without a pause, and all is as it was.
 */
export async function buildSegment(transaction: Db, batch: Batch): Promise<boolean> {
  const segment = batch.size > 0 ? await gatherWords(transaction, batch) : undefined
  const isQuiet = await waitForQuiet(transaction)
  const outdated = isQuiet ? batch.merged : segment === undefined ? [] : [segment]
  await sql`delete from search_segments where id = any (${outdated}::integer[])`.execute(transaction)
  if (isQuiet && segment !== undefined) await takeOver(transaction, segment, batch.size)
  return isQuiet
}

async function takeOver(db: Db, segment: number, size: number): Promise<void> {
  await sql`
    insert into segment_jobs (segment, position, job_id, posted_at)
    select ${segment}::integer, position, job_id, s.posted_at
    from staged_jobs s join job_search j using (job_id)
    where j.document = s.document and j.updated_at = s.updated_at and j.pay_annual is not distinct from s.pay_annual
  `.execute(db)
  await sql`
    insert into segment_gaps (segment, position)
    select ${segment}::integer, position from generate_series(0, ${size - 1}::integer) position
    where not exists (select from segment_jobs j where j.segment = ${segment}::integer and j.position = position.position)
  `.execute(db)
  await sql`
    delete from fresh_jobs where job_id in (select job_id from segment_jobs where segment = ${segment}::integer)
  `.execute(db)
}

/** Writes words and positions as one snapshot has them; the positions into a table of the transaction's own. */
async function gatherWords(db: Db, { fresh, merged, size, stepSize }: Batch): Promise<number> {
  await sql`set local work_mem = '128MB'`.execute(db)
  await sql`
    create temporary table staged_jobs (
      position integer, job_id uuid, posted_at timestamptz, updated_at timestamptz, document bigint, pay_annual integer,
      lat real, lon real, title text, city text, state text, specialty text, employment_type text
    ) on commit drop
  `.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into search_segments (none, oldest, newest) values (repeat('0', ${size}::integer)::bit varying, now(), now()) returning id
  `.execute(db)
  const segment = rows[0]?.id ?? 0
  await sql`
    with staged as materialized (
      select row_number() over (order by posted_at, job_id)::integer - 1 as position, ${stagedColumns}, search
      from job_search where job_id in (
        select job_id from segment_jobs where segment = any (${merged}::integer[])
        union all (select job_id from fresh_jobs order by posted_at limit ${fresh})
      )
    ),
    kept as (insert into staged_jobs select position, ${stagedColumns} from staged)
    ${insertWords(segment, sql`staged cross join unnest(tsvector_to_array(search)) word`)}
  `.execute(db)
  const pays = Array.from({ length: payWords.last / payWords.step }, (_, index) => (index + 1) * payWords.step)
  await sql`
    with thresholds as (select * from unnest(${pays}::integer[], ${pays.map(payWords.of)}::text[]) threshold (pay, word))
    ${insertWords(segment, sql`staged_jobs join thresholds on pay_annual >= pay`)}
  `.execute(db)
  await sql`
    insert into segment_spots (segment, lat, lon, positions)
    select ${segment}::integer, lat, lon, array_agg(position order by position desc) from staged_jobs
    where lat is not null and lon is not null group by lat, lon
  `.execute(db)
  await writeOrders(db, segment, stepSize)
  await sql`
    update search_segments set oldest = first, newest = last
    from (select coalesce(min(posted_at), now()) as first, coalesce(max(posted_at), now()) as last from staged_jobs) dates
    where id = ${segment}::integer
  `.execute(db)
  return segment
}

/** `source` has the positions of a segment's jobs, each as often as the job has a word. */
const insertWords = (segment: number, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into segment_words (segment, word, dense, sparse)
  select id, word, case when is_dense(n, length(none)) then bits end, case when not is_dense(n, length(none)) then bits end
  from (
    select id, none, word, count(*) as n, bits_at(array_agg(position), none) as bits
    from search_segments, ${source} where id = ${segment}::integer group by id, word
  ) made`

const stagedColumns = sql`job_id, posted_at, updated_at, document, pay_annual, lat, lon, title, city, state, specialty, employment_type`

/**
 * From then on to the end of the transaction no job changes. Whoever is at it is not waited for in a queue, where the next ones would
 * stand behind.
 */
async function waitForQuiet(db: Db): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await tryLock(db, 'search_segments')) return true
    await setTimeout(betweenAttempts)
  }
  return false
}
const attempts = 200
const betweenAttempts = 50

/** Searches would go on reading past what has left the tables, and would be planned for what they were. */
export async function vacuumSegments(db: Db): Promise<void> {
  await sql`vacuum (analyze) fresh_jobs, search_segments, segment_words, segment_orders, segment_spots, segment_jobs, segment_gaps`.execute(
    db,
  )
}

/** Gives all jobs back; until the next segments are built, searches do without. The caller's transaction keeps jobs from changing. */
export async function dissolveSegments(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('search_segments'))`.execute(transaction)
  await sql`delete from search_segments`.execute(transaction)
  await sql`delete from fresh_jobs`.execute(transaction)
  await sql`
    insert into fresh_jobs select job_id, posted_at, pay_annual, lat, lon, null from job_search
  `.execute(transaction)
}
