import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { parseState, stateCodes, stateName, type StateCode } from '#shared/us-states.ts'
import type { Suggestion, SuggestionBox } from '#features/jobs/contract.ts'
import { specialties as specialtyLabels, type Specialty } from '#vocabulary/specialties.ts'
import { maxReachable, parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { filters, type FilterName } from '#features/jobs/filters.ts'
import {
  citiesBegunBy,
  countyLabel,
  foldPlace,
  labelOf,
  largeCitiesLike,
  loadGazetteer,
} from '#features/places/server/public.ts'
import type { City, Gazetteer } from '#features/places/server/public.ts'
import { filterWords } from '#vocabulary/filter-words.ts'
import { specialtyPhrases } from '#vocabulary/specialty-words.ts'
import { practices } from '#vocabulary/practices.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { topics } from '#vocabulary/topics.ts'
import { compile } from './compile/compile.ts'
import { meaningOf } from './read/meanings.ts'
import { countJobsIn } from './queries.ts'
import { isNotable } from './read/places.ts'
import { readSearch } from './read/read-search.ts'
import { tokensOf } from './read/words.ts'
import { countEach } from './run/counts.ts'

/** A suggestion whose jobs are not counted yet. */
type Candidate = Omit<Suggestion, 'count'>

const mostSuggestions = 8
/** Of each kind. */
const most: Record<Suggestion['kind'], number> = {
  specialty: 3,
  topic: 2,
  filter: 2,
  title: 3,
  place: 3,
  employer: 3,
}
const mostPopular = 5
const groups = Object.keys(most)

/**
 * Completions for what was typed so far into the keyword or the place box. For keywords:
 * specialties (also by abbreviation), parts of them, filters, states, two of these at once, and
 * labels of active jobs. Before anything is typed, the specialties or states with the most jobs.
 */
export async function suggest(
  db: Db,
  typed: string,
  box: SuggestionBox = 'keyword',
): Promise<Suggestion[]> {
  if (typed === '') {
    const all =
      box === 'place'
        ? states.map(stateNamed)
        : specialtyLabels.filter((label) => label !== 'Other').map(specialtyNamed)
    return mostJobsFirst(await counted(db, all)).slice(0, mostPopular)
  }
  if (box === 'place')
    return mostJobsFirst(await counted(db, await findPlaces(db, typed))).slice(0, mostSuggestions)
  const some = async (candidates: readonly Candidate[]): Promise<Suggestion[]> =>
    (await counted(db, candidates)).filter(({ count }) => count !== 0)
  const named = await some(await findNames(db, typed))
  const found = named.length > 0 ? named : await some(await asRead(db, typed))
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  byKind.set('place', mostJobsFirst(byKind.get('place') ?? []))
  return [...byKind.values()]
    .flatMap((list) =>
      list
        .slice(0, most[list[0]?.kind ?? 'title'])
        .map((suggestion, place) => ({ it: suggestion, place })),
    )
    .toSorted((one, other) => one.place - other.place)
    .slice(0, mostSuggestions)
    .map(({ it }) => it)
    .toSorted((one, other) => groups.indexOf(one.kind) - groups.indexOf(other.kind))
}

/** The whole of it as a search reads it, with its typing errors mended: 'dermatolgy 60614 ft'. */
async function asRead(db: Db, typed: string): Promise<Candidate[]> {
  const { notes } = await readSearch(db, parseSearchCriteria({ keyword: typed }))
  const { parts, correctedKeyword = typed } = notes
  if (parts.length === 0 || parts.some((part) => part.isWord || part.isUnread)) return []
  const label = parts.map((part) => part.label).join(', ')
  return [{ kind: 'topic', label, search: { keyword: correctedKeyword } }]
}

const mostJobsFirst = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))

/** With as many jobs as each search finds; each label once. */
async function counted(db: Db, candidates: readonly Candidate[]): Promise<Suggestion[]> {
  const distinct = [
    ...new Map(
      candidates.toReversed().map((candidate) => [candidate.label.toLowerCase(), candidate]),
    ).values(),
  ].toReversed()
  if (distinct.length === 0) return []
  const readings = await Promise.all(
    distinct.map(({ search }) => readSearch(db, parseSearchCriteria(search))),
  )
  const totals = await countEach(db, readings.map(compile))
  return distinct.map((suggestion, index) => {
    const total = totals[index]
    return { ...suggestion, ...(total !== undefined && { count: Math.min(total, maxReachable) }) }
  })
}

const states = stateCodes.filter((code) => code !== 'OTHER')
const stateNamed = (state: StateCode): Candidate => ({
  kind: 'place',
  label: stateName(state),
  search: { state },
})
const specialtyNamed = (specialty: Specialty): Candidate => ({
  kind: 'specialty',
  label: specialty,
  search: { specialty },
})
function statesCalled(typed: string): Candidate[] {
  const folded = foldPlace(typed)
  return folded === ''
    ? []
    : states.filter((code) => foldPlace(stateName(code)).startsWith(folded)).map(stateNamed)
}
const placeNamed = (label: string): Candidate => ({ kind: 'place', label, search: { city: label } })
const cityNamed = (city: City): Candidate => placeNamed(labelOf(city))

async function findNames(db: Db, typed: string): Promise<Candidate[]> {
  const words = tokensOf(typed).map((token) => token.word)
  if (words.length === 0) return []
  const phrase = words.join(' ')
  const concepts = [...specialtiesCalled(phrase), ...topicsCalled(phrase), ...filtersCalled(phrase)]
  return [
    ...concepts,
    ...statesCalled(typed),
    ...(concepts.length === 0 ? pairsOf(await loadGazetteer(db), words) : []),
    ...(await findLabels(db, typed, most.title)).map(labelNamed),
  ]
}

/** More than are shown, because some have no jobs. */
const mostCounted = 5

/**
 * Specialties with a phrase that begins like this: a whole phrase before a beginning, then in
 * alphabetical order.
 */
function specialtiesCalled(phrase: string): Candidate[] {
  // 'ir' is interventional radiology rather than the beginning of something else.
  const mayBegin = phrase.length >= 2 && findPhrase(phrase)?.kind !== 'topic'
  const exact: Specialty[] = []
  const begun: Specialty[] = []
  for (const [candidate, specialty] of specialtyPhrases()) {
    if (candidate === phrase) exact.push(specialty)
    else if (mayBegin && candidate.startsWith(phrase)) begun.push(specialty)
  }
  return [...new Set([...exact, ...begun])].slice(0, mostCounted).map(specialtyNamed)
}

/** Topics, and then practices, with a phrase that begins like this. */
function topicsCalled(phrase: string): Candidate[] {
  if (phrase.length < 2) return []
  return [...topics, ...practices.filter((practice) => !practice.isOnlyUnwanted)]
    .flatMap(({ label, typed }): Candidate[] => {
      const keyword = typed.split(', ').find((part) => part.startsWith(phrase))
      return keyword === undefined ? [] : [{ kind: 'topic', label, search: { keyword } }]
    })
    .slice(0, mostCounted)
}

/** Job types, tax status, visas and whatever else is a filter; dates are none of a lasting list. */
function filtersCalled(phrase: string): Candidate[] {
  if (phrase.length < 2) return []
  return filterWords.flatMap((words): Candidate[] => {
    const keyword = words.typed.split(', ').find((part) => part.startsWith(phrase))
    const meaning =
      keyword === undefined || words.name === 'postedWithin' ? undefined : meaningOf(keyword)
    if (keyword === undefined || meaning?.kind !== 'filter') return []
    const isTyped = 'onlyTyped' in filters[words.name as FilterName]
    return [
      {
        kind: 'filter',
        label: meaning.label,
        search: isTyped ? { keyword } : { [words.name]: String(words.values) },
      },
    ]
  })
}

/** In words. */
const longestPair = 6

/** 'derm tex' is Dermatology in Texas, 'psych remote' Psychiatry and Remote. */
function pairsOf(known: Gazetteer, words: readonly string[]): Candidate[] {
  if (words.length > longestPair) return []
  const pairs = words.slice(1).flatMap((_, index) => {
    const [one, other] = [words.slice(0, index + 1), words.slice(index + 1)].map((candidate) =>
      candidate.join(' '),
    ) as [string, string]
    const subjects = [subjectCalled(one), subjectCalled(other)]
    return [
      subjects[0] && ([subjects[0], conditionsCalled(known, other)] as const),
      subjects[1] && ([subjects[1], conditionsCalled(known, one)] as const),
    ]
  })
  return pairs
    .flatMap((pair) => {
      const [subject, conditions] = pair ?? []
      return (conditions ?? []).flatMap((condition) => (subject ? joined(subject, condition) : []))
    })
    .slice(0, mostCounted)
}

const subjectCalled = (phrase: string): Candidate | undefined =>
  specialtiesCalled(phrase)[0] ?? topicsCalled(phrase)[0]

function joined(subject: Candidate, condition: Candidate): Candidate[] {
  if (Object.keys(condition.search).some((key) => key in subject.search)) return []
  const label = `${subject.label}${condition.kind === 'place' ? ' in ' : ', '}${condition.label}`
  return [{ kind: subject.kind, label, search: { ...subject.search, ...condition.search } }]
}

/** What narrows a specialty: a state, also by its code, a filter, how one works, or a city. */
function conditionsCalled(known: Gazetteer, phrase: string): Candidate[] {
  const code = parseState(phrase)
  if (code !== undefined && code !== 'OTHER') return [stateNamed(code)]
  if (phrase.length < 3) return filtersCalled(phrase).slice(0, 1)
  const meaning = meaningOf(phrase)
  const practice: Candidate[] =
    meaning?.kind === 'concept' && meaning.concept.isCondition
      ? [{ kind: 'topic', label: meaning.concept.label, search: { keyword: phrase } }]
      : []
  const named = [
    ...practice,
    ...statesCalled(phrase).slice(0, most.place),
    ...filtersCalled(phrase).slice(0, 1),
  ]
  return named.length > 0
    ? named
    : citiesBegunBy(known, phrase).filter(isNotable).slice(0, 1).map(cityNamed)
}

function labelNamed({ kind, label }: Label): Candidate {
  if (kind !== 'place')
    return { kind, label, search: { keyword: `"${label.replaceAll('"', ' ')}"` } }
  const [city = '', state = ''] = label.split(/, (?=[A-Z]+$)/)
  return { kind, label, search: { city, state } }
}

type Label = { kind: 'title' | 'place' | 'employer'; label: string }

/**
 * Labels of the vocabulary in which a word begins with what was typed, the more frequent first,
 * those that begin with it before all; then, where there are not enough, those that resemble it.
 */
async function findLabels(db: Db, typed: string, each: number): Promise<Label[]> {
  const { rows } = await sql<Label>`
    with typed as (select lower(fold_accents(${typed})) as q,
      lower(fold_accents(${likePattern(typed)})) as pattern),
    found as (
      select kind, label, n, case when folded like pattern || '%' then 2.0 else 1.0 end as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and (folded like pattern || '%'
        or folded like '% ' || pattern || '%')
    ),
    similar_ones as (
      select kind, label, n, word_similarity(q, folded) as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and q <% folded and length(q) >= 5
        and not exists (select from found)
    ),
    ranked as (
      select kind, label, n, likeness, row_number() over (partition by kind
        order by likeness desc, n desc, label) as place
      from (select * from found union all select * from similar_ones) all_labels
    )
    select kind, label, n from ranked where place <= ${each} order by kind, place
  `.execute(db)
  return rows
}

/** What is typed is never a pattern. */
const likePattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * States, regions, counties, cities and ZIP codes whose names begin so; a large city, too, if it is
 * misspelled.
 */
async function findPlaces(db: Db, typed: string): Promise<Candidate[]> {
  const known = await loadGazetteer(db)
  if (/^\d{2,5}$/.test(typed)) return findZips(db, known, typed)
  if (typed.includes(',') || citiesBegunBy(known, typed).length > 0)
    return placesCalled(db, known, typed)
  // 'portland or' ends with a code, and 'harris co' may.
  const withCode = typed.replace(/ +(?=[a-z]{2}$)/i, ',')
  return (
    await Promise.all([...new Set([typed, withCode])].map((text) => placesCalled(db, known, text)))
  ).flat()
}

async function placesCalled(db: Db, known: Gazetteer, typed: string): Promise<Candidate[]> {
  const [name = '', region = ''] = typed.split(',')
  const folded = foldPlace(name)
  if (folded.length < 2) return []
  const inState = parseState(region.trim()) ?? region.trim().toUpperCase()
  const nickname = findPhrase(folded) ?? findPhrase(name.trim().toUpperCase())
  const begun = citiesBegunBy(
    known,
    nickname?.kind === 'city' ? `${nickname.city}, ${nickname.state}` : `${name},${region}`,
  )
  const misspelled = begun.some(isNotable)
    ? []
    : largeCitiesLike(known, name).filter((city) => city.state.startsWith(inState))
  const cities = await mostJobsOf(db, begun.slice(0, mostNamesakes))
  const withoutKind = folded.replace(/ co(?:u|un|unt|unty)?$/, '')
  const counties = [...known.counties]
    .flatMap(([it, namesakes]) =>
      it.startsWith(withoutKind)
        ? namesakes.filter((county) => county.state.startsWith(inState))
        : [],
    )
    .toSorted((one, other) => other.population - one.population)
  const regions =
    inState === ''
      ? [...known.regions].flatMap(([it, { label }]) => (it.startsWith(folded) ? label : []))
      : []
  return [
    ...(inState === '' ? statesCalled(name).slice(0, mostPlaces.state) : []),
    ...cities.slice(0, mostPlaces.city).map(cityNamed),
    ...misspelled.slice(0, mostPlaces.misspelled).map(cityNamed),
    ...[...new Set(regions)].slice(0, mostPlaces.region).map(placeNamed),
    ...counties
      .slice(0, mostPlaces.county)
      .map((county) => placeNamed(`${countyLabel(county)}, ${county.state}`)),
  ]
}
const mostPlaces = { state: 3, region: 2, county: 2, city: 5, misspelled: 3, zip: 5 }
/** So many cities may have jobs of their own before the others. */
const mostNamesakes = 300

/** Those first in which the most jobs are. */
async function mostJobsOf<T extends { name: string; state: string }>(
  db: Db,
  places: readonly T[],
): Promise<T[]> {
  const counts = await countJobsIn(db, [...new Set(places.map(labelOf))])
  return places.toSorted(
    (one, other) => (counts.get(labelOf(other)) ?? 0) - (counts.get(labelOf(one)) ?? 0),
  )
}

/** One ZIP code of each city before a second one. */
async function findZips(db: Db, { zips }: Gazetteer, typed: string): Promise<Candidate[]> {
  const begun = [...zips.values()]
    .filter(({ zip }) => zip.startsWith(typed))
    .toSorted((one, other) => Number(one.zip) - Number(other.zip))
    .map((zip) => ({ ...zip, name: zip.city }))
  const byCity = Map.groupBy(await mostJobsOf(db, begun), labelOf)
  const firsts = [...byCity.values()].flatMap((list) => list.slice(0, 1))
  return [...new Set([...firsts, ...begun])]
    .slice(0, mostPlaces.zip)
    .map(({ zip, name, state }) => ({
      kind: 'place',
      label: `${zip} ${name}, ${state}`,
      search: { city: zip },
    }))
}
