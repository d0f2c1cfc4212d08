import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { plannedOnce } from '#server/lib/database.ts'
import type { JobFilter } from '../search/understand.ts'
import { middleSteps } from '#features/jobs/pay-steps.ts'
import { comparedPay } from '../queries.ts'
import { middleWord, segmentQueryOf } from './query.ts'
import { deltaQuery } from './search.ts'

/**
 * Of the hits with a word, or of all for null: how many there are (`pay` 0), and how many count in medians with at least so many US
 * dollars a year.
 */
export type AreaCount = { word: string | null; pay: number; n: number }

/** Counts the hits of each word, and for each step of pay; undefined where `searchSegments` is. */
export async function countAreasInSegments(
  db: Db,
  filter: JobFilter,
  words: readonly string[],
): Promise<AreaCount[] | undefined> {
  const query = segmentQueryOf(filter)
  if (!query) return undefined
  const { rows } = await sql<{ counts: AreaCount[] }>`
    with hits as materialized (select id, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
    delta as materialized (
      select word, ${comparedPay} as middle
      from delta_hits(${deltaQuery(query)}) job_id join segment_delta using (job_id) join jobs on id = job_id
      cross join unnest(tsvector_to_array(search) || null::text) word
      where word = any (${words}::text[]) or word is null
    ),
    steps as (select * from unnest(${middleSteps}::integer[], ${middleSteps.map(middleWord)}::text[]) step (pay, pay_word)),
    areas as materialized (
      select id, word, hits.bitmap & posting.bitmap as bitmap
      from hits cross join lateral (
        select word, coalesce(dense, sparse) as bitmap from segment_postings
        where segment = id and word = any (${words}::text[]) offset 0
      ) posting
      where bit_count(hits.bitmap & posting.bitmap) > 0
      union all
      select id, null, bitmap from hits
    ),
    paid as materialized (
      select segment as id, pay, coalesce(dense, sparse) as bitmap
      from segment_postings join steps on word = pay_word where segment in (select id from hits)
    ),
    counted as (
      select word, 0 as pay, bit_count(bitmap) as n from areas
      union all
      select word, pay, bit_count(areas.bitmap & paid.bitmap) from areas join paid using (id)
      union all
      select word, 0, 1 from delta
      union all
      select word, pay, 1 from delta join steps on middle >= pay
    )
    select coalesce(json_agg(summed), '[]') as counts
    from (select word, pay, sum(n)::integer as n from counted where n > 0 group by word, pay) summed
    having not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

export type LocationCount = { lat: number; lon: number; n: number }
type Box = { south: number; north: number; west: number; east: number }

/** The places of a box with the most hits; undefined where `searchSegments` is. */
export async function countLocationsInSegments(
  db: Db,
  filter: JobFilter,
  { south, north, west, east }: Box,
  limit: number,
): Promise<LocationCount[] | undefined> {
  const query = segmentQueryOf(filter)
  if (!query) return undefined
  const inBox = sql`lat between ${south}::real and ${north}::real and lon between ${west}::real and ${east}::real`
  const { rows } = await sql<{ counts: LocationCount[] }>`
    with hits as materialized (select id, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
    counted as (
      select lat, lon, count(*) as n
      from hits join segment_locations on segment = id cross join unnest(positions) position
      where ${inBox} and get_bit(bitmap, position) = 1 group by lat, lon
      union all
      select lat, lon, count(*) from delta_hits(${deltaQuery(query)}) job_id join segment_delta using (job_id)
      where ${inBox} group by lat, lon
    )
    select coalesce(json_agg(summed), '[]') as counts
    from (select lat, lon, sum(n)::integer as n from counted group by lat, lon order by n desc, lat, lon limit ${limit}) summed
    having not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}
