import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { compile } from './compile/compile.ts'
import { ranges, textQueryOf } from './compile/conditions.ts'
import { readSearch } from './read/read-search.ts'
import { demandWords } from './read/reading.ts'
import { countHits } from './run/page.ts'

/** The percolator: stored searches that are asked about new jobs, thousands in one statement. */

/** A search worked out as far as PostgreSQL needs it; plain JSON, for a column. */
export type StoredSearch = {
  /** The text of a `tsquery` on `job_search.search`; null for every job. */
  query: string | null
  minPay?: number | undefined
  maxPay?: number | undefined
  /** In days. */
  postedWithin?: number | undefined
  place?:
    | {
        lat: number
        lon: number
        radius: number
        others?: { lat: number; lon: number }[] | undefined
      }
    | undefined
  /**
   * It is for jobs without the words, too, that are not demanded: no job had them when it was
   * stored first.
   */
  isWithoutWords?: true
}

/**
 * Stands for the rules by which searches become queries and jobs become vectors. What was stored
 * under another version has to be worked out anew: raise it when either changes.
 * `percolator.test.ts` notices.
 */
export const storedSearchVersion = '17'

/**
 * Works a search out, again if it was stored `before`. `unknownPlace` is what was typed as a place
 * and is none that we know; the search then finds nothing. `unusedWords` are those that no job has:
 * the search is for the others.
 * @throws the database's error if it refuses the query.
 */
export async function storeSearch(
  db: Db,
  criteria: SearchCriteria,
  before?: StoredSearch,
): Promise<{ search: StoredSearch; unknownPlace?: string; unusedWords?: string[] }> {
  const reading = await readSearch(db, criteria)
  const [any, complete] = [compile(reading), compile(demandWords(reading))]
  const isChoice = any.complete !== undefined
  const isWithoutWords =
    isChoice && (before ? before.isWithoutWords : (await countHits(db, complete)) === 0)
  const compiled = isWithoutWords ? any : complete
  const { minPay, maxPay, postedWithin, place, reference } = compiled
  // One job by its code is no news of others.
  const query = reference === undefined ? textQueryOf(compiled) : `'@reference:${reference}'`
  // Compiled now, because later it is asked in one statement with everybody else's.
  await sql`select ${query}::tsquery`.execute(db)
  return {
    search: {
      query,
      ...(isWithoutWords && { isWithoutWords }),
      minPay,
      maxPay,
      postedWithin,
      place: place && {
        lat: place.lat,
        lon: place.lon,
        radius: place.radius,
        others: place.others,
      },
    },
    ...(reading.notes.unknownPlace !== undefined && { unknownPlace: reading.notes.unknownPlace }),
    ...(isWithoutWords && {
      unusedWords: reading.notes.parts
        .filter((part) => part.demanding !== undefined)
        .map((part) => part.label),
    }),
  }
}

/**
 * Copies the active ones of these jobs into a table of the transaction, with an index of their own:
 * thousands of searches then look at these few jobs only.
 * @returns the ids of the jobs that are in it.
 */
export async function stageJobs(transaction: Db, ids: readonly string[]): Promise<string[]> {
  await sql`drop table if exists staged_jobs`.execute(transaction)
  await sql`
    create temporary table staged_jobs on commit drop as
    select job_id as id, posted_at, pay_annual, lat, lon, further_points, search from job_search
    where job_id = any (${ids}::uuid[])
  `.execute(transaction)
  await sql`create index on staged_jobs using gin (search)`.execute(transaction)
  await sql`analyze staged_jobs`.execute(transaction)
  const { rows } = await sql<{ id: string }>`select id from staged_jobs`.execute(transaction)
  return rows.map((row) => row.id)
}

type Match = { index: number; jobId: string }

/** Which of the staged jobs belong to which of the searches, these by their place in the list. */
export async function percolate(
  transaction: Db,
  searches: readonly StoredSearch[],
): Promise<Match[]> {
  // However few the jobs are, the index is faster: a look into a vector costs more than the planner
  // believes.
  await sql`set local enable_seqscan = off`.execute(transaction)
  const queries = searches.map(({ place, ...search }, index) => ({
    index,
    ...search,
    ...(place && {
      place_lat: place.lat,
      place_lon: place.lon,
      radius: place.radius,
      others: place.others?.map((point) => ({ other_lat: point.lat, other_lon: point.lon })),
    }),
  }))
  const { rows } = await sql<Match>`
    with queries as materialized (
      select *, query::tsquery as words from json_to_recordset(${JSON.stringify(queries)}::json) as given (
        index integer, query text, "minPay" integer, "maxPay" integer, "postedWithin" integer,
          place_lat float8, place_lon float8, radius float8, others json
      )
    ),
    candidates as (
      select queries.*, j.* from queries join staged_jobs j on j.search @@ queries.words
      where words is not null
      union all
      select queries.*, j.* from queries cross join staged_jobs j where words is null
    )
    select index, id as "jobId" from candidates
    where ("minPay" is null or ${ranges.minPay(sql`"minPay"`)})
      and ("maxPay" is null or ${ranges.maxPay(sql`"maxPay"`)})
      and ("postedWithin" is null or ${ranges.postedWithin(sql`"postedWithin"`)})
      and (
        radius is null or ${ranges.place(sql`place_lat`, sql`place_lon`, sql`radius`)}
        or exists (
          select from json_to_recordset(others) as other (other_lat float8, other_lon float8)
          where ${ranges.place(sql`other_lat`, sql`other_lon`, sql`radius`)}
        )
      )
  `.execute(transaction)
  return rows
}
