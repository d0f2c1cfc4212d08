import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { middleSteps } from '../pay-steps.ts'
import { comparedPay } from './queries.ts'
import { conditionsOf } from './search/conditions.ts'
import type { JobFilter } from './search/understand.ts'
import { countAreasInSegments, countLocationsInSegments } from './segments/areas.ts'
import type { AreaCount, LocationCount } from './segments/areas.ts'

/** How many hits have each word, and all of them, and how many reach each step of pay; an estimate where segments cannot tell. */
export async function countAreas(
  db: Db,
  filter: JobFilter,
  words: readonly string[],
): Promise<{ counts: AreaCount[]; isEstimate: boolean }> {
  const counts = await countAreasInSegments(db, filter, words)
  if (counts) return { counts, isEstimate: false }
  const { rows } = await sql<AreaCount & { total: number }>`
    with hits as materialized (
      select job_id, search from job_search where ${conditionsOf(filter)} order by posted_at desc limit ${mostCounted}
    ),
    total as (select count(*)::integer as total from job_search where ${conditionsOf(filter)}),
    areas as materialized (
      select word, ${comparedPay} as middle
      from hits join jobs on id = job_id cross join unnest(tsvector_to_array(search) || ''::text) word
      where word = any (${[...words, '']}::text[])
    ),
    counted as (
      select word, 0 as pay, count(*) as n from areas group by word
      union all
      select word, pay, count(*) from areas join unnest(${middleSteps}::integer[]) pay on middle >= pay group by word, pay
    )
    select word, pay, round(n * greatest(1, total::float8 / ${mostCounted}))::integer as n, total from counted, total
  `.execute(db)
  return { counts: rows, isEstimate: (rows[0]?.total ?? 0) > mostCounted }
}
const mostCounted = 2_500

/** The places with the most hits among those of a state. */
export async function countLocations(
  db: Db,
  filter: JobFilter,
  box: { south: number; north: number; west: number; east: number },
  limit: number,
): Promise<LocationCount[]> {
  const counts = await countLocationsInSegments(db, filter, box, limit)
  if (counts) return counts
  const { rows } = await sql<LocationCount>`
    select lat, lon, count(*)::integer as n
    from (select lat, lon from job_search where ${conditionsOf(filter)} and lat is not null order by posted_at desc limit ${mostCounted}) hits
    group by lat, lon order by n desc, lat, lon limit ${limit}
  `.execute(db)
  return rows
}
