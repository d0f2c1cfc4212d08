import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { maxReachable } from '../search-criteria.ts'
import { plannedOnce } from '#server/lib/planned-once.ts'
import type { SummaryRow } from './queries.ts'
import { findSortedInSegments } from './queries-segment-orders.ts'
import { findInSegments } from './queries-segments.ts'
import { isByDate, orderOf, sortColumns } from './search-order.ts'
import type { Sort } from './search-order.ts'
import { conditionsOf, countedConditions, hasWords, isCounted, keyOf } from './search/conditions.ts'
import { catalogueSize, memoryOf, recall } from './search/memory.ts'
import { segmentQueryOf } from './search/segment-query.ts'
import type { JobFilter } from './search/understand.ts'

export type Range = { offset: number; limit: number }

/**
 * `n` is exact, or `maxReachable` + 1 where there are more: counted so far, or believed of the planner.
 * `snapshot` is PostgreSQL's name for the state that was counted.
 */
export type Total = { n: number; snapshot?: string; isBelieved?: true }

/** `at` is when the job was posted, in milliseconds and their fractions. */
export type Hit = { id: string; at: number }

/** One page; `snapshot` is of the hits, where any were looked for, and `rows` are those that were told with them. */
export type HitPage = { hits: Hit[]; total: Total; snapshot?: string; rows?: SummaryRow[] }

/**
 * Finds one page and its total; a total that is known already is believed, and not counted again.
 *
 * Segments tell both of almost every search. Else, of a search for words or places, at most `maxReachable` + 1 hits are
 * gathered first: few hits are then sorted in memory, whatever the order. Where hits are thick, the first of them are found soonest
 * by walking the index of their order. The planner would have to guess which case it is, and guesses words badly.
 */
export async function findPage(db: Db, filter: JobFilter, sort: Sort, range: Range, known?: number): Promise<HitPage> {
  if (known !== undefined && known <= range.offset) return { total: { n: known }, hits: [] }
  const byBits = await findByBits(db, filter, sort, range)
  if (byBits) return byBits
  if (isCounted(filter)) return findCounted(db, filter, sort, range, known)
  const jobs = await catalogueSize(db)
  const soon = await findSoon(db, filter, sort, range, jobs, known)
  if (soon) return { total: known === undefined ? believedOf(soon) : { n: known }, ...soon }
  const gathered = await gather(db, filter, sort, range, isByDate(sort) ? maxReachable + 1 : null)
  if (gathered.total.n <= maxReachable || !isByDate(sort)) return gathered
  return { total: gathered.total, ...(await walk(db, filter, sort, range)) }
}

async function findCounted(db: Db, filter: JobFilter, sort: Sort, range: Range, known?: number): Promise<HitPage> {
  // Titles and pay go together with the specialty.
  if (filter.specialty && !isByDate(sort)) return gather(db, filter, sort, range, null)
  const [total, found] = await Promise.all([
    known === undefined ? countFromTable(db, filter) : { n: known },
    walk(db, filter, sort, range),
  ])
  return { ...found, total }
}

/** How many jobs a filter finds, up to `maxReachable` + 1. */
export async function countHits(db: Db, filter: JobFilter): Promise<Total> {
  const byBits = await findByBits(db, filter, { by: 'recent' }, { offset: 0, limit: 0 })
  if (byBits) return byBits.total
  if (isCounted(filter)) return countFromTable(db, filter)
  const newest = (await expectHits(db, filter)) < surelyMore ? undefined : await findNewest(db, filter)
  if (newest) return believedOf(newest)
  const { rows } = await sql<Required<Total>>`
    select count(*)::integer as n, pg_current_snapshot()::text as snapshot
    from (select from job_search where ${conditionsOf(filter)} limit ${maxReachable + 1}) hits
  `.execute(db)
  return rows[0] ?? { n: 0 }
}

/** The newest hits, if they are as thick among the newest jobs as they must be for more than anybody can reach. */
const findNewest = async (db: Db, filter: JobFilter): Promise<Found | undefined> =>
  findSoon(db, filter, { by: 'recent' }, { offset: 0, limit: 20 }, await catalogueSize(db), undefined)

const believedOf = ({ snapshot }: Found): Total => ({ n: maxReachable + 1, snapshot, isBelieved: true })

/** The page and its total, unless segments cannot tell. */
async function findByBits(db: Db, filter: JobFilter, sort: Sort, range: Range): Promise<HitPage | undefined> {
  const query = segmentQueryOf(filter)
  const found =
    query && (await (sort.by === 'recent' ? findInSegments(db, query, range) : findSortedInSegments(db, query, sort, range)))
  if (!found) return undefined
  const { n, snapshot, hits, rows } = found
  return { hits, rows, snapshot, total: { n: Math.min(n, maxReachable + 1), snapshot } }
}

/** The exact total of a filter that the count table knows. */
export async function countFromTable(db: Db, filter: JobFilter): Promise<Total> {
  const { rows } = await sql<Required<Total>>`
    select coalesce(sum(n), 0)::integer as n, pg_current_snapshot()::text as snapshot
    from job_counts where ${countedConditions(filter)} ${plannedOnce}
  `.execute(db)
  return rows[0] ?? { n: 0 }
}

/**
 * The page, if hits are so thick that it lies at the beginning of the index: to gather all hits would be in vain. Where the total
 * is not known, both the planner must expect more than anybody can reach and the page be full, for that to be believed.
 * Other orders than dates go together with what is searched (pay with specialties, titles with words), so the walk is short,
 * and given up if the hits lie at the other end.
 */
async function findSoon(
  db: Db,
  filter: JobFilter,
  sort: Sort,
  { offset, limit }: Range,
  jobs: number,
  known: number | undefined,
): Promise<Found | undefined> {
  const isMore = known !== undefined && known > maxReachable
  const expected = known === undefined || isMore ? await expectHits(db, filter) : known
  if (known === undefined && expected < surelyMore) return undefined
  const hits = isMore ? Math.max(expected, known) : expected
  // Where the page would end if so many hits were evenly spread; not all of them are.
  const within = Math.ceil(((offset + limit) * jobs) / Math.max(known === undefined ? maxReachable : 0, hits / unevenness))
  if (within * (hasWords(filter) ? costOfLook : 1) > hits) return undefined
  const found = await findHits(
    db,
    sql`
      from (select * from job_search order by ${orderOf(sort)} limit ${within}) begin
      where ${conditionsOf(filter)}`,
    { offset, limit },
  )
  return found.hits.length === limit || offset + found.hits.length === known ? found : undefined
}
const surelyMore = 1.5 * maxReachable
/** To look into a text vector, which lies out of line, takes as long as to gather so many hits. */
const costOfLook = 12
const unevenness = 2

/** How many jobs the planner believes that there are. */
async function expectHits(db: Db, filter: JobFilter): Promise<number> {
  const key = keyOf(filter)
  const expected = await recall(memoryOf(db).expected, [key], async () => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select from job_search where ${conditionsOf(filter)}
    `.execute(db)
    return new Map([[key, { hits: rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0 }]])
  })
  return expected.get(key)?.hits ?? 0
}

async function gather(db: Db, filter: JobFilter, sort: Sort, { offset, limit }: Range, most: number | null): Promise<HitPage> {
  const { rows } = await sql<{ n: number; snapshot: string; hits: Hit[] }>`
    with hits as materialized (
      select job_id, posted_at, ${sortColumns[sort.by]} as sorted from job_search where ${conditionsOf(filter)} limit ${most}
    )
    select (select count(*)::integer from hits) as n, pg_current_snapshot()::text as snapshot,
      ${hitsOf(sql`from hits order by ${orderOf(sort, sql`sorted`)}`, { offset, limit })}
    ${hasWords(filter) ? plannedOnce : sql``}
  `.execute(db)
  const { n, snapshot, hits } = rows[0] ?? { n: 0, snapshot: '', hits: [] }
  return { hits, snapshot, total: { n, snapshot } }
}

const walk = (db: Db, filter: JobFilter, sort: Sort, range: Range): Promise<Found> =>
  findHits(db, sql`from job_search where ${conditionsOf(filter)} order by ${orderOf(sort)}`, range)

type Found = { hits: Hit[]; snapshot: string }

async function findHits(db: Db, source: RawBuilder<unknown>, range: Range): Promise<Found> {
  const { rows } = await sql<Found>`select pg_current_snapshot()::text as snapshot, ${hitsOf(source, range)}`.execute(db)
  return rows[0] ?? { hits: [], snapshot: '' }
}

/** A range of an ordered `from …` as one value. What is told of a hit is worked out last, or it would be of all. */
const hitsOf = (source: RawBuilder<unknown>, { offset, limit }: Range): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('id', job_id, 'at', extract(epoch from posted_at) * 1000)), '[]')
  from (select job_id, posted_at ${source} limit ${limit} offset ${offset}) page
) as hits`
