import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/server/database.ts'
import { stateName } from '#shared/us-states.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { defaultRadius } from '#features/jobs/filters.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { filtersOf } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import type { KeywordReading, Part, Term } from './alternatives.ts'
import { readKeyword, readLiterally } from './grammar.ts'
import type { Taken } from './grammar.ts'
import { gazetteerFor, noPlaces, readCityBox } from './places.ts'
import type { Area, CityBox } from './places.ts'
import { foldWord, tokensOf } from './tokens.ts'
import { compileTerms, titleWordsOf } from '../compile/compile.ts'
import type { CompiledQuery } from '../compile/compile.ts'
import { findForms, findPhraseQueries, mendWords, shortestMendable } from './spelling.ts'
import type { WordForms } from './spelling.ts'

/** Which jobs a search asks for: all conditions must hold, and what is absent is not asked for. */
export type JobFilter = Omit<Filters, 'keyword' | 'city' | 'radius' | 'literal' | 'hourly'> & {
  /** The text of a `tsquery` on `job_search.search`. */
  tsquery: string | null
  /** The last characters of the id of the one job that is asked for. */
  reference?: string
  /** Only jobs with a smaller id, which is the order in which they were added. */
  addedBefore?: string
  /** A circle; the radius is in miles. */
  place?: { lat: number; lon: number; radius: number; label: string; others?: { lat: number; lon: number }[] }
}

export type Understood = JobFilter & {
  /** Text queries of the jobs that come first by relevance, the closest first. */
  ranks: string[]
  notes: Understanding
}

/** Works out what a search means: abbreviations, filters and places in its words, typing errors. */
export async function understand(db: Db, criteria: SearchCriteria): Promise<Understood> {
  const { box, meaning } = await readBoxes(db, criteria)
  return combine(criteria, box, meaning)
}

type Readings = LRUCache<string, { box: CityBox | undefined; meaning: KeywordMeaning }, SearchCriteria>

/** What the two boxes say, read minutes ago at most: the words, places and counts that it depends on hardly change. */
const readingTtl = 5 * 60_000
const mostReadings = 10_000

/** Of one node and database. A transaction is a database of its own here, and forgotten with it. */
const readings = new WeakMap<Db, Readings>()

/** The words that jobs have are others now. */
export const forgetReadings = (db: Db): boolean => readings.delete(db)

async function readBoxes(db: Db, criteria: SearchCriteria) {
  let known = readings.get(db)
  if (!known) {
    known = new LRUCache({
      max: mostReadings,
      ttl: readingTtl,
      fetchMethod: async (_key, _stale, { context }) => {
        const { city, state: states } = context
        const box = city === undefined ? undefined : await readCityBox(db, city, states?.length === 1 ? states[0] : undefined)
        return { box, meaning: await understandKeyword(db, context, takenBy(context, box)) }
      },
    })
    readings.set(db, known)
  }
  const { keyword, literal, city, state, jobType, visa, payroll } = criteria
  return known.forceFetch(JSON.stringify([keyword, literal, city, state, jobType, visa, payroll]), { context: criteria })
}

function takenBy(criteria: SearchCriteria, box: CityBox | undefined): Taken {
  return {
    states: criteria.state ?? (box && 'state' in box ? [box.state] : undefined),
    place: box !== undefined && ('spot' in box || 'area' in box),
    filters: criteria,
  }
}

function combine(criteria: SearchCriteria, box: CityBox | undefined, meaning: KeywordMeaning): Understood {
  const { reading, query } = meaning
  const {
    keyword: _keyword,
    city: _city,
    literal: _literal,
    hourly: _hourly,
    radius: asked,
    state: chosen,
    ...rest
  } = filtersOf(criteria)
  const radius = asked ?? reading.miles ?? defaultRadius
  const spot = box && 'spot' in box ? box.spot : reading.spot
  const area = box && 'area' in box ? box.area : reading.area
  const typed = box && 'state' in box ? [box.state] : (area?.states ?? (spot?.stated ? [spot.stated] : reading.states))
  // A state that was typed or chosen leaves out everything beyond its border.
  const narrowed = chosen ? typed.filter((it) => chosen.includes(it)) : typed
  const state = narrowed.length > 0 ? narrowed : chosen
  const county = area?.counties.filter((it) => !chosen || chosen.some((code) => code === it.state)).map((it) => it.fips)
  const others = spot?.alternatives?.map(({ lat, lon }) => ({ lat, lon }))
  const place = spot && { lat: spot.lat, lon: spot.lon, radius, label: spot.label, ...(others && { others }) }
  const filters = reading.filters.map((it) => it.filter).reduce<Filters>(narrow, rest)
  return {
    ...filters,
    ...(state && { state }),
    ...(county && county.length > 0 && { county }),
    ...(place && { place }),
    ...(reading.reference !== undefined && { reference: reading.reference }),
    ...query,
    notes: {
      ...notesOf(box, meaning, place, area),
      ...(criteria.keyword !== undefined && { named: namedBy(criteria.specialty, reading.terms, filters.jobType, state) }),
    },
  }
}

/** 'Cardiology' for 'heart doctor', beside the filters; how one works is no specialty. */
function namedBy(
  chosen: readonly string[] = [],
  terms: readonly Term[],
  jobType: Filters['jobType'],
  state: Filters['state'],
): Understanding['named'] {
  const specialty = [...new Set([...chosen, ...conceptsIn(terms.filter((it) => !isCondition(it)))])]
  return { ...(specialty.length > 0 && { specialty }), ...(jobType && { jobType }), ...(state && { state }) }
}

const isCondition = (term: Term): boolean => term.kind === 'concept' && term.concept.isCondition === true

/** Of two bounds the tighter one holds, all benefits are wanted; of everything else a job has one, and what was typed was among it. */
const narrow = (one: Filters, other: Filters): Filters => ({
  ...one,
  ...other,
  ...(one.minPay !== undefined && other.minPay !== undefined && { minPay: Math.max(one.minPay, other.minPay) }),
  ...(one.maxPay !== undefined && other.maxPay !== undefined && { maxPay: Math.min(one.maxPay, other.maxPay) }),
  ...(one.benefits && other.benefits && { benefits: [...new Set([...one.benefits, ...other.benefits])] }),
})

function notesOf(
  box: CityBox | undefined,
  { reading, known, text, correctedKeyword }: KeywordMeaning,
  place: JobFilter['place'],
  area: Area | undefined,
): Understanding {
  const concepts = conceptsIn(reading.terms)
  const near = reading.spot ? [`near ${reading.spot.label}`] : reading.area ? [reading.area.label] : []
  const others = area?.others ?? (box && 'spot' in box ? box.spot : reading.spot)?.others ?? []
  // Stop words say nothing.
  const isSaid = ({ isWord, start, end }: Part): boolean =>
    !isWord || (known.get(text.slice(start, end).replace(/^.*\s/, ''))?.lexemes.length ?? 0) > 0
  const parts = reading.parts
    .filter(isSaid)
    .map(({ label, start, end, ...more }) => ({ label, without: withoutPart(text, start, end), ...more }))
  return {
    recognized: [...new Set([...concepts, ...reading.filters.map((it) => it.label), ...near, ...reading.states.map(stateName)])],
    parts: [...new Map(parts.map((it) => [`${it.label}: ${it.without}`, it])).values()],
    ...(reading.profession !== undefined && { profession: reading.profession }),
    ...(correctedKeyword && { correctedKeyword }),
    ...(place && { place: { label: place.label, radius: place.radius } }),
    ...(box && 'state' in box && { place: { label: stateName(box.state) } }),
    ...(area && { place: { label: area.label } }),
    ...(others.length > 0 && { otherPlaces: others }),
    ...(box && 'unknown' in box && { unknownPlace: box.unknown, placeGuesses: box.guesses }),
  }
}

const conceptsIn = (terms: readonly Term[]): string[] =>
  terms.flatMap((it) => (it.kind === 'concept' ? it.concept.label : it.kind === 'or' ? it.alternatives.flatMap(conceptsIn) : []))

/** The rest of a keyword, without the separator before the part. */
const withoutPart = (text: string, start: number, end: number): string =>
  `${text.slice(0, start).replace(/[\s,/&]+$/, '')} ${text.slice(end)}`
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,/])/g, '')
    .replaceAll(/^(?:[\s,/&+-]|or\b)+|[\s,/&-]+$/gi, '')

type KeywordMeaning = {
  reading: KeywordReading
  query: CompiledQuery
  /** What `reading` was read from. */
  text: string
  known: Map<string, WordForms>
  correctedKeyword?: string
}

/** Reads a keyword, and reads it again if it has typing errors that can be mended. */
async function understandKeyword(db: Db, { keyword = '', literal }: SearchCriteria, taken: Taken): Promise<KeywordMeaning> {
  const reading = literal ? readLiterally(tokensOf(keyword)) : await read(db, keyword, taken)
  const known = await lookUp(db, reading.terms)
  const mended = literal ? new Map<string, string>() : await mendUnknown(db, reading.terms, known.forms)
  if (mended.size === 0) return { reading, query: compileTerms(reading.terms, known), text: keyword, known: known.forms }
  const corrected = replaceWords(keyword, mended)
  const second = await read(db, corrected, taken)
  const secondKnown = await lookUp(db, second.terms)
  return {
    reading: second,
    query: compileTerms(second.terms, secondKnown),
    text: corrected,
    known: secondKnown.forms,
    correctedKeyword: corrected,
  }
}

async function read(db: Db, keyword: string, taken: Taken): Promise<KeywordReading> {
  const tokens = tokensOf(keyword)
  const withoutPlaces = readKeyword(keyword, tokens, noPlaces, taken)
  return wordsIn(withoutPlaces.terms).length > 0
    ? readKeyword(keyword, tokens, await gazetteerFor(db, tokens), taken)
    : withoutPlaces
}

/** Every term, also those behind a 'no' or beside an 'or'. */
const flatten = (terms: readonly Term[]): Term[] =>
  terms.flatMap((it) => (it.kind === 'not' ? flatten([it.term]) : it.kind === 'or' ? it.alternatives.flatMap(flatten) : it))

const wordsIn = (terms: readonly Term[]) => flatten(terms).flatMap((it) => (it.kind === 'word' ? it.token : []))

async function lookUp(db: Db, terms: readonly Term[]) {
  const words = [...wordsIn(terms).map((it) => it.text), ...titleWordsOf(terms)]
  const phrases = flatten(terms).flatMap((it) => (it.kind === 'phrase' ? it.text : []))
  const [forms, queries] = await Promise.all([findForms(db, words), findPhraseQueries(db, phrases)])
  return { forms, phrases: queries }
}

/** Typing errors, and what they were meant to be. */
async function mendUnknown(db: Db, terms: readonly Term[], forms: Map<string, WordForms>): Promise<Map<string, string>> {
  const unknown = wordsIn(terms).flatMap(({ word, text }) => {
    if (word.length < shortestMendable || /\d/.test(word)) return []
    const form = forms.get(text)
    return form && !form.known && form.lexemes.length > 0 ? word : []
  })
  return unknown.length === 0 ? new Map() : mendWords(db, unknown)
}

const replaceWords = (keyword: string, mended: Map<string, string>): string =>
  keyword.replaceAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu, (word) => mended.get(foldWord(word)) ?? word)
