import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { maxReachable } from '#features/jobs/search-criteria.ts'
import type { Db } from '#platform/server/database.ts'
import { plannedOnce } from '#platform/server/database.ts'
import type { Query } from '../compile/compile.ts'
import { conditionsOf, hasWords } from '../compile/conditions.ts'
import { deltaHits, postfixOf, segmentQueryOf } from '../compile/program.ts'
import { summaryList } from '../queries.ts'
import type { SummaryRow } from '../queries.ts'
import { orderOf, segmentOrderName } from './order.ts'
import type { Range, Sort } from './order.ts'

/** `total` is exact up to `maxReachable`, and larger where there are more hits. */
export type Page = { rows: SummaryRow[]; total: number }

/** One page of a search: from segments, or in plain SQL for what they do not answer. */
export const searchPage = async (db: Db, query: Query, sort: Sort, range: Range): Promise<Page> =>
  (await searchSegments(db, query, sort, range)) ?? (await searchWithoutSegments(db, query, sort, range))

/** How many jobs a search finds. */
export const countHits = async (db: Db, query: Query): Promise<number> =>
  (await searchPage(db, query, { by: 'recent' }, { offset: 0, limit: 0 })).total

/** Undefined for what segments cannot answer, and while a bulk load waits for compaction. */
export async function searchSegments(db: Db, asked: Query, sort: Sort, { offset, limit }: Range): Promise<Page | undefined> {
  const query = segmentQueryOf(asked)
  const programs = (sort.ranks ?? []).flatMap((it) => {
    const program = postfixOf(it)
    return program ? [program] : []
  })
  if (!query || programs.length < (sort.ranks?.length ?? 0)) return undefined
  const last = sql`${limit === 0 ? 0 : offset + limit}::integer`
  // Hits are found once. Each rank takes its own from what those before it left, and only as many as the page still needs.
  const groups = [...programs, undefined].map((program, index) => {
    const [name, left] = [sql.ref(`group_${index}`), sql.ref(index === 0 ? 'hits' : `rest_${index - 1}`)]
    const before = Array.from({ length: index }, (_, rank) => sql`- (select total from ${sql.ref(`total_${rank}`)})`)
    const needed = sql`${last} ${sql.join(before, sql` `)}`
    const own = program ? sql`bitmap & segment_hits(id, zeros, ${program}::text[])` : sql`bitmap`
    const parts = [sql`${name} as materialized (select id, zeros, ${own} as bitmap from ${left} where ${needed} > 0)`]
    if (program) {
      const total = sql`coalesce((select sum(bit_count(bitmap)) from ${name}), 0) + (select count(*) from delta where rank = ${sql.lit(index)})`
      const rest = sql`select id, ${left}.zeros, ${left}.bitmap & ~${name}.bitmap as bitmap from ${left} join ${name} using (id)`
      parts.push(
        sql`${sql.ref(`total_${index}`)} as materialized (select ${total} as total)`,
        sql`${sql.ref(`rest_${index}`)} as materialized (${rest})`,
      )
    }
    const positions = sql`first_positions(id, ${segmentOrderName(sort)}, bitmap, (${needed})::integer)`
    const candidates = sql`
      select ${sql.lit(index)} as rank, job_id as candidate from ${name} cross join unnest(${positions}) place
      cross join lateral (select job_id from segment_jobs where segment = id and position = place offset 0) job`
    return { parts, candidates }
  })
  return readPage(db, {
    hits: sql`
      hits as materialized (select id, zeros, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
      delta as materialized (
        select job_id, ${rankOf(sort)} as rank from ${deltaHits(query)} join segment_delta using (job_id)
      ),
      ${sql.join(groups.flatMap((it) => it.parts))}
      ${plannedOnce}`,
    total: sql`
      select (coalesce((select sum(bit_count(bitmap)) from hits), 0) + (select count(*) from delta))::integer as total
      where not exists (select from segment_delta where search is null)`,
    ids: sql`
      select job_id
      from (
        ${sql.join([...groups.map((it) => it.candidates), sql`select rank, job_id from delta where ${last} > 0`], sql` union all `)}
      ) candidates
      cross join lateral (select * from job_search where job_id = candidate offset 0) job
      order by candidates.rank, ${orderOf(sort)} limit ${limit}::integer offset ${offset}::integer`,
  })
}

/** For phrases, reference codes and cursors, and for everything until a bulk load is compacted. */
export async function searchWithoutSegments(db: Db, query: Query, sort: Sort, { offset, limit }: Range): Promise<Page> {
  // The planner guesses the hits of words badly: it would walk an index and look into every text on its way.
  const hits = sql`hits as ${hasWords(query) ? sql`materialized` : sql`not materialized`} (
    select job_id, posted_at, updated_at, title, city, state, specialty, employment_type, pay_annual, ${rankOf(sort)} as rank
    from job_search where ${conditionsOf(query)}
  )`
  const page = await readPage(db, {
    hits,
    total: sql`select count(*)::integer as total from (select from hits limit ${maxReachable + 1}) reachable`,
    ids: sql`select job_id from hits order by rank, ${orderOf(sort)} limit ${limit}::integer offset ${offset}::integer`,
  })
  return page ?? { rows: [], total: 0 }
}

/** Which of the ranks a row belongs to. */
function rankOf({ ranks = [] }: Sort): RawBuilder<unknown> {
  if (ranks.length === 0) return sql`0`
  const cases = ranks.map((it, index) => sql`when search @@ ${it}::tsquery then ${sql.lit(index)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(ranks.length)} end`
}

/** How to find the `total` of a search, and the ordered `ids` of a page, in one or more common table expressions. */
type Parts = { hits: RawBuilder<unknown>; total: RawBuilder<unknown>; ids: RawBuilder<unknown> }

/** Total and rows in one round trip; undefined if there is no total. */
async function readPage(db: Db, { hits, total, ids }: Parts): Promise<Page | undefined> {
  const { rows } = await sql<{ total: number } & (SummaryRow | { id: null })>`
    with ${hits}
    select total, summary.*
    from (${total}) counted
    left join unnest(array(${ids})) with ordinality as page (job_id, place) on true
    left join lateral (
      select ${summaryList} from jobs where id = page.job_id and status = 'active' offset 0
    ) summary on true
    order by place
  `.execute(db)
  const [first] = rows
  return first && { total: first.total, rows: rows.filter((row) => row.id !== null) }
}
