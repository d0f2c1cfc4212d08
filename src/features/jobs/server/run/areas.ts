import { sql } from 'kysely'
import { fewestPostings } from '#features/jobs/model.ts'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import type { Query } from '../compile/compile.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { deltaHits, segmentQueryOf } from '../compile/program.ts'

/** Its word in the index: of the first place, whose words come first. */
const areaWord = {
  state: sql`'@state:' || state`,
  county: sql`(select word from unnest(facets) word where word like '@county:%' limit 1)`,
}

/** The median pay of the hits in each area and, under '', of all, in US dollars a year; without areas of too few postings. */
export async function findMedianPay(db: Db, query: Query, area: keyof typeof areaWord): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; pay: number }>`
    with paid as (select ${areaWord[area]} as word, middle_pay from job_search where ${conditionsOf(query)} and middle_pay is not null)
    select case grouping(word) when 1 then '' else coalesce(word, 'unknown') end as word, percentile_cont(0.5) within group (order by middle_pay) as pay
    from paid group by grouping sets ((word), ()) having count(*) >= ${fewestPostings}
  `.execute(db)
  return new Map(rows.map((row) => [row.word, row.pay]))
}

export type LocationCount = { lat: number; lon: number; n: number }
type Box = { south: number; north: number; west: number; east: number }

/** The places of a box with the most hits; in plain SQL, of the newest hits. */
export const countLocations = async (db: Db, query: Query, box: Box, limit: number): Promise<LocationCount[]> =>
  (await countLocationsInSegments(db, query, box, limit)) ?? (await countLocationsOfHits(db, query, box, limit))

async function countLocationsInSegments(db: Db, asked: Query, box: Box, limit: number): Promise<LocationCount[] | undefined> {
  const query = segmentQueryOf(asked)
  if (!query) return undefined
  const { rows } = await sql<{ counts: LocationCount[] }>`
    with hits as materialized (select id, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
    counted as (
      select lat, lon, count(*) as n
      from hits join segment_locations on segment = id cross join unnest(positions) position
      where ${isIn(box)} and get_bit(bitmap, position) = 1 group by lat, lon
      union all
      select point.lat, point.lon, count(*) from ${deltaHits(query)} join segment_delta d using (job_id)
      cross join points_of(d.lat, d.lon, further_points) point
      where ${isIn(box, sql`point.`)} group by point.lat, point.lon
    )
    select coalesce(json_agg(summed), '[]') as counts
    from (select lat, lon, sum(n)::integer as n from counted group by lat, lon order by n desc, lat, lon limit ${limit}) summed
    having not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

const isIn = ({ south, north, west, east }: Box, of = sql``) =>
  sql`${of}lat between ${south}::real and ${north}::real and ${of}lon between ${west}::real and ${east}::real`

async function countLocationsOfHits(db: Db, query: Query, box: Box, limit: number): Promise<LocationCount[]> {
  const { rows } = await sql<LocationCount>`
    select point.lat, point.lon, count(*)::integer as n
    from (
      select lat, lon, further_points from job_search
      where ${conditionsOf(query)} and (${isIn(box)} or further_points is not null) order by posted_at desc limit ${maxCounted}
    ) hits
    cross join points_of(hits.lat, hits.lon, further_points) point
    where ${isIn(box, sql`point.`)}
    group by point.lat, point.lon order by n desc, point.lat, point.lon limit ${limit}
  `.execute(db)
  return rows
}
const maxCounted = 2_500
