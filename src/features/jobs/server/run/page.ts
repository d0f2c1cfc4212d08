import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { paySteps } from '#features/jobs/pay-steps.ts'
import type { Db } from '#platform/server/database.ts'
import { plannedOnce } from '#platform/server/database.ts'
import { readPage } from '../queries.ts'
import type { SearchPage } from '../queries.ts'
import type { JobFilter } from '../read/read-search.ts'
import { orderOf, segmentOrderName } from './order.ts'
import type { Range, Sort } from './order.ts'
import { payWord, postfixOf, segmentQueryOf } from '../compile/program.ts'
import type { SegmentQuery } from '../compile/program.ts'

/** Undefined for what segments cannot answer, and while a bulk load waits for compaction. */
export async function searchSegments(
  db: Db,
  filter: JobFilter,
  sort: Sort,
  { offset, limit }: Range,
): Promise<SearchPage | undefined> {
  const query = segmentQueryOf(filter)
  const ranks = (sort.ranks ?? []).map((tsquery) => ({ tsquery, program: postfixOf(tsquery) }))
  if (!query || ranks.some((it) => !it.program)) return undefined
  const last = sql`${limit === 0 ? 0 : offset + limit}::integer`
  // Hits are found once. Each rank takes its own from what those before it left, and only as many as the page still needs.
  const groups = [...ranks, undefined].map((rank, index) => {
    const [name, left] = [sql.ref(`group_${index}`), sql.ref(index === 0 ? 'hits' : `rest_${index - 1}`)]
    const before = Array.from({ length: index }, (_, it) => sql`- (select total from ${sql.ref(`total_${it}`)})`)
    const needed = sql`${last} ${sql.join(before, sql` `)}`
    const own = rank ? sql`bitmap & segment_hits(id, zeros, ${rank.program}::text[])` : sql`bitmap`
    const parts = [sql`${name} as materialized (select id, zeros, ${own} as bitmap from ${left} where ${needed} > 0)`]
    if (rank) {
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
  const rankOf =
    ranks.length === 0
      ? sql`0`
      : sql`case ${sql.join(
          ranks.map(({ tsquery }, index) => sql`when search @@ ${tsquery}::tsquery then ${sql.lit(index)}`),
          sql` `,
        )} else ${sql.lit(ranks.length)} end`
  return readPage(db, {
    hits: sql`
      hits as materialized (select id, zeros, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
      delta as materialized (
        select job_id, ${rankOf} as rank from ${deltaHits(query)} join segment_delta using (job_id)
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

/** How many of all hits have each of these words; undefined where `searchSegments` is. */
export async function countWordsInSegments(
  db: Db,
  filter: JobFilter,
  words: readonly string[],
): Promise<Record<string, number> | undefined> {
  const query = segmentQueryOf(filter)
  if (!query) return undefined
  const { rows } = await sql<{ counts: Record<string, number> }>`
    with hits as materialized (select id, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
    delta as materialized (select * from ${deltaHits(query)}),
    counted as (
      select word, bit_count(hits.bitmap & posting.bitmap) as n
      from hits cross join lateral (
        select word, coalesce(dense, sparse) as bitmap from segment_postings
        where segment = id and word = any (${words}::text[]) offset 0
      ) posting
      union all
      select word, 1 from delta join segment_delta using (job_id)
      cross join unnest(tsvector_to_array(search) || ${payWordsOf(sql`pay_annual`)}) word
      where word = any (${words}::text[])
    )
    select (
      select coalesce(json_object_agg(word, n), '{}') from (select word, sum(n)::integer as n from counted group by word) summed
    ) as counts
    where not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

/** The words of the steps that pay reaches; only segments have them as postings. */
export const payWordsOf = (payAnnual: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array(select ${payWord('')}::text || step from unnest(${paySteps}::integer[]) step where step <= ${payAnnual})`

/** The jobs of the delta that a search finds, as a table with their ids. */
export function deltaHits({ tsquery, minPay, maxPay, since, circles }: SegmentQuery): RawBuilder<unknown> {
  const anywhere = { lat: null, lon: null, radius: null }
  const parts = (circles.length > 0 ? circles : [anywhere]).map(
    ({ lat, lon, radius }) => sql`
      select job_id from delta_hits(
        ${tsquery}::tsquery, ${minPay}::integer, ${since}::timestamptz, ${lat}::float8, ${lon}::float8, ${radius}::float8
      ) job_id`,
  )
  const found = sql.join(parts, sql` union `)
  if (maxPay === null) return sql`(${found}) delta_hit`
  return sql`(select job_id from (${found}) found join segment_delta using (job_id) where pay_annual <= ${maxPay}) delta_hit`
}
