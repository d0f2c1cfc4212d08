import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { plannedOnce } from '#server/lib/planned-once.ts'
import type { Range } from './queries-search.ts'
import { asSegmentHits, canBeSearched, circleOf, freshHits, toldOfHits, withSummaries } from './queries-segment-parts.ts'
import type { HitRow, SegmentHits } from './queries-segment-parts.ts'
import { orderOf, segmentOrderName, segmentSorts } from './search-order.ts'
import type { Sort } from './search-order.ts'
import type { SegmentQuery } from './search/segment-query.ts'

/**
 * Counts the hits of a search, and finds the first of them in any order but 'newest first': the first of each segment are looked up and
 * sorted together. Undefined while there are jobs that cannot be searched so.
 */
export async function findSortedInSegments(
  db: Db,
  query: SegmentQuery,
  sort: Sort,
  { offset, limit }: Range,
): Promise<SegmentHits | undefined> {
  const bits = sql`segment_hits(id, none, ${query.postfix}::text[])`
  const { rows } = await sql<HitRow>`
    with found as materialized (
      select id, ${query.place ? sql`bits_at(positions_around(id, ${bits}, ${circleOf(query)}), none)` : bits} as bits from search_segments
    ),
    fresh as materialized (select job_id from ${freshHits(query)}),
    total as (
      select (select coalesce(sum(bit_count(bits)), 0) from found)::integer + (select count(*) from fresh)::integer as n
    ),
    first as materialized (
      select job.job_id
      from found cross join lateral (
        select first_by(id, ${segmentOrderName(sort)}, bits, ${offset + limit}::integer) as position offset 0
      ) there
      cross join lateral (
        select job_id from segment_jobs where segment = id and segment_jobs.position = there.position offset 0
      ) job
      where (select n from total) > ${offset}::integer
    ),
    page as materialized (
      select job_id, posted_at, row_number() over (order by ${orderOf(sort)}) as place
      from (select job_id as hit from first union all select job_id from fresh) hits
      cross join lateral (select * from job_search where job_id = hit offset 0) job
      order by place limit ${limit}::integer offset ${offset}::integer
    ),
    told as (select * from total left join page on true)
    select ${toldOfHits(sql`told`)}
    from told ${withSummaries(sql`told`)}
    where ${canBeSearched}
    order by place
    ${plannedOnce}
  `.execute(db)
  return asSegmentHits(rows)
}

/** Cuts a segment's staged jobs into steps of `stepSize`, once for each order. */
export async function writeOrders(db: Db, segment: number, stepSize: number): Promise<void> {
  for (const sort of segmentSorts) {
    await sql`
      with placed as (select position, row_number() over (order by ${orderOf(sort)}) - 1 as place from staged_jobs),
      steps as (
        select place / ${stepSize}::integer as step, array_agg(position order by place) as positions from placed group by step
      )
      insert into segment_orders (segment, name, step, bits, positions)
      select s.id, ${segmentOrderName(sort)}, step, bit_or(bits_at(positions, none)) over (order by step), positions
      from search_segments s, steps where s.id = ${segment}::integer
    `.execute(db)
  }
}
