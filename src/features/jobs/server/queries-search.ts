import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { maxReachable } from '../search-criteria.ts'
import type { SortBy, SortOrder } from '../search-criteria.ts'
import { conditionsOf, countedConditions, hasWords, isCounted } from './search/conditions.ts'
import { catalogueSize } from './search/memory.ts'
import type { JobFilter } from './search/understand.ts'

export type Sort = { by: Exclude<SortBy, 'relevance'>; order?: SortOrder }
export type Range = { offset: number; limit: number }

/** `n` is exact, or `maxReachable` + 1 where there are more. `snapshot` is PostgreSQL's name for the state that was counted. */
export type Total = { n: number; snapshot?: string }

/** The ids of one page. */
export type IdPage = { ids: string[]; total: Total }

/**
 * Finds one page and its total; a total that is known already is believed, and not counted again.
 *
 * Of a search for words or places, at most `maxReachable` + 1 hits are gathered first: few hits are then sorted in memory,
 * whatever the order. Where hits are thick, the first of them are found soonest by walking the index of their order. The
 * planner would have to guess which case it is, and guesses words badly.
 */
export async function findPage(db: Db, filter: JobFilter, sort: Sort, range: Range, known?: number): Promise<IdPage> {
  if (isCounted(filter)) return findCounted(db, filter, sort, range)
  if (known !== undefined && known <= range.offset) return { total: { n: known }, ids: [] }
  const jobs = await catalogueSize(db)
  const soon = await findSoon(db, filter, sort, range, jobs, known)
  if (soon) return { total: { n: known ?? maxReachable + 1 }, ids: soon }
  const gathered = await gather(db, filter, sort, range, isByDate(sort) ? maxReachable + 1 : null)
  if (gathered.total.n <= maxReachable || !isByDate(sort)) return gathered
  return { total: gathered.total, ids: await walk(db, filter, sort, range) }
}

const isByDate = ({ by }: Sort): boolean => by === 'recent' || by === 'oldest' || by === 'updated'

async function findCounted(db: Db, filter: JobFilter, sort: Sort, range: Range): Promise<IdPage> {
  // Titles and pay go together with the specialty.
  if (filter.specialty && !isByDate(sort)) return gather(db, filter, sort, range, null)
  const [n, ids] = await Promise.all([countFromTable(db, filter), walk(db, filter, sort, range)])
  return { ids, total: { n } }
}

/** How many jobs a filter finds, up to `maxReachable` + 1. */
export async function countHits(db: Db, filter: JobFilter): Promise<Total> {
  if (isCounted(filter)) return { n: await countFromTable(db, filter) }
  if ((await expectHits(db, filter)) >= surelyMore && (await isFull(db, filter))) return { n: maxReachable + 1 }
  const { rows } = await sql<Required<Total>>`
    select count(*)::integer as n, pg_current_snapshot()::text as snapshot
    from (select from job_search where ${conditionsOf(filter)} limit ${maxReachable + 1}) hits
  `.execute(db)
  return rows[0] ?? { n: 0 }
}

/** Whether hits are as thick among the newest jobs as they must be for more than anybody can reach. */
async function isFull(db: Db, filter: JobFilter): Promise<boolean> {
  const jobs = await catalogueSize(db)
  return (await findSoon(db, filter, { by: 'recent' }, { offset: 0, limit: 20 }, jobs, undefined)) !== undefined
}

/** The exact total of a filter that the count table knows. */
export async function countFromTable(db: Db, filter: JobFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(n), 0)::integer as total from job_counts where ${countedConditions(filter)}
  `.execute(db)
  return rows[0]?.total ?? 0
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
): Promise<string[] | undefined> {
  const hits = known === undefined ? await expectHits(db, filter) : Math.min(known, maxReachable)
  if (known === undefined && hits < surelyMore) return undefined
  // Where the page would end if there were just so many hits, evenly spread; not all of them are.
  const within = Math.ceil(((offset + limit) * jobs) / (known === undefined ? maxReachable : hits / unevenness))
  if (within * (hasWords(filter) ? costOfLook : 1) > hits) return undefined
  const { rows } = await sql<{ id: string }>`
    select job_id as id
    from (select * from job_search order by ${orderOf(sort, sortColumns[sort.by])} limit ${within}) begin
    where ${conditionsOf(filter)} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.length === limit || offset + rows.length === known ? rows.map((it) => it.id) : undefined
}
const surelyMore = 1.5 * maxReachable
/** To look into a text vector, which lies out of line, takes as long as to gather so many hits. */
const costOfLook = 12
const unevenness = 2

/** How many jobs the planner believes that there are. */
async function expectHits(db: Db, filter: JobFilter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from job_search where ${conditionsOf(filter)}
  `.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

async function gather(db: Db, filter: JobFilter, sort: Sort, { offset, limit }: Range, most: number | null): Promise<IdPage> {
  const { rows } = await sql<{ n: number; snapshot: string; ids: string[] }>`
    with hits as materialized (
      select job_id, posted_at, ${sortColumns[sort.by]} as sorted from job_search where ${conditionsOf(filter)} limit ${most}
    )
    select (select count(*)::integer from hits) as n, pg_current_snapshot()::text as snapshot,
      array(select job_id from hits order by ${orderOf(sort, sql`sorted`)} limit ${limit} offset ${offset}) as ids
  `.execute(db)
  const { n, snapshot, ids } = rows[0] ?? { n: 0, snapshot: '', ids: [] }
  return { ids, total: { n, snapshot } }
}

async function walk(db: Db, filter: JobFilter, sort: Sort, { offset, limit }: Range): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select job_id as id from job_search where ${conditionsOf(filter)}
    order by ${orderOf(sort, sortColumns[sort.by])} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map((it) => it.id)
}

const sortColumns: Record<Sort['by'], RawBuilder<unknown>> = {
  recent: sql`posted_at`,
  oldest: sql`posted_at`,
  updated: sql`updated_at`,
  title: sql`title`,
  city: sql`city`,
  state: sql`state`,
  specialty: sql`specialty`,
  type: sql`employment_type`,
  comp: sql`pay_annual`,
}

/** Every order ends in something unique, or pages would overlap. */
function orderOf({ by, order }: Sort, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by === 'recent') return sql`posted_at desc, job_id desc`
  if (by === 'oldest') return sql`posted_at, job_id`
  const ascending = (order ?? (by === 'title' || by === 'city' || by === 'state' ? 'asc' : 'desc')) === 'asc'
  if (by === 'updated') return ascending ? sql`${column}, job_id` : sql`${column} desc, job_id desc`
  if (by === 'comp') return sql`${column} ${ascending ? sql`asc` : sql`desc`} nulls last, posted_at desc, job_id desc`
  return sql`${column} ${ascending ? sql`asc` : sql`desc`}, posted_at desc, job_id desc`
}
