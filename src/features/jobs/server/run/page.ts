import { sql, type RawBuilder } from 'kysely'
import { maxReachable } from '#features/jobs/search-criteria.ts'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import type { Query } from '../compile/compile.ts'
import { conditionsOf, hasWords } from '../compile/conditions.ts'
import { deltaHits, postfixOf, segmentQueryOf } from '../compile/program.ts'
import { summaryList, type SummaryRow } from '../queries.ts'
import { orderOf, segmentOrderName, type Range, type Sort } from './order.ts'

/** `total` is exact up to `maxReachable`, and larger where there are more hits; `sections` has how many of them each section has. */
export type Page = { rows: SummaryRow[]; total: number; sections: number[] }

/** One page of a search: from segments, or in plain SQL for what they do not answer. */
export const searchPage = async (db: Db, query: Query, sort: Sort, range: Range): Promise<Page> =>
  (await searchSegments(db, query, sort, range)) ?? (await searchWithoutSegments(db, query, sort, range))

/** How many jobs a search finds. */
export const countHits = async (db: Db, query: Query): Promise<number> =>
  (await searchPage(db, query, { by: 'recent' }, { offset: 0, limit: 0 })).total

/** Undefined for what segments cannot answer, and while a bulk load waits for compaction. */
export async function searchSegments(db: Db, asked: Query, sort: Sort, { offset, limit }: Range): Promise<Page | undefined> {
  const query = segmentQueryOf(asked)
  const [sections, ranks] = [sort.sections ?? [], sort.ranks ?? []].map((list) => list.map(postfixOf))
  const isComputed = sort.by === 'closest' || sort.by === 'aboveMedian'
  if (isComputed || !query || !sections?.every((section) => section) || !ranks?.every((rank) => rank)) return undefined
  const last = sql`${limit === 0 ? 0 : offset + limit}::integer`
  // Hits are found once. Each section takes its own from what those before it left, and within it so does each rank, but only as many as
  // the page still needs.
  const parts: RawBuilder<unknown>[] = []
  const candidates: RawBuilder<unknown>[] = []
  const totals: RawBuilder<unknown>[] = []
  let left = 'hits'
  for (const [section, program] of [...sections, undefined].entries()) {
    const before = [...totals]
    let source = left
    if (program) {
      ;({ own: source, rest: left } = split(left, `section_${section}`, program, sql`section = ${sql.lit(section)}`))
      totals.push(sql`(select total from ${sql.ref(`section_${section}_total`)})`)
    }
    for (const [index, rank] of [...ranks, undefined].entries()) {
      const place = section * (ranks.length + 1) + index
      const needed = sql.join([last, ...before], sql` - `)
      let own = source
      if (rank) {
        ;({ own, rest: source } = split(source, `rank_${place}`, rank, sql`place = ${sql.lit(place)}`, needed))
        before.push(sql`(select total from ${sql.ref(`rank_${place}_total`)})`)
      }
      candidates.push(sql`
        select ${sql.lit(place)} as place, job_id as candidate from ${sql.ref(own)}
        cross join unnest(first_positions(id, ${segmentOrderName(sort)}, bitmap, (${needed})::integer)) at
        cross join lateral (select job_id from segment_jobs where segment = id and position = at offset 0) job
        where ${needed} > 0`)
    }
  }

  /** What a program takes from the hits of `from`, how many those are, and what it leaves. It is not asked where no hits are left. */
  function split(
    from: string,
    name: string,
    program: string[],
    inDelta: RawBuilder<unknown>,
    needed: RawBuilder<unknown> = sql`1`,
  ): { own: string; rest: string } {
    const [own, rest] = [sql.ref(name), sql.ref(`${name}_rest`)]
    parts.push(
      sql`${own} as materialized (
        select id, zeros, bitmap & segment_hits(id, zeros, ${program}::text[]) as bitmap
        from ${sql.ref(from)} where ${needed} > 0 and bit_count(bitmap) > 0
      )`,
      sql`${sql.ref(`${name}_total`)} as materialized (
        select coalesce((select sum(bit_count(bitmap)) from ${own}), 0) + (select count(*) from delta where ${inDelta}) as total
      )`,
      sql`${rest} as materialized (
        select id, f.zeros, f.bitmap & ~${own}.bitmap as bitmap from ${sql.ref(from)} f join ${own} using (id)
      )`,
    )
    return { own: name, rest: `${name}_rest` }
  }

  return readPage(db, {
    hits: sql`
      hits as materialized (select id, zeros, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
      delta as materialized (
        select job_id, place, place / ${sql.lit(ranks.length + 1)} as section
        from (select job_id, ${placeOf(sort)} as place from ${deltaHits(query)} join segment_delta using (job_id)) placed
      )
      ${sql.join([sql``, ...parts])}
      ${plannedOnce}`,
    total: sql`
      select (coalesce((select sum(bit_count(bitmap)) from hits), 0) + (select count(*) from delta))::integer as total,
        array[${sql.join(totals)}]::integer[] as sections
      where not exists (select from segment_delta where search is null)`,
    ids: sql`
      select job_id
      from (
        ${sql.join([...candidates, sql`select place, job_id from delta where ${last} > 0`], sql` union all `)}
      ) candidates
      cross join lateral (select * from job_search where job_id = candidate offset 0) job
      order by candidates.place, ${orderOf(sort)} limit ${limit}::integer offset ${offset}::integer`,
  })
}

/** For phrases, reference codes, cursors and orders that are computed, and for everything until a bulk load is compacted. */
export async function searchWithoutSegments(db: Db, query: Query, sort: Sort, { offset, limit }: Range): Promise<Page> {
  // The planner guesses the hits of words badly: it would walk an index and look into every text on its way.
  const hits = sql`hits as ${hasWords(query) ? sql`materialized` : sql`not materialized`} (
    select job_id, posted_at, updated_at, title, city, state, specialty, employment_type, pay_annual, lat, lon, further_points,
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
        ? sql`select count(*)::integer as total, '{}'::integer[] as sections from (select from hits limit ${maxReachable + 1}) reachable`
        : sql`select count(*)::integer as total, array[${sql.join(sections.map(inSection))}]::integer[] as sections from hits`,
    ids: sql`select job_id from hits order by place, ${orderOf(sort)} limit ${limit}::integer offset ${offset}::integer`,
  })
  return page ?? { rows: [], total: 0, sections: [] }
}

/** Which section a row belongs to and, within it, which of the ranks, as one number. */
function placeOf({ sections = [], ranks = [] }: Sort): RawBuilder<unknown> {
  return sql`${firstOf(sections)} * ${sql.lit(ranks.length + 1)} + ${firstOf(ranks)}`
}

function firstOf(queries: readonly string[]): RawBuilder<unknown> {
  if (queries.length === 0) return sql`0`
  const cases = queries.map((query, index) => sql`when search @@ ${query}::tsquery then ${sql.lit(index)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(queries.length)} end`
}

/** How to find the `total` of a search, and the ordered `ids` of a page, in one or more common table expressions. */
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
  return first && { total: first.total, sections: first.sections, rows: rows.filter((row) => row.id !== null) }
}
