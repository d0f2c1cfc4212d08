import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { Suggestion, SuggestionBox } from '#features/jobs/contract.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { specialties as specialtyLabels } from '#vocabulary/specialties.ts'
import { maxReachable } from '#features/jobs/search-criteria.ts'
import { filters } from '#features/jobs/filters.ts'
import { countyLabel, foldPlace, loadGazetteer, suggestPlaces as citiesBegunBy } from '#features/places/server/public.ts'
import type { Gazetteer } from '#features/places/server/public.ts'
import { specialtyPhrases } from '#vocabulary/specialty-words.ts'
import { topics } from '#vocabulary/topics.ts'
import { compile, everything } from './compile/compile.ts'
import { conceptOf } from './read/meanings.ts'
import { countJobsIn } from './read/places.ts'
import { noStems } from './read/reading.ts'
import { foldWord, tokensOf } from './read/words.ts'
import { countWordsInSegments } from './run/counts.ts'
import { countHits } from './run/page.ts'

const mostSuggestions = 8
const most = { specialty: 3, topic: 2, state: 1, label: 3, popular: 5 }

/**
 * Completions for what was typed so far into the keyword or the place box. For keywords: specialties (also by abbreviation), parts of
 * them, states, and labels of active jobs. Before anything is typed, the specialties or states with the most jobs.
 */
export async function suggest(db: Db, typed: string, box: SuggestionBox = 'keyword'): Promise<Suggestion[]> {
  if (box === 'place') return typed === '' ? suggestPopularStates(db) : suggestPlaces(db, typed)
  if (typed === '') return suggestPopular(db)
  if (tokensOf(typed).length === 0) return []
  const specialties = specialtiesFor(typed)
  const states = stateCodes.filter((code) => code !== 'OTHER' && foldWord(stateName(code)).startsWith(foldWord(typed)))
  const [counts, topicSuggestions, labels] = await Promise.all([
    countNamed(db, specialties, states),
    suggestTopics(db, typed),
    findLabels(db, typed, most.label),
  ])
  const counted = <T extends string>(names: readonly T[], limit: number): T[] =>
    names.filter((it) => counts.get(it)).slice(0, limit)
  return [
    ...counted(specialties, most.specialty).map((it) => specialtySuggestion(it, counts.get(it) ?? 0)),
    ...topicSuggestions,
    ...counted(states, most.state).map((it) => stateSuggestion(it, counts.get(it) ?? 0)),
    ...labels.map(labelSuggestion),
  ]
    .slice(0, mostSuggestions)
    .toSorted((one, other) => groups.indexOf(one.kind) - groups.indexOf(other.kind))
}
const countOf = ({ count = 0 }: Suggestion): number => count

const groups: Suggestion['kind'][] = ['specialty', 'topic', 'title', 'place', 'employer']

async function suggestPopular(db: Db): Promise<Suggestion[]> {
  const counts = await countNamed(db, specialtyLabels, [])
  return specialtyLabels
    .flatMap((it) => (it === 'Other' || !counts.has(it) ? [] : [specialtySuggestion(it, counts.get(it) ?? 0)]))
    .toSorted((one, other) => countOf(other) - countOf(one))
    .slice(0, most.popular)
}

async function suggestPopularStates(db: Db): Promise<Suggestion[]> {
  const states = stateCodes.filter((it) => it !== 'OTHER')
  const counts = await countNamed(db, [], states)
  return states
    .flatMap((it) => (counts.has(it) ? [stateSuggestion(it, counts.get(it) ?? 0)] : []))
    .toSorted((one, other) => countOf(other) - countOf(one))
    .slice(0, most.popular)
}

const mostPlaces = { state: 2, region: 2, county: 2, city: 5, zip: 5 }

/** Places whose names begin so: states, regions, counties, cities and ZIP codes, with the jobs that lie inside. */
async function suggestPlaces(db: Db, typed: string): Promise<Suggestion[]> {
  const known = await loadGazetteer(db)
  if (/^\d{2,5}$/.test(typed)) return suggestZips(known, typed)
  const [name = '', inState = ''] = typed.split(',')
  const folded = foldPlace(name)
  if (folded.length < 2) return []
  const states = stateCodes.filter((it) => it !== 'OTHER' && inState === '' && foldPlace(stateName(it)).startsWith(folded))
  const regions = new Map([...known.regions].flatMap(([it, region]) => (it.startsWith(folded) ? [[region.label, region]] : [])))
  const begun = folded.replace(/ co(?:u|un|unt|unty)?$/, '')
  const counties = [...known.countiesByFips.values()].filter(
    (it) => foldPlace(it.name).startsWith(begun) && it.state.startsWith(inState.trim().toUpperCase()),
  )
  const areas = [
    ...states.slice(0, mostPlaces.state).map((it) => ({ label: stateName(it), search: { state: it }, words: [stateWord(it)] })),
    ...[...regions.values()].slice(0, mostPlaces.region).map((it) => ({
      label: it.label,
      search: { city: it.label },
      words: [...it.states.map((code) => stateWord(code as StateCode)), ...it.counties.map(filters.county.word)],
    })),
    ...counties.slice(0, mostPlaces.county).map((it) => ({
      label: `${countyLabel(it)}, ${it.state}`,
      search: { city: `${countyLabel(it)}, ${it.state}` },
      words: [filters.county.word(it.fips)],
    })),
  ]
  const [counts, cities] = await Promise.all([
    countWords(
      db,
      areas.flatMap((it) => it.words),
    ),
    suggestCities(db, typed),
  ])
  const suggested = areas.map(({ label, search, words }): Suggestion => {
    return { kind: 'place', label, ...(counts && { count: words.reduce((sum, it) => sum + (counts[it] ?? 0), 0) }), search }
  })
  const isState = ({ search }: Suggestion): boolean => 'state' in search
  return [...suggested.filter(isState), ...cities, ...suggested.filter((it) => !isState(it) && it.count !== 0)].slice(
    0,
    mostSuggestions,
  )
}

const stateWord = (state: StateCode): string => filters.state.word(state)

/** The likeliest by people and jobs. */
async function suggestCities(db: Db, typed: string): Promise<Suggestion[]> {
  const cities = (await citiesBegunBy(db, typed)).map(({ city, state }) => `${city}, ${state}`)
  const counts = await countJobsIn(db, cities)
  return cities
    .map((label): Suggestion => ({ kind: 'place', label, count: counts.get(label) ?? 0, search: { city: label } }))
    .slice(0, mostPlaces.city)
}

const suggestZips = (known: Gazetteer, typed: string): Suggestion[] =>
  [...known.zips.values()]
    .filter(({ zip }) => zip.startsWith(typed))
    .slice(0, mostPlaces.zip)
    .map(({ zip, city, state }) => ({ kind: 'place', label: `${zip} ${city}, ${state}`, search: { city: zip } }))

/** Topics with a phrase that begins like this. */
async function suggestTopics(db: Db, typed: string): Promise<Suggestion[]> {
  const phrase = phraseOf(typed)
  if (phrase.length < 2) return []
  const begun = topics.flatMap((topic) => {
    const keyword = topic.typed.split(', ').find((it) => it.startsWith(phrase))
    return keyword === undefined ? [] : [{ topic, keyword }]
  })
  const suggestions = begun.slice(0, most.topic).map(async ({ topic, keyword }): Promise<Suggestion> => {
    const concept = conceptOf({ kind: 'topic', topic })
    const total = await countHits(
      db,
      compile({ filter: {}, terms: [{ kind: 'concept', concept, typed: keyword }], stems: noStems }),
    )
    return { kind: 'topic', label: topic.label, count: Math.min(total, maxReachable), search: { keyword } }
  })
  return (await Promise.all(suggestions)).filter((it) => countOf(it) > 0)
}

const phraseOf = (typed: string): string =>
  tokensOf(typed)
    .map((it) => it.word)
    .join(' ')

/** Specialties with a phrase that begins like this: a whole phrase before a beginning, then in alphabetical order. */
function specialtiesFor(typed: string): Specialty[] {
  const phrase = phraseOf(typed)
  const exact: Specialty[] = []
  const begun: Specialty[] = []
  for (const [candidate, specialty] of specialtyPhrases()) {
    if (candidate === phrase) exact.push(specialty)
    else if (phrase.length >= 2 && candidate.startsWith(phrase)) begun.push(specialty)
  }
  return [...new Set([...exact, ...begun])]
}

const specialtySuggestion = (specialty: Specialty, count: number): Suggestion => ({
  kind: 'specialty',
  label: specialty,
  count,
  search: { specialty },
})

const stateSuggestion = (state: StateCode, count: number): Suggestion => ({
  kind: 'place',
  label: stateName(state),
  count,
  search: { state },
})

function labelSuggestion({ kind, label, n }: Label): Suggestion {
  if (kind !== 'place') return { kind, label, count: n, search: { keyword: `"${label.replaceAll('"', ' ')}"` } }
  const [city = '', state = ''] = label.split(/, (?=[A-Z]+$)/)
  return { kind, label, count: n, search: { city, state } }
}

type Label = { kind: 'title' | 'place' | 'employer'; label: string; n: number }

/**
 * Labels of the vocabulary in which a word begins with what was typed, the more frequent first, those that begin with it
 * before all; then, where there are not enough, those that resemble it.
 */
async function findLabels(db: Db, typed: string, each: number): Promise<Label[]> {
  const { rows } = await sql<Label>`
    with typed as (select lower(fold_accents(${typed})) as q, lower(fold_accents(${likePattern(typed)})) as pattern),
    found as (
      select kind, label, n, case when folded like pattern || '%' then 2.0 else 1.0 end as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and (folded like pattern || '%' or folded like '% ' || pattern || '%')
    ),
    similar_ones as (
      select kind, label, n, word_similarity(q, folded) as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and q <% folded and length(q) >= 5 and not exists (select from found)
    ),
    ranked as (
      select kind, label, n, likeness, row_number() over (partition by kind order by likeness desc, n desc, label) as place
      from (select * from found union all select * from similar_ones) all_labels
    )
    select kind, label, n from ranked where place <= ${each} order by kind, place
  `.execute(db)
  return rows
}

/** What is typed is never a pattern. */
const likePattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Active jobs with each of these words of the index; undefined while segments cannot tell. */
const countWords = async (db: Db, words: readonly string[]): Promise<Record<string, number> | undefined> =>
  words.length === 0 ? {} : countWordsInSegments(db, everything, words)

/** Active jobs of each specialty and state that was asked about. */
async function countNamed(db: Db, specialties: readonly Specialty[], states: readonly StateCode[]): Promise<Map<string, number>> {
  const names = [...specialties, ...states]
  if (names.length === 0) return new Map()
  const words = [...specialties.map(filters.specialty.word), ...states.map(filters.state.word)]
  const counts = await countWordsInSegments(db, everything, words)
  if (counts)
    return new Map(names.flatMap((it, index) => [[it, counts[words[index] ?? ''] ?? 0] as const]).filter(([, n]) => n > 0))
  const { rows } = await sql<{ name: string; n: number }>`
    select specialty as name, count(*)::integer as n from job_search where specialty = any(${specialties}) group by 1
    union all
    select state, count(*)::integer from job_search where state = any(${states}) group by 1
  `.execute(db)
  return new Map(rows.map((it) => [it.name, it.n]))
}
