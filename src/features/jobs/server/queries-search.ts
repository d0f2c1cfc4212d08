import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { maxReachable } from '../search-criteria.ts'
import type { SortBy, SortOrder } from '../search-criteria.ts'
import { conditionsOf, countedConditions, hasWords, isCounted } from './search/conditions.ts'
import type { JobFilter } from './search/understand.ts'

export type Sort = { by: Exclude<SortBy, 'relevance'>; order?: SortOrder }
export type Range = { offset: number; limit: number }

/** The ids of one page. `total` is exact up to `maxReachable`; one more means 'more than that'. */
export type IdPage = { ids: string[]; total: number }

/**
 * Finds one page and its total.
 *
 * Of a search for words or places, at most `maxReachable` + 1 hits are gathered first: few hits are then sorted in memory,
 * whatever the order. Where there are more, the newest of them are found soonest by walking the index of dates; but other orders go
 * together with what was searched (pay with specialties, titles with words), so a walk might begin at the wrong end of
 * the catalogue, and all hits are sorted. The planner would have to guess which case it is, and guesses words badly.
 */
export async function findPage(db: Db, filter: JobFilter, sort: Sort, range: Range): Promise<IdPage> {
  if (isCounted(filter)) return findCounted(db, filter, sort, range)
  const soon = isByDate(sort) || !hasWords(filter) ? await findSoon(db, filter, sort, range) : undefined
  if (soon) return { total: maxReachable + 1, ids: soon }
  const gathered = await gather(db, filter, sort, range, isByDate(sort) ? maxReachable + 1 : null)
  if (gathered.total <= maxReachable || !isByDate(sort)) return gathered
  return { total: gathered.total, ids: await walk(db, filter, sort, range) }
}

const isByDate = ({ by }: Sort): boolean => by === 'recent' || by === 'oldest' || by === 'updated'

async function findCounted(db: Db, filter: JobFilter, sort: Sort, range: Range): Promise<IdPage> {
  // Titles and pay go together with the specialty.
  if (filter.specialty && !isByDate(sort)) return gather(db, filter, sort, range, null)
  const [total, ids] = await Promise.all([countFromTable(db, filter), walk(db, filter, sort, range)])
  return { ids, total }
}

/** The exact total of a filter that the count table knows. */
export async function countFromTable(db: Db, filter: JobFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(n), 0)::integer as total from job_counts where ${countedConditions(filter)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * The page, if hits are so thick that it lies at the beginning of the index: then there are certainly more than anybody can
 * reach, and gathering them would be in vain. To believe that, both the planner must expect more and the page be full.
 */
async function findSoon(db: Db, filter: JobFilter, sort: Sort, { offset, limit }: Range): Promise<string[] | undefined> {
  const { hits, jobs } = await expectHits(db, filter)
  // Where it would end if there were just `maxReachable` hits, evenly spread.
  const within = Math.ceil(((offset + limit) * jobs) / maxReachable)
  if (hits < surelyMore || within * costOfLook > hits) return undefined
  const { rows } = await sql<{ id: string }>`
    select id
    from (select * from jobs where status = 'active' order by ${orderOf(sort, sortColumns[sort.by])} limit ${within}) begin
    where ${conditionsOf(filter)} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.length === limit ? rows.map((it) => it.id) : undefined
}
const surelyMore = 1.5 * maxReachable
/** To look into a text vector, which lies out of line, takes as long as to gather so many hits. */
const costOfLook = 12

/** How many jobs the planner believes that there are, with this filter and at all. */
async function expectHits(db: Db, filter: JobFilter): Promise<{ hits: number; jobs: number }> {
  const [plan, size] = await Promise.all([
    sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select from jobs where ${conditionsOf(filter)}
    `.execute(db),
    sql<{ jobs: number }>`select greatest(reltuples, 0) as jobs from pg_class where oid = 'jobs'::regclass`.execute(db),
  ])
  return { hits: plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, jobs: size.rows[0]?.jobs ?? 0 }
}

async function gather(db: Db, filter: JobFilter, sort: Sort, { offset, limit }: Range, most: number | null): Promise<IdPage> {
  const { rows } = await sql<IdPage>`
    with hits as materialized (
      select id, posted_at, ${sortColumns[sort.by]} as sorted from jobs where ${conditionsOf(filter)} limit ${most}
    )
    select (select count(*)::integer from hits) as total,
      array(select id from hits order by ${orderOf(sort, sql`sorted`)} limit ${limit} offset ${offset}) as ids
  `.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

async function walk(db: Db, filter: JobFilter, sort: Sort, { offset, limit }: Range): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where ${conditionsOf(filter)}
    order by ${orderOf(sort, sortColumns[sort.by])} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map((it) => it.id)
}

const sortColumns: Record<Sort['by'], RawBuilder<unknown>> = {
  recent: sql`posted_at`,
  oldest: sql`posted_at`,
  updated: sql`updated_at`,
  title: sql`lower(title)`,
  city: sql`lower(city)`,
  state: sql`state`,
  specialty: sql`specialty`,
  type: sql`employment_type`,
  comp: sql`pay_annual`,
}

/** Every order ends in something unique, or pages would overlap. */
function orderOf({ by, order }: Sort, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (by === 'recent') return sql`posted_at desc, id desc`
  if (by === 'oldest') return sql`posted_at, id`
  const ascending = (order ?? (by === 'title' || by === 'city' || by === 'state' ? 'asc' : 'desc')) === 'asc'
  if (by === 'updated') return ascending ? sql`${column}, id` : sql`${column} desc, id desc`
  if (by === 'comp') return sql`${column} ${ascending ? sql`asc` : sql`desc`} nulls last, posted_at desc, id desc`
  return sql`${column} ${ascending ? sql`asc` : sql`desc`}, posted_at desc, id desc`
}
