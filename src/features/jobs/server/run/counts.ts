import { sql, type RawBuilder } from 'kysely'
import { plannedOnce, type Db, oneOf } from '#platform/server/database.ts'
import type { Facets } from '#features/jobs/contract-counts.ts'
import { filters, listedFilters, type ListedFilter } from '#features/jobs/filters.ts'
import { payStep, paySteps } from '#features/jobs/model.ts'
import { tableOf } from '#shared/keys.ts'
import { compile, type Query } from '../compile/compile.ts'
import {
  conditionsOf,
  numbersOf,
  payWord,
  segmentQueryOf,
  type SegmentQuery,
} from '../compile/conditions.ts'
import { readFigures, type Figures } from '../cached-figures.ts'
import type { Reading, SearchFilter } from '../read/reading.ts'
import { countHits } from './page.ts'

const faceted = listedFilters.filter((filter) => filter.facet !== undefined)

/**
 * The values that filters offer, and how many jobs each value would give while all other filters
 * stay, counted in one statement. Exact where segments can tell, and else up to `maxCounted` hits;
 * beyond that an estimate from the newest ones.
 */
export async function countFacets(db: Db, reading: Reading): Promise<Facets> {
  const { filter } = reading
  // One more benefit narrows the search further; another specialty takes the place of the chosen
  // one.
  const groups = [
    ...Map.groupBy(faceted, ({ name, kind }) =>
      kind !== 'allOf' && filter[name] !== undefined ? name : undefined,
    ),
  ]
  const { minPay, maxPay, ...anyPay } = filter
  const asksForPay = minPay !== undefined || maxPay !== undefined
  const questions = groups.map(([replaced, group]) => ({
    query: compile({ ...reading, filter: replaced ? without(filter, replaced) : filter }),
    words: [...group.flatMap(wordsOf), ...(replaced || asksForPay ? [] : payWords)],
  }))
  if (asksForPay)
    questions.push({ query: compile({ ...reading, filter: anyPay }), words: payWords })
  const [answers, offered] = await Promise.all([
    countWords(db, questions),
    readFigures(db, offeredValues),
  ])
  const reaching: Record<string, number> = Object.assign({}, ...answers.map(({ counts }) => counts))
  const counts: Facets['counts'] = Object.fromEntries(
    groups.flatMap(([, group], index) =>
      group.map((filter) => [filter.facet, facetOf(filter, answers[index]?.counts ?? {})]),
    ),
  )
  return {
    // A value that is newer than the figures is offered where the counts have it.
    ...tableOf(['specialties', 'states', 'jobTypes'], (name) =>
      [...new Set([...offered[name], ...counts[name].map(({ value }) => value)])].toSorted(),
    ),
    counts,
    countsAreEstimates: answers.slice(0, groups.length).some((answer) => answer.isEstimate),
    pay: paySteps.map((from) => ({
      from,
      count: (reaching[payWord(from)] ?? 0) - (reaching[payWord(from + payStep)] ?? 0),
    })),
  }
}

const payWords = paySteps.map(payWord)

const wordsOf = ({ values, word }: ListedFilter) => values.map((value) => word(value))

const without = (filter: SearchFilter, name: keyof SearchFilter): SearchFilter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))

/** The most frequent value first; a flag has only one. */
function facetOf({ kind, values, word }: ListedFilter, counts: Record<string, number>) {
  if (kind === 'flag') return counts[word('true')] ?? 0
  return values
    .flatMap((value) => ({ value, count: counts[word(value)] ?? 0 }))
    .filter((facet) => facet.count > 0)
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

/** A search, and the words that are counted among its hits. */
type Question = { query: Query; words: readonly string[] }
type Answer = { counts: Record<string, number>; isEstimate: boolean }

/** How many hits of each search have each of its words. */
export const countWords = async (db: Db, questions: readonly Question[]): Promise<Answer[]> =>
  (await countWordsInSegments(db, questions)) ?? countWordsOfHits(db, questions)

/** Undefined where `searchSegments` is. */
async function countWordsInSegments(
  db: Db,
  questions: readonly Question[],
): Promise<Answer[] | undefined> {
  const searches = questions.flatMap(({ query, words: counted }) => {
    const exact = segmentQueryOf(query)
    return exact ? [{ ...exact, circles: numbersOf(exact.circles), counted }] : []
  })
  // A phrase is in all of them.
  if (searches.length < questions.length) return undefined
  const { rows } = await sql<{ counts: Record<string, number>[] }>`
    select array(
      select (
        with hits as materialized (select id, segment_hits(id, zeros, program) as bitmap from segments),
        delta as materialized (
          select job_id from ${deltaOfSearch} job_id
        ),
        found as (
          select word, bit_count(hits.bitmap & posting.bitmap) as n
          from hits cross join lateral (
            select word, coalesce(dense, sparse) as bitmap from segment_postings
            where segment = id and word = any (counted) offset 0
          ) posting
          union all
          select word, 1 from delta join segment_delta using (job_id)
          cross join unnest(tsvector_to_array(search) || ${payWordsOf(sql`pay_annual`)}) word
          where word = any (counted)
        )
        select coalesce(json_object_agg(word, n), '{}') from (select word, sum(n)::integer as n
        from found group by word) summed
      )
      from rows from (json_to_recordset(${JSON.stringify(searches)}::json) as (
        ${searchColumns}, counted text[]
      )) with ordinality as searches
      order by ordinality
    ) as counts
    where not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  return rows[0]?.counts.map((counts) => ({ counts, isEstimate: false }))
}

/** A search in a JSON list of `SegmentQuery`, as a row. */
const searchColumns = sql`program text[], words text, "minPay" integer, "maxPay" integer,
  since timestamptz, until timestamptz, circles float8[]`
/** The jobs of the delta that such a row finds. */
const deltaOfSearch = sql`delta_hits_of(words::tsquery, "minPay", "maxPay", since, until, circles)`

/**
 * How many jobs each search finds, in one statement. Undefined for a phrase whose words many jobs
 * have: PostgreSQL would read each of their texts. It reads no text of a job whose title has the
 * phrase.
 */
export async function countEach(
  db: Db,
  asked: readonly { query: Query; phrase: string | undefined }[],
): Promise<(number | undefined)[]> {
  const searches = asked.map(({ query, phrase }) => {
    const exact = segmentQueryOf(query)
    const found = exact ?? wordsOfPhrases(query)
    const search = { ...found, circles: numbersOf(found.circles) }
    return exact ? search : { ...search, phrase: query.words, text: phrase && ` ${phrase} ` }
  })
  const { rows } = await sql<{ totals: (number | null)[] }>`
    select array(
      select case
        when phrase is null then words_hits
        when words_hits <= ${maxRechecked}::integer then (select count(*) from job_search
        where search @@ words::tsquery
          and (strpos(' ' || lower(title) || ' ', lower(text)) > 0 or search @@ phrase::tsquery))
      end
      from rows from (json_to_recordset(${JSON.stringify(searches)}::json) as (
        ${searchColumns}, phrase text, text text
      )) with ordinality as searches
      cross join lateral (
        select coalesce((select sum(bit_count(segment_hits(id, zeros, program))) from segments), 0)
          + (select count(*) from ${deltaOfSearch}) as words_hits
        offset 0
      ) found
      order by ordinality
    )::integer[] as totals
    where not exists (select from segment_delta where search is null)
    ${plannedOnce}
  `.execute(db)
  const [counted] = rows
  return counted
    ? counted.totals.map((total) => total ?? undefined)
    : Promise.all(asked.map(({ query }) => countHits(db, query)))
}
const maxRechecked = 500

/** How many jobs each search finds, in one statement but for what segments cannot answer. */
export async function countHitsOf(db: Db, queries: readonly Query[]): Promise<number[]> {
  const asked = queries.filter((query) => segmentQueryOf(query))
  const counted = await countEach(
    db,
    asked.map((query) => ({ query, phrase: undefined })),
  )
  const totals = new Map(asked.map((query, index) => [query, counted[index]]))
  return Promise.all(queries.map(async (query) => totals.get(query) ?? countHits(db, query)))
}

/** The same words, wherever they stand. */
const wordsOfPhrases = (query: Query) =>
  segmentQueryOf({
    ...query,
    words: query.words?.replaceAll(/<(?:-|\d+)>/g, '&') ?? null,
  }) as SegmentQuery

/**
 * The hits of a search are found once: `total` counts them, and `newest` has what is counted of the
 * newest.
 */
async function countWordsOfHits(db: Db, questions: readonly Question[]) {
  const answers = questions.map(
    ({ query, words }) => sql`(
    with hits as materialized (select job_id, posted_at from job_search where ${conditionsOf(query)}),
    total as (select count(*)::integer as n from hits),
    newest as materialized (
      select job.* from (select job_id as id from hits order by posted_at desc limit ${maxCounted}) hit
      cross join lateral (select pay_annual, ${facetsOf} as facets from job_search
      where job_id = hit.id offset 0) job
    ),
    counted as (
      select word, round(count(*) * greatest(1, (select n from total)::float8 / ${maxCounted}))::integer as n
      from newest cross join unnest(facets || ${payWordsOf(sql`pay_annual`)}) word
      where word = any (${words}::text[]) group by word
    )
    select json_build_object(
      'counts', (select coalesce(json_object_agg(word, n), '{}') from counted),
      'isEstimate', (select n > ${maxCounted} from total)
    )
  )`,
  )
  const { rows } = await sql<{ answers: Answer[] }>`
    select array[${sql.join(answers)}]::json[] as answers
  `.execute(db)
  return oneOf(rows).answers
}
const maxCounted = 2_500

/** What was written by an earlier version has no facets yet; its text has the same words. */
const facetsOf = sql`coalesce(facets, tsvector_to_array(search))`

/** The words of the steps that pay reaches; only segments have them as postings. */
const payWordsOf = (payAnnual: RawBuilder<unknown>) =>
  sql`array(select ${payWord('')}::text || step from unnest(${paySteps}::integer[]) step
    where step <= ${payAnnual})`

type OfferedValues = Pick<Facets, 'specialties' | 'states' | 'jobTypes'>

const inUse = ({ values }: { values: readonly string[] }, column: string) => sql`array(
  select value from unnest(${values}::text[]) value
  where exists (select from job_search where ${sql.ref(column)} = value)
    or ${column === 'state'} and exists (
      select from job_search where further_points is not null and facets @> array['@state:' || value]
    )
  order by 1
)`

/** What occurs among all active jobs. Each has an index of its column. */
export const offeredValues: Figures<OfferedValues> = {
  name: 'offered values',
  async count(db) {
    const { rows } = await sql<OfferedValues>`
      select ${inUse(filters.specialty, 'specialty')} as specialties,
        ${inUse(filters.state, 'state')} as states,
        ${inUse(filters.jobType, 'employment_type')} as "jobTypes"
    `.execute(db)
    return oneOf(rows)
  },
}
