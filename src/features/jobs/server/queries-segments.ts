import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { plannedOnce } from '#server/lib/planned-once.ts'
import { maxReachable } from '../search-criteria.ts'
import type { Hit, Range } from './queries-search.ts'
import { canBeSearched, freshHits, hitsAsOne } from './queries-segment-parts.ts'
import type { SegmentQuery } from './search/segment-query.ts'

/** `n` is exact, or more than was asked for. */
export type SegmentHits = { n: number; snapshot: string; hits: Hit[] }

/**
 * Counts the hits of a search, and finds the newest of them, from the words' bits; undefined while there are jobs that cannot be
 * searched so. Segments are asked one after the other, the newest first, until there are more than `most` hits.
 */
export async function findInSegments(
  db: Db,
  query: SegmentQuery,
  range: Range,
  most: number = maxReachable,
): Promise<SegmentHits | undefined> {
  const found = await findIn(db, query, range, Math.max(most, range.offset + range.limit))
  // Segments overlap where old jobs were edited: one that was not asked may have newer hits than the page.
  return found && !found.isSure ? findIn(db, query, range, allOfThem) : found
}
const allOfThem = 2 ** 31 - 1

async function findIn(
  db: Db,
  query: SegmentQuery,
  { offset, limit }: Range,
  most: number,
): Promise<(SegmentHits & { isSure: boolean }) | undefined> {
  const { postfix, place } = query
  // In a query of its own a number is none that the planner plans for: so one plan serves all pages.
  const number = (it: number) => sql`(select ${it}::integer)`
  const { found, n, last } = place ? around(place) : anywhere
  const { rows } = await sql<SegmentHits & { isSure: boolean }>`
    with recursive ordered as materialized (
      select id, none, oldest, newest, row_number() over (order by newest desc, id) as rank from search_segments
    ),
    counted as (
      select 0::bigint as rank, 0 as id, null::timestamptz as oldest, null::timestamptz as newest, ${nothing(place)} as found, 0 as n, 0 as total
      union all
      select next.rank, next.id, next.oldest, next.newest, there.found, counting.n, total + counting.n
      from counted join ordered next on next.rank = counted.rank + 1
      cross join lateral (select segment_hits(next.id, next.none, ${postfix}::text[]) as bits offset 0) everywhere
      cross join lateral (select ${found} as found offset 0) there
      cross join lateral (select ${n} as n offset 0) counting
      where total <= ${number(most)}
    ),
    unseen as (select max(newest) as newest from ordered where rank > (select max(rank) from counted)),
    fresh as materialized (select job_id, posted_at from ${freshHits(query)}),
    page as materialized (
      select job.job_id, job.posted_at
      from counted cross join lateral ${last(number(offset + limit))} last
      cross join lateral (select job_id, posted_at from segment_jobs where segment = id and position = last offset 0) job
      where n > 0
        and (select coalesce(sum(n), 0) from counted newer where newer.oldest > counted.newest) < ${number(offset + limit)}
      union all
      select job_id, posted_at from fresh
      order by posted_at desc, job_id desc limit ${number(limit)} offset ${number(offset)}
    )
    select pg_current_snapshot()::text as snapshot,
      (select sum(n) from counted)::integer + (select count(*) from fresh)::integer as n,
      (select ${hitsAsOne} from page) as hits,
      coalesce((select min(posted_at) from page) > (select newest from unseen), true) as "isSure"
    where ${canBeSearched}
    ${plannedOnce}
  `.execute(db)
  return rows[0]
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
        select word, bits from segment_words where segment = id and word = any (${words}::text[]) offset 0
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

/** What a segment finds, how many that are, and the last of them. */
type Finding = { found: RawBuilder<unknown>; n: RawBuilder<unknown>; last: (most: RawBuilder<unknown>) => RawBuilder<unknown> }

const nothing = (place: SegmentQuery['place']): RawBuilder<unknown> => (place ? sql`'{}'::integer[]` : sql`B''::bit varying`)

const anywhere: Finding = {
  found: sql`bits`,
  n: sql`bit_count(bits)::integer`,
  last: (most) => sql`last_positions(found, ${most})`,
}

const around = ({ lat, lon, radius }: NonNullable<SegmentQuery['place']>): Finding => ({
  found: sql`positions_around(next.id, bits, ${lat}::float8, ${lon}::float8, ${radius}::float8)`,
  n: sql`cardinality(there.found)`,
  last: (most) => sql`unnest(found[:${most}])`,
})
