import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { plannedOnce } from '#platform/server/database.ts'
import { middleSteps } from '#features/jobs/pay-steps.ts'
import { comparedPay } from '../queries.ts'
import type { Query } from '../compile/compile.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { deltaHits, middleWord, segmentQueryOf } from '../compile/program.ts'

/**
 * Of the hits with a word, or of all for '': how many there are (`pay` 0), and how many count in medians with at least so many US
 * dollars a year. Steps that the median does not need are left out.
 */
export type AreaCount = { word: string; pay: number; n: number }

/** Between two of these are the finer steps that only a median in between needs. */
const coarseStep = 100_000

/** Counts the hits of each word and of all; undefined where `searchSegments` is. */
async function countAreasInSegments(db: Db, asked: Query, words: readonly string[]): Promise<AreaCount[] | undefined> {
  const query = segmentQueryOf(asked)
  if (!query) return undefined
  const isCoarse = middleSteps.map((it, index) => index === 0 || it % coarseStep === 0)
  const { rows } = await sql<{ counts: AreaCount[] }>`
    with hits as materialized (select id, zeros, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
    delta as materialized (
      select word, ${comparedPay} as middle
      from ${deltaHits(query)} join segment_delta using (job_id) join jobs on id = job_id
      cross join unnest(tsvector_to_array(search) || ''::text) word
      where word = any (${[...words, '']}::text[])
    ),
    steps as materialized (
      select * from unnest(${middleSteps}::integer[], ${middleSteps.map(middleWord)}::text[], ${isCoarse}::boolean[]) step (pay, pay_word, is_coarse)
    ),
    areas as materialized (
      select id, word, hits.bitmap & posting.bitmap as bitmap
      from hits cross join lateral (
        select word, coalesce(dense, sparse) as bitmap from segment_postings
        where segment = id and word = any (${words}::text[]) offset 0
      ) posting
      where bit_count(hits.bitmap & posting.bitmap) > 0
      union all
      select id, '', bitmap from hits
    ),
    paid as materialized (
      -- With the zeros, or each area would read it from its file again.
      select hits.id, pay, is_coarse, coalesce(dense, sparse) | zeros as bitmap
      from segment_postings join steps on word = pay_word join hits on segment = hits.id
    ),
    coarse as materialized (
      select word, pay, sum(n)::integer as n
      from (
        select word, 0 as pay, bit_count(bitmap) as n from areas
        union all
        select word, pay, bit_count(areas.bitmap & paid.bitmap) from areas join paid using (id) where is_coarse
        union all
        select word, 0, 1 from delta
        union all
        select word, pay, 1 from delta join steps on middle >= pay where is_coarse
      ) counted
      group by word, pay
    ),
    medians as materialized (
      select word, max(reached.pay) as least
      from coarse reached join coarse paying using (word)
      where paying.pay = ${middleSteps[0]}::integer and reached.pay > 0 and 2 * reached.n >= paying.n group by word
    ),
    fine as (
      select word, pay, sum(n)::integer as n
      from (
        select word, pay, bit_count(areas.bitmap & paid.bitmap) as n from areas join medians using (word) join paid using (id)
        where not is_coarse and pay between least and least + ${coarseStep}::integer
        union all
        select word, pay, 1 from delta join medians using (word) join steps on middle >= pay
        where not is_coarse and pay between least and least + ${coarseStep}::integer
      ) counted
      group by word, pay
    )
    select coalesce(json_agg(counted), '[]') as counts
    from (select * from coarse where n > 0 union all select * from fine where n > 0) counted
    having not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

export type LocationCount = { lat: number; lon: number; n: number }
type Box = { south: number; north: number; west: number; east: number }

/** The places of a box with the most hits; undefined where `searchSegments` is. */
async function countLocationsInSegments(
  db: Db,
  asked: Query,
  { south, north, west, east }: Box,
  limit: number,
): Promise<LocationCount[] | undefined> {
  const query = segmentQueryOf(asked)
  if (!query) return undefined
  const inBox = sql`lat between ${south}::real and ${north}::real and lon between ${west}::real and ${east}::real`
  const { rows } = await sql<{ counts: LocationCount[] }>`
    with hits as materialized (select id, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
    counted as (
      select lat, lon, count(*) as n
      from hits join segment_locations on segment = id cross join unnest(positions) position
      where ${inBox} and get_bit(bitmap, position) = 1 group by lat, lon
      union all
      select lat, lon, count(*) from ${deltaHits(query)} join segment_delta using (job_id)
      where ${inBox} group by lat, lon
    )
    select coalesce(json_agg(summed), '[]') as counts
    from (select lat, lon, sum(n)::integer as n from counted group by lat, lon order by n desc, lat, lon limit ${limit}) summed
    having not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

/** How many hits have each word, and all of them, and how many reach each step of pay; an estimate where segments cannot tell. */
export async function countAreas(
  db: Db,
  query: Query,
  words: readonly string[],
): Promise<{ counts: AreaCount[]; isEstimate: boolean }> {
  const counts = await countAreasInSegments(db, query, words)
  if (counts) return { counts, isEstimate: false }
  const { rows } = await sql<AreaCount & { total: number }>`
    with ${newestHits(query, sql`job_id, ${facetsOf} as facets`)},
    areas as materialized (
      select word, ${comparedPay} as middle
      from newest join jobs on id = job_id cross join unnest(facets || ''::text) word
      where word = any (${[...words, '']}::text[])
    ),
    counted as (
      select word, 0 as pay, count(*) as n from areas group by word
      union all
      select word, pay, count(*) from areas join unnest(${middleSteps}::integer[]) pay on middle >= pay group by word, pay
    )
    select word, pay, round(counted.n * greatest(1, total.n::float8 / ${mostCounted}))::integer as n, total.n as total from counted, total
  `.execute(db)
  return { counts: rows, isEstimate: (rows[0]?.total ?? 0) > mostCounted }
}

/** The places with the most hits among those of a state. */
export async function countLocations(
  db: Db,
  query: Query,
  box: { south: number; north: number; west: number; east: number },
  limit: number,
): Promise<LocationCount[]> {
  const counts = await countLocationsInSegments(db, query, box, limit)
  if (counts) return counts
  const { rows } = await sql<LocationCount>`
    select lat, lon, count(*)::integer as n
    from (select lat, lon from job_search where ${conditionsOf(query)} and lat is not null order by posted_at desc limit ${mostCounted}) hits
    group by lat, lon order by n desc, lat, lon limit ${limit}
  `.execute(db)
  return rows
}

/** The hits are found once: `total` counts them, and `newest` has what is counted of the newest. */
const newestHits = (query: Query, columns: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  hits as materialized (select job_id, posted_at from job_search where ${conditionsOf(query)}),
  total as (select count(*)::integer as n from hits),
  newest as materialized (
    select job.* from (select job_id as id from hits order by posted_at desc limit ${mostCounted}) hit
    cross join lateral (select ${columns} from job_search where job_id = hit.id offset 0) job
  )`

const mostCounted = 2_500

/** What was written by an earlier version has no facets yet; its text has the same words. */
const facetsOf = sql`coalesce(facets, tsvector_to_array(search))`
