import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { plannedOnce } from '#server/lib/planned-once.ts'
import { maxReachable } from '../search-criteria.ts'
import type { Range } from './queries-search.ts'
import { asSegmentHits, canBeSearched, circleOf, freshHits, toldOfHits, withSummaries } from './queries-segment-parts.ts'
import type { HitRow, SegmentHits } from './queries-segment-parts.ts'
import type { SegmentQuery } from './search/segment-query.ts'

/**
 * Counts the hits of a search, and finds the newest of them, from the words' bits; undefined while there are jobs that cannot be
 * searched so. Segments are asked one after the other, the newest first, until there are more than `most` hits.
 */
export async function findInSegments(
  db: Db,
  query: SegmentQuery,
  { offset, limit }: Range,
  most: number = maxReachable,
): Promise<SegmentHits | undefined> {
  const { postfix, tsquery, minPay, since } = query
  const { rows } = await sql<HitRow>`
    select ${toldOfHits(sql`found`)}
    from newest_hits(
      ${postfix}::text[], ${tsquery}::tsquery, ${minPay}::integer, ${since}::timestamptz, ${circleOf(query)},
      ${Math.max(most, offset + limit)}::integer, ${offset}::integer, ${offset + limit}::integer
    ) found ${withSummaries(sql`found`)}
    order by found.posted_at desc, found.job_id desc
    ${plannedOnce}
  `.execute(db)
  return asSegmentHits(rows)
}

/** Of all hits, how many have each of these words; undefined where `findInSegments` is, and where it would take too long. */
export async function countWordsInSegments(
  db: Db,
  query: SegmentQuery,
  words: readonly string[],
): Promise<Record<string, number> | undefined> {
  const { rows } = await sql<{ counts: Record<string, number> }>`
    with found as materialized (select id, segment_hits(id, none, ${query.postfix}::text[]) as bits from search_segments),
    fresh as materialized (select job_id from ${freshHits(query)}),
    counted as (
      select word, bit_count(found.bits & owners.bits) as n
      from found cross join lateral (
        select word, coalesce(dense, sparse) as bits from segment_words where segment = id and word = any (${words}::text[]) offset 0
      ) owners
      union all
      select word, 1 from fresh join fresh_jobs using (job_id) cross join unnest(tsvector_to_array(search)) word
      where word = any (${words}::text[])
    )
    select (
      select coalesce(json_object_agg(word, n), '{}') from (select word, sum(n)::integer as n from counted group by word) summed
    ) as counts
    where ${canBeSearched} and (select sum(length(none)) from search_segments) <= ${mostJobs}
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}
/** Among more, ten thousand hits are sooner counted one by one. */
const mostJobs = 500_000
