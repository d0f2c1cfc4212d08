import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { milesFrom } from './search/conditions.ts'
import type { StoredSearch } from './stored-searches.ts'

/**
 * Sets the named jobs apart, those of them that are active, with an index of their own: thousands of searches then look at
 * these few jobs only. The table is the transaction's, and ends with it.
 * @returns the ids of the jobs that are in it.
 */
export async function setJobsApart(transaction: Db, ids: readonly string[]): Promise<string[]> {
  await sql`drop table if exists jobs_apart`.execute(transaction)
  await sql`
    create temporary table jobs_apart on commit drop as
    select job_id as id, posted_at, pay_annual, lat, lon, search from job_search where job_id = any (${ids}::uuid[])
  `.execute(transaction)
  await sql`create index on jobs_apart using gin (search)`.execute(transaction)
  await sql`analyze jobs_apart`.execute(transaction)
  const { rows } = await sql<{ id: string }>`select id from jobs_apart`.execute(transaction)
  return rows.map((it) => it.id)
}

export type Hit = { index: number; jobId: string }

/** Which of the jobs set apart belong to which of the searches, these by their place in the list. */
export async function searchJobsApart(transaction: Db, searches: readonly StoredSearch[]): Promise<Hit[]> {
  const column = <T>(read: (search: StoredSearch) => T) => searches.map(read)
  // However few the jobs are, the index is faster: a look into a vector costs more than the planner believes.
  await sql`set local enable_seqscan = off`.execute(transaction)
  const { rows } = await sql<Hit>`
    with asked as materialized (
      select ordinality::integer - 1 as index, query::tsquery as query, min_pay, days, place_lat, place_lon, radius
      from unnest(
        ${column((it) => it.query)}::text[],
        ${column((it) => it.minPay ?? null)}::integer[],
        ${column((it) => it.postedWithin ?? null)}::integer[],
        ${column((it) => it.place?.lat ?? null)}::float8[],
        ${column((it) => it.place?.lon ?? null)}::float8[],
        ${column((it) => it.place?.radius ?? null)}::float8[]
      ) with ordinality as given (query, min_pay, days, place_lat, place_lon, radius)
    ),
    candidates as (
      select asked.*, j.* from asked join jobs_apart j on j.search @@ asked.query where asked.query is not null
      union all
      select asked.*, j.* from asked cross join jobs_apart j where asked.query is null
    )
    select index, id as "jobId" from candidates
    where (min_pay is null or pay_annual >= min_pay)
      and (days is null or posted_at >= now() - make_interval(days => days))
      and (place_lat is null or ${milesFrom(sql`place_lat`, sql`place_lon`)} <= radius)
  `.execute(transaction)
  return rows
}
