import type { StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { longestPhrase, meaningOf } from './dictionary.ts'
import type { Meaning, TypedFilter } from './dictionary.ts'
import { loneCodeAt, phraseAt, spotAt, stateAt } from './places.ts'
import type { Gazetteer, Spot, SpotWords, StateWords } from './places.ts'
import type { Concept } from './specialty-words.ts'
import type { Token } from './tokens.ts'

/** One condition on a posting's words. All must hold. */
export type Term = { kind: 'concept'; concept: Concept } | { kind: 'phrase'; text: string } | { kind: 'word'; token: Token }

/** A keyword, taken apart. */
export type KeywordReading = {
  terms: Term[]
  filters: TypedFilter[]
  state?: StateCode
  spot?: Spot
  /** 'within 25 miles of …' */
  miles?: number
}

/** What the other boxes already say: the keyword may repeat or narrow it, but what contradicts it is read as words. */
export type Taken = { states?: readonly StateCode[] | undefined; place: boolean; filters: Filters }

type Step = { length: number; understood: boolean }

const leadIns = new Set(['in', 'near', 'around', 'within', 'close', 'by', 'to', 'outside'])
/** Cities by name, and much else besides. */
const commonWords = new Set(
  'mobile reading orange independence temple normal surprise hope enterprise liberty union providence trinity mercy grace price park lead spring summit care call plains center columbia nurse rural academic'.split(
    ' ',
  ),
)

/** Reads from left to right; at each word the longest phrase that means something wins. */
export function readKeyword(tokens: readonly Token[], places: Gazetteer, taken: Taken): KeywordReading {
  const reading: KeywordReading = { terms: [], filters: [] }
  let understood = true
  for (let index = 0; index < tokens.length;) {
    const step: Step =
      readQuoted(tokens, index, reading) ??
      readPlaceAfterLeadIn(tokens, index, reading, places, taken) ??
      readPhrase(tokens, index, reading, places, taken, understood) ??
      readWord(tokens, index, reading)
    understood = step.understood
    index += step.length
  }
  return settleHospitalMedicine(reading)
}

function readQuoted(tokens: readonly Token[], index: number, reading: KeywordReading): Step | undefined {
  const quote = tokens[index]?.quote
  if (quote === null || quote === undefined) return undefined
  const words = tokens.slice(index).filter((it) => it.quote === quote)
  reading.terms.push({ kind: 'phrase', text: words.map((it) => it.text).join(' ') })
  return { length: words.length, understood: false }
}

/** 'in Texas', 'near Austin, TX', 'within 25 miles of 60614'. */
function readPlaceAfterLeadIn(
  tokens: readonly Token[],
  index: number,
  reading: KeywordReading,
  places: Gazetteer,
  taken: Taken,
): Step | undefined {
  const leadIn = tokens[index]?.word ?? ''
  if (!leadIns.has(leadIn) || phraseAt(tokens, index, 2) === 'near me') return undefined
  const distance = /^within (\d{1,3}) (?:miles?|mi) (?:of|from|around)$/.exec(phraseAt(tokens, index, 4))
  const start = index + (distance ? 4 : 1)
  const spot = spotAt(tokens, start, places)
  const state = stateAt(tokens, start)
  // 'in New York' means the state, 'near New York' the city.
  const place = state && (leadIn === 'in' || !spot) && state.length >= (spot?.length ?? 0) ? state : spot
  if (!place || !applyPlace(place, reading, taken)) return undefined
  if (distance && reading.spot) reading.miles = Number(distance[1])
  return { length: start - index + place.length, understood: true }
}

function readPhrase(
  tokens: readonly Token[],
  index: number,
  reading: KeywordReading,
  places: Gazetteer,
  taken: Taken,
  understood: boolean,
): Step | undefined {
  const phrase = longestMeaning(tokens, index)
  const spot = spotAt(tokens, index, places)
  if (spot && isMeantAsPlace(spot, tokens, index, phrase, understood) && applyPlace(spot, reading, taken)) {
    return { length: spot.length, understood: true }
  }
  const code = loneCodeAt(tokens, index, understood)
  if (code && !(phrase && phrase.length > 1) && applyPlace({ state: code, length: 1 }, reading, taken)) {
    return { length: 1, understood: true }
  }
  return phrase && applyMeaning(phrase, reading, taken) ? { length: phrase.length, understood: true } : undefined
}

type Phrase = { length: number; meaning: Meaning }

function longestMeaning(tokens: readonly Token[], start: number): Phrase | undefined {
  for (let length = Math.min(longestPhrase, tokens.length - start); length > 0; length--) {
    const meaning = meaningOf(phraseAt(tokens, start, length))
    if (meaning) return { length, meaning }
  }
  return undefined
}

/**
 * A city without 'in' or 'near' is one if its state follows, or if it is large and what surrounds it is understood: in
 * 'houston methodist' and 'cleveland clinic' it is part of a name.
 */
function isMeantAsPlace(
  spot: SpotWords,
  tokens: readonly Token[],
  index: number,
  phrase: Phrase | undefined,
  understood: boolean,
): boolean {
  if (phrase && phrase.length >= spot.length && phrase.meaning.kind !== 'city') return false
  if (spot.certain) return true
  if (spot.zips < smallTown || commonWords.has(phraseAt(tokens, index, spot.length))) return false
  const next = index + spot.length
  const last = next >= tokens.length
  const nextIsUnderstood = last || tokens[next]?.afterComma || longestMeaning(tokens, next) !== undefined
  return nextIsUnderstood && (understood || (last && spot.zips >= largeCity))
}
/** In ZIP codes. */
const smallTown = 3
const largeCity = 20

function applyPlace(place: SpotWords | StateWords, reading: KeywordReading, taken: Taken): boolean {
  if (taken.place || reading.spot || reading.state) return false
  if ('spot' in place) {
    if (taken.states && !taken.states.some((it) => it === place.spot.state)) return false
    reading.spot = place.spot
    return true
  }
  if (taken.states && !taken.states.includes(place.state)) return false
  reading.state = place.state
  return true
}

function applyMeaning({ meaning, length }: Phrase, reading: KeywordReading, taken: Taken): boolean {
  if (meaning.kind === 'noise') return true
  if (meaning.kind === 'state') return applyPlace({ state: meaning.state, length }, reading, taken)
  if (meaning.kind === 'city') return false
  if (meaning.kind === 'filter') {
    if (contradicts(meaning, taken, reading)) return false
    reading.filters.push(meaning)
    return true
  }
  reading.terms.push({ kind: 'concept', concept: meaning.concept })
  return true
}

function contradicts({ filter }: TypedFilter, taken: Taken, reading: KeywordReading): boolean {
  const others: Record<string, unknown>[] = [taken.filters, ...reading.filters.map((it) => it.filter)]
  return Object.entries(filter).some(([name, value]) => {
    const [typed]: unknown[] = [value].flat()
    return others.some((it) => it[name] !== undefined && !([it[name]].flat() as unknown[]).includes(typed))
  })
}

function readWord(tokens: readonly Token[], index: number, reading: KeywordReading): Step {
  const token = tokens[index] as Token
  // 'near' and its like say nothing where no place follows.
  if (token.word !== 'near' && token.word !== 'within') reading.terms.push({ kind: 'word', token })
  return { length: 1, understood: false }
}

/** Beside another specialty 'hospitalist' only says what the title must hold: an OB hospitalist is no internist. */
function settleHospitalMedicine(reading: KeywordReading): KeywordReading {
  const terms = reading.terms.map((term): Term => {
    if (term.kind !== 'concept' || !term.concept.only) return term
    const others = reading.terms.some((it) => it.kind === 'concept' && it !== term && !isAdultHospitalMedicine(it.concept))
    if (!others) return term
    return {
      kind: 'concept',
      concept: { label: term.concept.label, specialties: [], titles: [term.concept.label.toLowerCase()] },
    }
  })
  return { ...reading, terms }
}

const isAdultHospitalMedicine = (concept: Concept): boolean =>
  concept.only !== undefined || concept.specialties[0] === 'Internal Medicine' || concept.specialties[0] === 'Family Medicine'
