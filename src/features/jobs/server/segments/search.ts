import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { plannedOnce } from '#server/lib/database.ts'
import { readPage } from '../queries.ts'
import type { SearchPage } from '../queries.ts'
import type { JobFilter } from '../search/understand.ts'
import { orderOf, segmentOrderName } from '../search-order.ts'
import type { Range, Sort } from '../search-order.ts'
import { segmentQueryOf } from './query.ts'
import type { SegmentQuery } from './query.ts'

/** Undefined for what segments cannot answer, and while a bulk load waits for compaction. */
export async function searchSegments(
  db: Db,
  filter: JobFilter,
  sort: Sort,
  { offset, limit }: Range,
): Promise<SearchPage | undefined> {
  const all = segmentQueryOf(filter)
  const groups = groupsOf(filter.tsquery, sort.ranks).map((tsquery) => segmentQueryOf({ ...filter, tsquery }))
  if (!all || !groups.every((it) => it !== undefined)) return undefined
  const last = sql`${limit === 0 ? 0 : offset + limit}::integer`
  const names = groups.map((_query, index) => sql.ref(`hits_${index}`))
  const searched = (query: SegmentQuery, most: RawBuilder<unknown>) =>
    sql`search_segments(${query.program}::text[], ${deltaQuery(query)}, ${segmentOrderName(sort)}, ${most})`
  // A group names only as many jobs as those before it leave of the page; if they leave none, it is not looked for.
  const hits = groups.map((query, index) => {
    if (index === 0) return sql`${names[0]} as materialized (select * from ${searched(query, last)})`
    const before = names.slice(0, index).map((name) => sql`coalesce((select total from ${name}), 0)`)
    const missing = sql`${last} - ${sql.join(before, sql` - `)}`
    return sql`${names[index]} as materialized (select * from ${searched(query, missing)} where ${missing} > 0)`
  })
  const total = groups.length === 1 ? [] : [sql`counted as materialized (select * from ${searched(all, sql`0`)})`]
  const candidates = names.map(
    (name, index) => sql`select ${sql.lit(index)} as place, unnest(candidates) as candidate from ${name}`,
  )
  return readPage(db, {
    hits: sql`${sql.join([...total, ...hits])} ${plannedOnce}`,
    total: sql`select total from ${groups.length === 1 ? names[0] : sql.ref('counted')}`,
    ids: sql`
      select job_id
      from (${sql.join(candidates, sql` union all `)}) candidates
      cross join lateral (select * from job_search where job_id = candidate offset 0) job
      order by candidates.place, ${orderOf(sort)} limit ${limit}::integer offset ${offset}::integer`,
  })
}

/** The hits of each rank without those of the ranks before, and the rest: every hit once. */
function groupsOf(tsquery: string | null, ranks: readonly string[] = []): (string | null)[] {
  const asked = tsquery === null ? [] : [`(${tsquery})`]
  const inside = ranks.map((rank, index) => [...asked, `(${rank})`, ...ranks.slice(0, index).map((it) => `!(${it})`)])
  return [...inside, [...asked, ...ranks.map((it) => `!(${it})`)]].map((it) => it.join(' & ') || null)
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
    delta as materialized (select * from delta_hits(${deltaQuery(query)}) job_id),
    counted as (
      select word, bit_count(hits.bitmap & posting.bitmap) as n
      from hits cross join lateral (
        select word, coalesce(dense, sparse) as bitmap from segment_postings
        where segment = id and word = any (${words}::text[]) offset 0
      ) posting
      union all
      select word, 1 from delta join segment_delta using (job_id) cross join unnest(tsvector_to_array(search)) word
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

const deltaQuery = ({ tsquery, minPay, since, place }: SegmentQuery) => sql`
  ${tsquery}::tsquery, ${minPay}::integer, ${since}::timestamptz,
  ${place?.lat ?? null}::float8, ${place?.lon ?? null}::float8, ${place?.radius ?? null}::float8`
