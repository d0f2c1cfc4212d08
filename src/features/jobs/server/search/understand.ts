import type { Db } from '#server/lib/database.ts'
import { stateName } from '#shared/us-states.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { defaultRadius } from '#features/jobs/filters.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { filtersOf } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { dictionaryWords } from './dictionary.ts'
import { readKeyword } from './keyword.ts'
import type { KeywordReading, Taken, Term } from './keyword.ts'
import { gazetteerFor, noPlaces, readCityBox } from './places.ts'
import type { CityBox } from './places.ts'
import { foldWord, tokensOf } from './tokens.ts'
import { compileTerms } from './tsquery.ts'
import type { CompiledQuery } from './tsquery.ts'
import { mendWords, phraseQueries, shortestMendable, wordFormsOf, wordsInUse } from './words.ts'
import type { WordForms } from './words.ts'

/** Which jobs a search asks for: all conditions must hold, and what is absent is not asked for. */
export type JobFilter = Omit<Filters, 'keyword' | 'city' | 'radius'> & {
  /** The text of a `tsquery` on `job_search.search`. */
  tsquery: string | null
  /** A circle; the radius is in miles. */
  place?: { lat: number; lon: number; radius: number; label: string }
}

export type Understood = JobFilter & {
  /** Like `tsquery`, but of title and specialty only: the jobs that come first by relevance. */
  titleQuery: string | null
  notes: Understanding
}

/** Works out what a search means: abbreviations, filters and places in its words, typing errors. */
export async function understand(db: Db, criteria: SearchCriteria): Promise<Understood> {
  const { city, state: states } = criteria
  const box = city === undefined ? undefined : await readCityBox(db, city, states?.length === 1 ? states[0] : undefined)
  const taken = takenBy(criteria, box)
  const { reading, correctedKeyword, query } = await understandKeyword(db, criteria.keyword ?? '', taken)
  return combine(criteria, box, reading, query, correctedKeyword)
}

function takenBy(criteria: SearchCriteria, box: CityBox | undefined): Taken {
  return {
    states: criteria.state ?? (box && 'state' in box ? [box.state] : undefined),
    place: box !== undefined && 'spot' in box,
    filters: criteria,
  }
}

function combine(
  criteria: SearchCriteria,
  box: CityBox | undefined,
  reading: KeywordReading,
  query: CompiledQuery,
  correctedKeyword: string | undefined,
): Understood {
  const { keyword: _keyword, city: _city, radius: asked, state: chosen, ...rest } = filtersOf(criteria)
  const radius = asked ?? reading.miles ?? defaultRadius
  const spot = box && 'spot' in box ? box.spot : reading.spot
  // One state beside a city's name only says which city of that name is meant; the circle may cross its border.
  const qualifies = box !== undefined && 'spot' in box && !box.isZip && chosen?.length === 1
  const typed = box && 'state' in box ? box.state : reading.state
  const state = qualifies ? undefined : typed && (!chosen || chosen.includes(typed)) ? [typed] : chosen
  const place = spot && { lat: spot.lat, lon: spot.lon, radius, label: spot.label }
  return {
    ...rest,
    ...Object.assign({}, ...reading.filters.map((it) => it.filter)),
    ...(state && { state }),
    ...(place && { place }),
    ...query,
    notes: notesOf(box, reading, place, correctedKeyword),
  }
}

function notesOf(
  box: CityBox | undefined,
  reading: KeywordReading,
  place: JobFilter['place'],
  correctedKeyword: string | undefined,
): Understanding {
  const concepts = reading.terms.flatMap((it) => (it.kind === 'concept' ? it.concept.label : []))
  const near = reading.spot ? [`near ${reading.spot.label}`] : []
  const states = reading.state ? [stateName(reading.state)] : []
  return {
    recognized: [...new Set([...concepts, ...reading.filters.map((it) => it.label), ...near, ...states])],
    ...(correctedKeyword && { correctedKeyword }),
    ...(place && { place: { label: place.label, radius: place.radius } }),
    ...(box && 'state' in box && { place: { label: stateName(box.state) } }),
    ...(box && 'unknown' in box && { unknownPlace: box.unknown }),
  }
}

type KeywordMeaning = { reading: KeywordReading; query: CompiledQuery; correctedKeyword?: string }

/** Reads a keyword, and reads it again if it has typing errors that can be mended. */
async function understandKeyword(db: Db, keyword: string, taken: Taken): Promise<KeywordMeaning> {
  const reading = await read(db, keyword, taken)
  const known = await lookUp(db, reading.terms)
  const mended = await mendUnknown(db, reading.terms, known.forms)
  if (mended.size === 0) return { reading, query: compileTerms(reading.terms, known) }
  const corrected = replaceWords(keyword, mended)
  const second = await read(db, corrected, taken)
  return {
    reading: second,
    query: compileTerms(second.terms, await lookUp(db, second.terms)),
    correctedKeyword: corrected,
  }
}

async function read(db: Db, keyword: string, taken: Taken): Promise<KeywordReading> {
  const tokens = tokensOf(keyword)
  const withoutPlaces = readKeyword(tokens, noPlaces, taken)
  return withoutPlaces.terms.some((it) => it.kind === 'word')
    ? readKeyword(tokens, await gazetteerFor(db, tokens), taken)
    : withoutPlaces
}

async function lookUp(db: Db, terms: readonly Term[]) {
  const words = terms.flatMap((it) => (it.kind === 'word' ? it.token.text : []))
  const phrases = terms.flatMap((it) => (it.kind === 'phrase' ? it.text : []))
  const [forms, queries] = await Promise.all([wordFormsOf(db, words), phraseQueries(db, phrases)])
  return { forms, phrases: queries }
}

/** Typing errors, and what they were meant to be. */
async function mendUnknown(db: Db, terms: readonly Term[], forms: Map<string, WordForms>): Promise<Map<string, string>> {
  const unknown = terms.flatMap((term) => {
    if (term.kind !== 'word' || term.token.word.length < shortestMendable || /\d/.test(term.token.word)) return []
    const form = forms.get(term.token.text)
    return form && !form.known && form.lexemes.length > 0 ? term.token.word : []
  })
  if (unknown.length === 0) return new Map()
  const [mended, used] = await Promise.all([mendWords(db, unknown), wordsInUse(db, unknown)])
  // The vocabulary is a sample: a word that some job uses is none of our business. But a slip may have the stem of a real word.
  return new Map([...mended].filter(([typed, meant]) => !used.has(typed) || dictionaryWords.has(meant)))
}

const replaceWords = (keyword: string, mended: Map<string, string>): string =>
  keyword.replaceAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu, (word) => mended.get(foldWord(word)) ?? word)
