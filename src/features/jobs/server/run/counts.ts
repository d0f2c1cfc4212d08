import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { Facets } from '#features/jobs/contract.ts'
import { filters, listedFilters } from '#features/jobs/filters.ts'
import type { FacetCounts, FacetName, ListedFilter } from '#features/jobs/filters.ts'
import { middleSteps, payStep, paySteps } from '#features/jobs/pay-steps.ts'
import { maxReachable } from '#features/jobs/search-criteria.ts'
import { comparedPay, readPage } from '../queries.ts'
import type { SearchPage } from '../queries.ts'
import { orderOf } from './order.ts'
import type { Range, Sort } from './order.ts'
import { conditionsOf, hasWords } from '../compile/conditions.ts'
import type { JobFilter } from '../read/read-search.ts'
import { countAreasInSegments, countLocationsInSegments } from './areas.ts'
import type { AreaCount, LocationCount } from './areas.ts'
import { payWord } from '../compile/program.ts'
import { countWordsInSegments, payWordsOf } from './page.ts'

/**
 * One page of a search in plain SQL, for what segments do not answer: phrases, reference codes, and everything until a bulk load is
 * compacted.
 */
export async function searchWithoutSegments(
  db: Db,
  filter: JobFilter,
  sort: Sort,
  { offset, limit }: Range,
): Promise<SearchPage> {
  // The planner guesses the hits of words badly: it would walk an index and look into every text on its way.
  const hits = sql`hits as ${hasWords(filter) ? sql`materialized` : sql`not materialized`} (
    select job_id, posted_at, updated_at, title, city, state, specialty, employment_type, pay_annual, ${rankOf(sort)} as rank
    from job_search where ${conditionsOf(filter)}
  )`
  const page = await readPage(db, {
    hits,
    total: sql`select count(*)::integer as total from (select from hits limit ${maxReachable + 1}) reachable`,
    ids: sql`select job_id from hits order by rank, ${orderOf(sort)} limit ${limit}::integer offset ${offset}::integer`,
  })
  return page ?? { rows: [], total: 0 }
}

/** Which of the ranks a row belongs to. */
function rankOf({ ranks = [] }: Sort): RawBuilder<unknown> {
  if (ranks.length === 0) return sql`0`
  const cases = ranks.map((it, index) => sql`when search @@ ${it}::tsquery then ${sql.lit(index)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(ranks.length)} end`
}

const faceted = listedFilters.filter((it) => it.facet !== undefined)

type Counts = Pick<Facets, 'counts' | 'countsAreEstimates' | 'pay'>
type Counted = { counts: Record<string, number>; isEstimate: boolean }

/**
 * How many jobs each value would give while all other filters stay. Exact where segments can tell, and else up to `mostCounted` hits;
 * beyond that an estimate from the newest ones.
 */
export async function countFacets(db: Db, filter: JobFilter): Promise<Counts> {
  // One more benefit narrows the search further; another specialty takes the place of the chosen one.
  const groups = Map.groupBy(faceted, ({ name, kind }) => (kind !== 'allOf' && filter[name] !== undefined ? name : undefined))
  const { minPay, maxPay, ...anyPay } = filter
  const asksForPay = minPay !== undefined || maxPay !== undefined
  const [pay, ...counted] = await Promise.all([
    asksForPay ? countWords(db, anyPay, payWords) : undefined,
    ...[...groups].map(async ([replaced, group]) => {
      const words = [...group.flatMap(wordsOf), ...(replaced || asksForPay ? [] : payWords)]
      const { counts, isEstimate } = await countWords(db, replaced ? without(filter, replaced) : filter, words)
      return { counts, isEstimate, facets: group.map((it): [string, unknown] => [it.facet ?? '', facetOf(it, counts)]) }
    }),
  ])
  const reaching = Object.assign({}, ...[pay, ...counted].map((it) => it?.counts)) as Record<string, number>
  return {
    counts: Object.fromEntries(counted.flatMap((it) => it.facets)) as FacetCounts,
    countsAreEstimates: counted.some((it) => it.isEstimate),
    pay: paySteps.map((from) => ({
      from,
      count: (reaching[payWord(from)] ?? 0) - (reaching[payWord(from + payStep)] ?? 0),
    })),
  }
}

const payWords = paySteps.map(payWord)

const wordsOf = ({ values, word }: ListedFilter): string[] => values.map((it) => word(it))

function without(filter: JobFilter, name: keyof JobFilter): JobFilter {
  const { [name]: _dropped, ...rest } = filter
  return rest as JobFilter
}

/** The most frequent value first; a flag has only one. */
function facetOf({ kind, values, word }: ListedFilter, counts: Record<string, number>): FacetCounts[FacetName] {
  if (kind === 'flag') return counts[word('true')] ?? 0
  return values
    .flatMap((value) => ({ value, count: counts[word(value)] ?? 0 }))
    .filter((it) => it.count > 0)
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value))
}

async function countWords(db: Db, filter: JobFilter, words: readonly string[]): Promise<Counted> {
  const counts = await countWordsInSegments(db, filter, words)
  return counts ? { counts, isEstimate: false } : countWordsOfHits(db, filter, words)
}

async function countWordsOfHits(db: Db, filter: JobFilter, words: readonly string[]): Promise<Counted> {
  const { rows } = await sql<{ counts: Record<string, number>; total: number }>`
    with ${newestHits(filter, sql`pay_annual, ${facetsOf} as facets`)},
    counted as (
      select word, round(count(*) * greatest(1, (select n from total)::float8 / ${mostCounted}))::integer as n
      from newest cross join unnest(facets || ${payWordsOf(sql`pay_annual`)}) word
      where word = any (${words}::text[]) group by word
    )
    select (select n from total)::integer as total, (select coalesce(json_object_agg(word, n), '{}') from counted) as counts
  `.execute(db)
  const { counts, total } = rows[0] ?? { counts: {}, total: 0 }
  return { counts, isEstimate: total > mostCounted }
}
const mostCounted = 2_500

/** The hits are found once: `total` counts them, and `newest` has what is counted of the newest. */
const newestHits = (filter: JobFilter, columns: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  hits as materialized (select job_id, posted_at from job_search where ${conditionsOf(filter)}),
  total as (select count(*)::integer as n from hits),
  newest as materialized (
    select job.* from (select job_id as id from hits order by posted_at desc limit ${mostCounted}) hit
    cross join lateral (select ${columns} from job_search where job_id = hit.id offset 0) job
  )`

/** What was written by an earlier version has no facets yet; its text has the same words. */
const facetsOf = sql`coalesce(facets, tsvector_to_array(search))`

/** How many hits have each word, and all of them, and how many reach each step of pay; an estimate where segments cannot tell. */
export async function countAreas(
  db: Db,
  filter: JobFilter,
  words: readonly string[],
): Promise<{ counts: AreaCount[]; isEstimate: boolean }> {
  const counts = await countAreasInSegments(db, filter, words)
  if (counts) return { counts, isEstimate: false }
  const { rows } = await sql<AreaCount & { total: number }>`
    with ${newestHits(filter, sql`job_id, ${facetsOf} as facets`)},
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

/** What occurs among all active jobs: the values that filters offer at all. Each has an index of its column. */
export async function findOfferedValues(db: Db): Promise<{ specialties: string[]; states: string[]; jobTypes: string[] }> {
  const inUse = ({ values }: { values: readonly string[] }, column: string) => sql`array(
    select value from unnest(${values}::text[]) value
    where exists (select from job_search where ${sql.ref(column)} = value) order by 1
  )`
  const { rows } = await sql<{ specialties: string[]; states: string[]; jobTypes: string[] }>`
    select ${inUse(filters.specialty, 'specialty')} as specialties, ${inUse(filters.state, 'state')} as states,
      ${inUse(filters.jobType, 'employment_type')} as "jobTypes"
  `.execute(db)
  return rows[0] ?? { specialties: [], states: [], jobTypes: [] }
}
