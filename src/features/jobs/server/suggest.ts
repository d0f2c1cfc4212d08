import { sql } from 'kysely'
import { literal, plannedOnce, type Db } from '#platform/server/database.ts'
import { parseState, stateName } from '#shared/us-states.ts'
import type { Suggestion, SuggestionBox } from '#features/jobs/contract.ts'
import {
  isSpecialty,
  specialties as specialtyLabels,
  type Specialty,
} from '#vocabulary/specialties.ts'
import { maxReachable, parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { defaultRadius, filters, type FilterName } from '#features/jobs/filters.ts'
import { citiesBegunBy, foldPlace, loadGazetteer } from '#features/places/server/public.ts'
import type { Gazetteer } from '#features/places/server/public.ts'
import { filterWords } from '#vocabulary/filter-words.ts'
import { specialtyPhrases } from '#vocabulary/specialty-words.ts'
import { practices } from '#vocabulary/practices.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { topics } from '#vocabulary/topics.ts'
import { compile } from './compile/compile.ts'
import { meaningOf } from './read/meanings.ts'
import { isNotable } from './read/places.ts'
import { readSearch } from './read/read-search.ts'
import type { Term } from './read/reading.ts'
import { tokensOf } from './read/text.ts'
import { countEach } from './run/counts.ts'
import {
  cityNamed,
  findPlaces,
  findZips,
  placeNamed,
  regionsCalled,
  stateNamed,
  states,
  statesCalled,
  type Candidate,
} from './suggest-places.ts'
import { keysOf } from '#shared/keys.ts'

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
const groups = keysOf(most)
const byKind = (one: Candidate, other: Candidate) =>
  groups.indexOf(one.kind) - groups.indexOf(other.kind)

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
  const [read, begun] = await Promise.all([
    asRead(db, typed, box),
    box === 'place' ? findPlaces(db, typed) : findNames(db, typed),
  ])
  const rank = rankFor(typed)
  // What was typed may go on: mended, it is less likely than what begins like it.
  const isRead = read && !(read.isMended && begun.some(({ label }) => rank(label) < unlike))
  // A suggestion's own words stay in the box better than what was typed: 'J-1 waiver' for 'j-1'.
  const same = begun.find(({ label }) => label === read?.label)
  const found = (await counted(db, isRead ? [same ?? read, ...begun] : begun))
    .filter(({ count }) => box === 'place' || count !== 0)
    .map((suggestion) => {
      const isFirst = isRead && suggestion.label === read.label && suggestion.count !== 0
      return { suggestion, rank: isFirst ? -1 : rank(suggestion.label) }
    })
    .toSorted((a, b) => a.rank - b.rank || jobsOf(b.suggestion) - jobsOf(a.suggestion))
  if (box === 'place') return found.slice(0, mostSuggestions).map(({ suggestion }) => suggestion)
  return [...Map.groupBy(found, ({ suggestion }) => suggestion.kind)]
    .flatMap(([kind, list]) =>
      list.slice(0, most[kind]).map((entry, place) => ({ ...entry, place })),
    )
    .toSorted((a, b) => a.place - b.place)
    .slice(0, mostSuggestions)
    .toSorted(
      (a, b) => Number(b.rank < 0) - Number(a.rank < 0) || byKind(a.suggestion, b.suggestion),
    )
    .map(({ suggestion }) => suggestion)
}

/** Many, where to count them would take too long. */
const jobsOf = ({ count = maxReachable }: Suggestion) => count

/**
 * How a label has what was typed: as whole words, as its beginning, as the beginning of another
 * word, or not at all.
 */
function rankFor(typed: string): (label: string) => number {
  const folded = foldPlace(typed)
  return (label) => {
    const words = ` ${foldPlace(label.replace(/, [A-Z]{2}$/, ''))} `
    if (words.includes(` ${folded} `)) return 0
    return words.startsWith(` ${folded}`) ? 1 : words.includes(` ${folded}`) ? 2 : unlike
  }
}
const unlike = 3

/**
 * All of it as a search reads it, with its typing errors mended: 'dermatolgy 60614', 'vt'.
 * Undefined where something is not understood.
 */
async function asRead(
  db: Db,
  typed: string,
  box: SuggestionBox = 'keyword',
): Promise<(Candidate & { isMended: boolean }) | undefined> {
  const isPlaceBox = box === 'place'
  const { filter, terms, notes } = await readSearch(
    db,
    parseSearchCriteria(isPlaceBox ? { city: typed } : { keyword: typed }),
  )
  const { parts, place, correctedKeyword = typed } = notes
  if (filter.nowhere || (filter.place && filter.place.radius !== defaultRadius)) return undefined
  // Codes and nicknames are short, and are no errors.
  if (isPlaceBox)
    return place && { ...placeNamed(place.label), isMended: typed.length >= shortestMended }
  if (parts.length === 0 || parts.some((part) => part.isWord || part.isUnread)) return undefined
  const where = new Set([place?.label, ...(filter.state ?? []).map(stateName)])
  const labels = parts.map(({ label }) => label.replace(/^near /, ''))
  const places = labels.filter((label) => where.has(label)).join(' or ')
  const what = labels
    .filter((label) => !where.has(label))
    .toSorted((a, b) => Number(isSpecialty(b)) - Number(isSpecialty(a)))
    .join(', ')
  const isMended = correctedKeyword !== typed
  if (what === '') return { ...placeNamed(places), isMended }
  if (places === '' && isSpecialty(what)) return { ...specialtyNamed(what), isMended }
  const label = places === '' ? what : `${what} in ${places}`
  const kind = groups.find((group) => kindsOf(terms).includes(group)) ?? 'filter'
  return { kind, label, search: { keyword: correctedKeyword }, isMended }
}
const shortestMended = 5

const kindsOf = (terms: readonly Term[]): Suggestion['kind'][] =>
  terms.flatMap((term) => {
    if (term.kind === 'or') return term.alternatives.flatMap(kindsOf)
    const isSubject = term.kind === 'concept' && !term.concept.isCondition
    return isSubject ? (term.concept.entry.kind === 'specialty' ? 'specialty' : 'topic') : 'filter'
  })

const mostJobsFirst = (suggestions: readonly Suggestion[]) =>
  suggestions.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))

/** With as many jobs as each search finds; each label once. */
async function counted(db: Db, candidates: readonly Candidate[]): Promise<Suggestion[]> {
  const distinct = [
    ...new Map(
      candidates.toReversed().map((candidate) => [candidate.label.toLowerCase(), candidate]),
    ).values(),
  ].toReversed()
  if (distinct.length === 0) return []
  const asked = await Promise.all(
    distinct.map(async (candidate) => ({
      query: compile(await readSearch(db, parseSearchCriteria(candidate.search))),
      phrase: phraseOf(candidate),
    })),
  )
  const totals = await countEach(db, asked)
  return distinct.map((suggestion, index) => {
    const total = totals[index]
    return { ...suggestion, ...(total !== undefined && { count: Math.min(total, maxReachable) }) }
  })
}

/** The label of a title or an employer, if that is all that is searched for. */
const phraseOf = ({ label, search }: Candidate) =>
  search['keyword'] === quoted(label) ? label : undefined

const quoted = (label: string) => `"${label.replaceAll('"', ' ')}"`

const specialtyNamed = (specialty: Specialty): Candidate => ({
  kind: 'specialty',
  label: specialty,
  search: { specialty },
})

async function findNames(db: Db, typed: string): Promise<Candidate[]> {
  const tokens = tokensOf(typed)
  if (tokens.length === 0) return []
  const phrase = tokens.map(({ word }) => word).join(' ')
  const known = await loadGazetteer(db)
  const concepts = [...specialtiesCalled(phrase), ...topicsCalled(phrase), ...filtersCalled(phrase)]
  const [zips, pairs, labels] = await Promise.all([
    findZips(db, known, typed),
    concepts.length === 0 ? findPairs(db, known, typed) : [],
    findLabels(db, typed, most.title),
  ])
  return [
    ...concepts,
    ...statesCalled(typed),
    ...regionsCalled(known, typed),
    ...zips,
    ...pairs,
    ...labels.map(labelNamed),
  ]
}

/** More than are shown, because some have no jobs. */
const mostCounted = 8

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
    .flatMap(({ label, typed, ...practice }): Candidate[] => {
      const keyword = typed.split(', ').find((part) => part.startsWith(phrase))
      const kind = 'isCondition' in practice ? 'filter' : 'topic'
      return keyword === undefined ? [] : [{ kind, label, search: { keyword } }]
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
    if (keyword === undefined || meaning?.kind !== 'wish' || meaning.term.kind !== 'filter')
      return []
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
const longestPair = 8

/** What is read, and what may go on behind it: 'derm tex', 'psych in oreg', 'texas cardio'. */
async function findPairs(db: Db, known: Gazetteer, typed: string): Promise<Candidate[]> {
  const [, ...later] = tokensOf(typed).slice(0, longestPair + 1)
  if (later.length === longestPair) return []
  for (const { start } of later) {
    const ends = await endsCalled(db, known, typed.slice(start))
    const read = ends.length > 0 ? await asRead(db, typed.slice(0, start)) : undefined
    if (read) return ends.flatMap((end) => joined(read, end)).slice(0, mostCounted)
  }
  return []
}

/** What narrows a search: a state, also by its code, and whatever else begins like this. */
async function endsCalled(db: Db, known: Gazetteer, typed: string): Promise<Candidate[]> {
  const code = parseState(typed)
  if (code !== undefined && code !== 'OTHER') return [stateNamed(code)]
  const phrase = tokensOf(typed)
    .map(({ word }) => word)
    .join(' ')
  if (phrase.length < 3) return filtersCalled(phrase).slice(0, 1)
  const named = [
    ...specialtiesCalled(phrase).slice(0, 2),
    ...topicsCalled(phrase).slice(0, 1),
    ...filtersCalled(phrase).slice(0, 1),
    ...statesCalled(typed),
    ...(await findZips(db, known, typed)).slice(0, 1),
  ]
  const cities = named.length > 0 ? [] : citiesBegunBy(known, phrase).filter(isNotable)
  return [...named, ...cities.slice(0, 1).map(cityNamed), ...regionsCalled(known, typed)]
}

/** Both, a specialty first and a place last. */
function joined(one: Candidate, other: Candidate): Candidate[] {
  const [what, more] = byKind(one, other) > 0 ? [other, one] : [one, other]
  if (what.kind === 'place' || (what.search['specialty'] && more.search['specialty'])) return []
  const words = [one, other].flatMap(({ search }) => search['keyword'] ?? []).join(' ')
  return [
    {
      kind: what.kind,
      label: `${what.label}${more.kind === 'place' ? ' in ' : ', '}${more.label}`,
      search: { ...what.search, ...more.search, ...(words !== '' && { keyword: words }) },
    },
  ]
}

function labelNamed({ kind, label }: Label): Candidate {
  if (kind !== 'place') return { kind, label, search: { keyword: quoted(label) } }
  const [city = '', state = ''] = label.split(/, (?=[A-Z]+$)/)
  return { kind, label, search: { city, state } }
}

type Label = { kind: 'title' | 'place' | 'employer'; label: string }

/**
 * Labels of the vocabulary in which a word begins with what was typed, the more frequent first,
 * those that begin with it before all; then, where there are not enough, those that resemble it.
 */
async function findLabels(db: Db, typed: string, each: number) {
  const { rows } = await sql<Label>`
    with typed as (select lower(fold_accents(${typed})) as q,
      lower(fold_accents(${literal(typed)})) as pattern),
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
    select kind, label, n from ranked where place <= ${each}::integer order by kind, place ${plannedOnce}
  `.execute(db)
  return rows
}
