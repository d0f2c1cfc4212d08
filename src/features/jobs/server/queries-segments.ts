import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { plannedOnce } from '#server/lib/planned-once.ts'
import type { Hit, Range } from './queries-search.ts'
import type { SegmentQuery } from './search/segment-query.ts'

export type SegmentHits = { n: number; snapshot: string; hits: Hit[] }

/**
 * Counts all hits of a text query, and finds the newest of them, from the words' bits; undefined while there are jobs that cannot be
 * searched so.
 *
 * Only those segments are asked for their last hits that no page's worth of newer ones stands before.
 */
export async function findInSegments(db: Db, query: SegmentQuery, { offset, limit }: Range): Promise<SegmentHits | undefined> {
  // In a query of its own a number is none that the planner plans for: so one plan serves all pages.
  const reached = sql`(select ${offset + limit}::integer)`
  const { tsquery, minPay, since, place, postfix } = query
  const { found, n, last } = place ? around(place) : anywhere
  const { rows } = await sql<SegmentHits>`
    with counted as materialized (
      select id, oldest, newest, found, ${n} as n
      from search_segments
      cross join lateral (select segment_hits(id, none, ${postfix}::text[]) as bits offset 0) everywhere
      cross join lateral (select ${found} as found offset 0) there
    ),
    fresh as materialized (
      select job_id, posted_at from fresh_hits(
        ${tsquery}::tsquery, ${minPay}::integer, ${since}::timestamptz, ${place?.lat}::float8, ${place?.lon}::float8, ${place?.radius}::float8
      )
    ),
    page as (
      select job.job_id, job.posted_at
      from counted cross join lateral ${last(reached)} last
      cross join lateral (select job_id, posted_at from segment_jobs where segment = id and position = last offset 0) job
      where n > 0 and (select coalesce(sum(n), 0) from counted newer where newer.oldest > counted.newest) < ${reached}
      union all
      select job_id, posted_at from fresh
      order by posted_at desc, job_id desc limit (select ${limit}::integer) offset (select ${offset}::integer)
    )
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(sum(n), 0) from counted)::integer + (select count(*) from fresh)::integer as n,
      (select coalesce(json_agg(json_build_object('id', job_id, 'at', extract(epoch from posted_at) * 1000)), '[]') from page) as hits
    where not exists (select from fresh_jobs where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]
}

/** Of all hits, how many have each of these words; undefined where `findInSegments` is. */
export async function countWordsInSegments(
  db: Db,
  { postfix, tsquery, minPay, since }: SegmentQuery,
  words: readonly string[],
): Promise<Record<string, number> | undefined> {
  const { rows } = await sql<{ counts: Record<string, number> }>`
    with found as materialized (select id, segment_hits(id, none, ${postfix}::text[]) as bits from search_segments),
    fresh as materialized (
      select job_id from fresh_hits(${tsquery}::tsquery, ${minPay}::integer, ${since}::timestamptz, null, null, null)
    ),
    counted as (
      select word, bit_count(found.bits & owners.bits) as n
      from found cross join lateral (
        select word, bits from segment_words where segment = id and word = any (${words}::text[]) offset 0
      ) owners
      union all
      select word, 1 from fresh join fresh_jobs using (job_id) cross join unnest(tsvector_to_array(search)) word
      where word = any (${words}::text[])
    )
    select (
      select coalesce(json_object_agg(word, n), '{}') from (select word, sum(n)::integer as n from counted group by word) summed
    ) as counts
    where not exists (select from fresh_jobs where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

/** What a segment finds, how many that are, and the last of them. */
type Finding = { found: RawBuilder<unknown>; n: RawBuilder<unknown>; last: (most: RawBuilder<unknown>) => RawBuilder<unknown> }

const anywhere: Finding = {
  found: sql`bits`,
  n: sql`bit_count(bits)::integer`,
  last: (most) => sql`last_positions(found, ${most})`,
}

const around = ({ lat, lon, radius }: NonNullable<SegmentQuery['place']>): Finding => ({
  found: sql`positions_around(id, bits, ${lat}::float8, ${lon}::float8, ${radius}::float8)`,
  n: sql`cardinality(found)`,
  last: (most) => sql`unnest(found[:${most}])`,
})
