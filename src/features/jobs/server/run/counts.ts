import { sql, type RawBuilder } from 'kysely'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import type { Facets } from '#features/jobs/contract.ts'
import { filters, listedFilters, type FacetCounts, type FacetName, type ListedFilter } from '#features/jobs/filters.ts'
import { payStep, paySteps } from '#features/jobs/model.ts'
import { compile, type Query } from '../compile/compile.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { deltaHits, numbersOf, payWord, segmentQueryOf, type SegmentQuery } from '../compile/program.ts'
import type { Reading, SearchFilter } from '../read/reading.ts'
import { countHits } from './page.ts'

const faceted = listedFilters.filter((filter) => filter.facet !== undefined)

/**
 * How many jobs each value would give while all other filters stay. Exact where segments can tell, and else up to `maxCounted` hits;
 * beyond that an estimate from the newest ones.
 */
export async function countFacets(db: Db, reading: Reading): Promise<Pick<Facets, 'counts' | 'countsAreEstimates' | 'pay'>> {
  const { filter } = reading
  // One more benefit narrows the search further; another specialty takes the place of the chosen one.
  const groups = Map.groupBy(faceted, ({ name, kind }) => (kind !== 'allOf' && filter[name] !== undefined ? name : undefined))
  const { minPay, maxPay, ...anyPay } = filter
  const asksForPay = minPay !== undefined || maxPay !== undefined
  const [pay, ...counted] = await Promise.all([
    asksForPay ? countWords(db, compile({ ...reading, filter: anyPay }), payWords) : undefined,
    ...[...groups].map(async ([replaced, group]) => {
      const words = [...group.flatMap(wordsOf), ...(replaced || asksForPay ? [] : payWords)]
      const query = compile({ ...reading, filter: replaced ? without(filter, replaced) : filter })
      const { counts, isEstimate } = await countWords(db, query, words)
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

const wordsOf = ({ values, word }: ListedFilter): string[] => values.map((value) => word(value))

const without = (filter: SearchFilter, name: keyof SearchFilter): SearchFilter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))

/** The most frequent value first; a flag has only one. */
function facetOf({ kind, values, word }: ListedFilter, counts: Record<string, number>): FacetCounts[FacetName] {
  if (kind === 'flag') return counts[word('true')] ?? 0
  return values
    .flatMap((value) => ({ value, count: counts[word(value)] ?? 0 }))
    .filter((it) => it.count > 0)
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value))
}

type WordCounts = { counts: Record<string, number>; isEstimate: boolean }

/** How many of all hits have each of these words. */
export async function countWords(db: Db, query: Query, words: readonly string[]): Promise<WordCounts> {
  const counts = words.length === 0 ? {} : await countWordsInSegments(db, query, words)
  return counts ? { counts, isEstimate: false } : countWordsOfHits(db, query, words)
}

/** Undefined where `searchSegments` is. */
async function countWordsInSegments(db: Db, asked: Query, words: readonly string[]): Promise<Record<string, number> | undefined> {
  const query = segmentQueryOf(asked)
  if (!query) return undefined
  const { rows } = await sql<{ counts: Record<string, number> }>`
    with hits as materialized (select id, segment_hits(id, zeros, ${query.program}::text[]) as bitmap from segments),
    delta as materialized (select * from ${deltaHits(query)}),
    counted as (
      select word, bit_count(hits.bitmap & posting.bitmap) as n
      from hits cross join lateral (
        select word, coalesce(dense, sparse) as bitmap from segment_postings
        where segment = id and word = any (${words}::text[]) offset 0
      ) posting
      union all
      select word, 1 from delta join segment_delta using (job_id)
      cross join unnest(tsvector_to_array(search) || ${payWordsOf(sql`pay_annual`)}) word
      where word = any (${words}::text[])
    )
    select (
      select coalesce(json_object_agg(word, n), '{}') from (select word, sum(n)::integer as n from counted group by word) summed
    ) as counts
    where not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts
}

/**
 * How many jobs each search finds, in one statement. Undefined for a phrase whose words many jobs have: each of their texts would have to
 * be looked into.
 */
export async function countEach(db: Db, queries: readonly Query[]): Promise<(number | undefined)[]> {
  const asked = queries.map((query) => {
    const exact = segmentQueryOf(query)
    const { program, words, circles } = exact ?? wordsOfPhrases(query)
    return { program, words, phrase: exact ? null : query.words, circles: numbersOf(circles) }
  })
  const { rows } = await sql<{ totals: (number | null)[] }>`
    select array(
      select case
        when phrase is null then words_hits
        when words_hits <= ${maxRechecked}::integer then (select count(*) from job_search where search @@ phrase::tsquery)
      end
      from rows from (json_to_recordset(${JSON.stringify(asked)}::json) as (
        program text[], words text, phrase text, circles float8[]
      )) with ordinality as asked
      cross join lateral (
        select coalesce((select sum(bit_count(segment_hits(id, zeros, program))) from segments), 0)
          + (select count(*) from delta_hits_of(words::tsquery, null, null, null, null, circles)) as words_hits
        offset 0
      ) found
      order by ordinality
    )::integer[] as totals
    where not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  const [counted] = rows
  return counted ? counted.totals.map((total) => total ?? undefined) : Promise.all(queries.map((query) => countHits(db, query)))
}
const maxRechecked = 500

/** The same words, wherever they stand. */
const wordsOfPhrases = (query: Query) =>
  segmentQueryOf({ ...query, words: query.words?.replaceAll(/<(?:-|\d+)>/g, '&') ?? null }) as SegmentQuery

/** The hits are found once: `total` counts them, and `newest` has what is counted of the newest. */
async function countWordsOfHits(db: Db, query: Query, words: readonly string[]): Promise<WordCounts> {
  const { rows } = await sql<{ counts: Record<string, number>; total: number }>`
    with hits as materialized (select job_id, posted_at from job_search where ${conditionsOf(query)}),
    total as (select count(*)::integer as n from hits),
    newest as materialized (
      select job.* from (select job_id as id from hits order by posted_at desc limit ${maxCounted}) hit
      cross join lateral (select pay_annual, ${facetsOf} as facets from job_search where job_id = hit.id offset 0) job
    ),
    counted as (
      select word, round(count(*) * greatest(1, (select n from total)::float8 / ${maxCounted}))::integer as n
      from newest cross join unnest(facets || ${payWordsOf(sql`pay_annual`)}) word
      where word = any (${words}::text[]) group by word
    )
    select (select n from total) as total, (select coalesce(json_object_agg(word, n), '{}') from counted) as counts
  `.execute(db)
  const { counts, total } = rows[0] ?? { counts: {}, total: 0 }
  return { counts, isEstimate: total > maxCounted }
}
const maxCounted = 2_500

/** What was written by an earlier version has no facets yet; its text has the same words. */
const facetsOf = sql`coalesce(facets, tsvector_to_array(search))`

/** The words of the steps that pay reaches; only segments have them as postings. */
const payWordsOf = (payAnnual: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array(select ${payWord('')}::text || step from unnest(${paySteps}::integer[]) step where step <= ${payAnnual})`

/** What occurs among all active jobs: the values that filters offer at all. Each has an index of its column. */
export async function findOfferedValues(db: Db): Promise<{ specialties: string[]; states: string[]; jobTypes: string[] }> {
  const inUse = ({ values }: { values: readonly string[] }, column: string) => sql`array(
    select value from unnest(${values}::text[]) value
    where exists (select from job_search where ${sql.ref(column)} = value)
      or ${column === 'state'} and exists (
        select from job_search where further_points is not null and facets @> array['@state:' || value]
      )
    order by 1
  )`
  const { rows } = await sql<{ specialties: string[]; states: string[]; jobTypes: string[] }>`
    select ${inUse(filters.specialty, 'specialty')} as specialties, ${inUse(filters.state, 'state')} as states,
      ${inUse(filters.jobType, 'employment_type')} as "jobTypes"
  `.execute(db)
  return rows[0] ?? { specialties: [], states: [], jobTypes: [] }
}
