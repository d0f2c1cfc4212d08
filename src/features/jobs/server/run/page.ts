import { sql, type RawBuilder } from 'kysely'
import { maxReachable, type SortBy, type SortOrder } from '#features/jobs/search-criteria.ts'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import type { Query } from '../compile/compile.ts'
import {
  conditionsOf,
  hasWords,
  milesOfNearest,
  deltaQuery,
  postfixOf,
  segmentQueryOf,
} from '../compile/conditions.ts'
import { summaryList, type SummaryRow } from '../queries.ts'

/**
 * `total` is exact up to `maxReachable`, and larger where there are more hits; `sections` has how
 * many of them each section has.
 */
export type Page = { rows: SummaryRow[]; total: number; sections: number[] }

/** One page of a search: from segments, or in plain SQL for what they do not answer. */
export const searchPage = async (db: Db, query: Query, sort: Sort, range: Range): Promise<Page> =>
  (await searchSegments(db, query, sort, range)) ??
  (await searchWithoutSegments(db, query, sort, range))

/** How many jobs a search finds. */
export const countHits = async (db: Db, query: Query): Promise<number> =>
  (await searchPage(db, query, { by: 'recent' }, { offset: 0, limit: 0 })).total

/** Undefined for what segments cannot answer, and while a bulk load waits for compaction. */
export async function searchSegments(
  db: Db,
  search: Query,
  sort: Sort,
  { offset, limit }: Range,
): Promise<Page | undefined> {
  const query = segmentQueryOf(search)
  const { by, sections = [], ranks = [] } = sort
  const [sectionPrograms, rankPrograms] = [sections.map(programOf), ranks.map(programOf)]
  const isComputed = by === 'closest' || by === 'aboveMedian'
  if (isComputed || !query || [...sectionPrograms, ...rankPrograms].includes(undefined))
    return undefined
  return readPage(db, {
    hits: sql`
      found as materialized (
        select * from search_segments(
          ${query.program}::text[], ${deltaQuery(query)}, ${sectionPrograms}::text[], ${sections}::text[],
          ${rankPrograms}::text[], ${ranks}::text[], ${segmentOrderName(sort)}::text,
            ${limit === 0 ? 0 : offset + limit}::integer
        )
      )
      ${plannedOnce}`,
    total: sql`select total, sections from found`,
    ids: sql`
      select job_id from found cross join unnest(ids, places) candidates (candidate, place)
      cross join lateral (select * from job_search where job_id = candidate offset 0) job
      order by candidates.place, ${orderOf(sort)} limit ${limit}::integer offset ${offset}::integer`,
  })
}

/** As `search_segments` takes it. */
const programOf = (query: string) => postfixOf(query)?.join('\u001F')

/**
 * For phrases, reference codes, cursors and orders that are computed, and for everything until a
 * bulk load is compacted.
 */
export async function searchWithoutSegments(
  db: Db,
  query: Query,
  sort: Sort,
  { offset, limit }: Range,
): Promise<Page> {
  // The planner guesses the hits of words badly: it would walk an index and look into every text on
  // its way.
  const hits = sql`hits as ${hasWords(query) ? sql`materialized` : sql`not materialized`} (
    select job_id, posted_at, updated_at, title, city, state, specialty, employment_type,
      pay_annual, lat, lon, further_points,
      ${placeOf(sort)} as place
      ${sort.by === 'aboveMedian' ? sql`, middle_pay` : sql``}
    from job_search where ${conditionsOf(query)}
  )`
  const { sections = [], ranks = [] } = sort
  const inSection = (_query: string, section: number) =>
    sql`count(*) filter (where place / ${sql.lit(ranks.length + 1)} = ${sql.lit(section)})`
  const page = await readPage(db, {
    hits,
    total:
      sections.length === 0
        ? sql`select count(*)::integer as total, '{}'::integer[] as sections from (select from hits
          limit ${maxReachable + 1}) reachable`
        : sql`select count(*)::integer as total,
          array[${sql.join(sections.map(inSection))}]::integer[] as sections from hits`,
    ids: sql`select job_id from hits order by place, ${orderOf(sort)}
      limit ${limit}::integer offset ${offset}::integer`,
  })
  return page ?? { rows: [], total: 0, sections: [] }
}

/** Which section a row belongs to and, within it, which of the ranks, as one number. */
function placeOf({ sections = [], ranks = [] }: Sort) {
  return sql`${firstOf(sections)} * ${sql.lit(ranks.length + 1)} + ${firstOf(ranks)}`
}

function firstOf(queries: readonly string[]) {
  if (queries.length === 0) return sql`0`
  const cases = queries.map(
    (query, index) => sql`when search @@ ${query}::tsquery then ${sql.lit(index)}`,
  )
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(queries.length)} end`
}

/**
 * How to find the `total` of a search, and the ordered `ids` of a page, in one or more common table
 * expressions.
 */
type Parts = { hits: RawBuilder<unknown>; total: RawBuilder<unknown>; ids: RawBuilder<unknown> }

/** Total and rows in one round trip; undefined if there is no total. */
async function readPage(db: Db, { hits, total, ids }: Parts): Promise<Page | undefined> {
  const { rows } = await sql<Pick<Page, 'total' | 'sections'> & (SummaryRow | { id: null })>`
    with ${hits}
    select total, sections, summary.*
    from (${total}) counted
    left join unnest(array(${ids})) with ordinality as page (job_id, place) on true
    left join lateral (
      select ${summaryList} from jobs where id = page.job_id and status = 'active' offset 0
    ) summary on true
    order by place
  `.execute(db)
  const [first] = rows
  return (
    first && {
      total: first.total,
      sections: first.sections,
      rows: rows.filter((row) => row.id !== null),
    }
  )
}

/** In rows. */
type Range = { offset: number; limit: number }

export type Sort = {
  /**
   * Text queries: whatever the order, the hits of the first come before those of the second, and so
   * on; then all others.
   */
  sections?: readonly string[]
  /** 'added': by id, which no change of a job moves. */
  by: Exclude<SortBy, 'relevance'> | 'added'
  /** Where the closest are close to. */
  from?: { lat: number; lon: number } | undefined
  order?: SortOrder | undefined
  /** Median pay a year by specialty, which 'aboveMedian' compares with. */
  medians?: ReadonlyMap<string, number> | undefined
  /** The same within each section; each group is in order. */
  ranks?: readonly string[]
}

const isByDate = ({ by }: Sort) => by === 'recent' || by === 'oldest' || by === 'updated'

const sortColumns: Record<Sort['by'], RawBuilder<unknown>> = {
  added: sql`job_id`,
  recent: sql`posted_at`,
  oldest: sql`posted_at`,
  updated: sql`updated_at`,
  title: sql`title`,
  city: sql`city`,
  state: sql`state`,
  specialty: sql`specialty`,
  type: sql`employment_type`,
  comp: sql`pay_annual`,
  aboveMedian: sql`middle_pay`,
  closest: sql`job_id`,
}

/** Dates have two names, and no other direction. */
function isAscending({ by, order }: Sort) {
  if (by === 'oldest' || by === 'recent') return by === 'oldest'
  return (order ?? (by === 'title' || by === 'city' || by === 'state' ? 'asc' : 'desc')) === 'asc'
}

/** On `job_search`. Every order ends in something unique, or pages would overlap. */
export function orderOf(sort: Sort): RawBuilder<unknown> {
  const column = sortColumns[sort.by]
  const direction = isAscending(sort) ? sql`asc` : sql`desc`
  if (sort.by === 'added') return sql`job_id desc`
  if (sort.by === 'closest' && sort.from)
    return sql`${milesOfNearest(sql`${sort.from.lat}::float8`, sql`${sort.from.lon}::float8`)},
      posted_at desc, job_id desc`
  if (isByDate(sort)) return sql`${column} ${direction}, job_id ${direction}`
  if (sort.by === 'aboveMedian') {
    const medians = JSON.stringify(Object.fromEntries(sort.medians ?? []))
    return sql`${column} / (${medians}::jsonb ->> specialty)::float8 ${direction} nulls last,
      posted_at desc, job_id desc`
  }
  if (sort.by === 'comp') return sql`${column} ${direction} nulls last, posted_at desc, job_id desc`
  return sql`${column} ${direction}, posted_at desc, job_id desc`
}

/** The orders that segments store; 'newest first' is that of positions. */
export const segmentSorts: readonly Sort[] = [
  { by: 'oldest' },
  ...(['updated', 'title', 'city', 'state', 'specialty', 'type', 'comp'] as const).flatMap((by) => [
    { by, order: 'asc' as const },
    { by, order: 'desc' as const },
  ]),
]

export const segmentOrderName = (sort: Sort): string =>
  `${sort.by} ${isAscending(sort) ? 'asc' : 'desc'}`
