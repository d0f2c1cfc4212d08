import type { StateCode } from '#shared/us-states.ts'
import { stateName } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { benefitAmountAt, fteAt, payAt } from './amounts.ts'
import { assemble } from './alternatives.ts'
import type { Item, KeywordReading, Link, Term, WordsRead } from './alternatives.ts'
import { longestPhrase, telePrefix } from '#vocabulary/reader.ts'
import { meaningOf } from '../compile/concepts.ts'
import type { Meaning, TypedFilter } from '../compile/concepts.ts'
import { areaAt, loneCodeAt, phraseAt, spotAt, stateAt } from './places.ts'
import type { AreaWords, Gazetteer, SpotWords, StateWords } from './places.ts'
import type { Token } from './tokens.ts'

/** What the other boxes already say: the keyword may repeat or narrow it, but what contradicts it is read as words. */
export type Taken = { states?: readonly StateCode[] | undefined; place: boolean; filters: Filters }

/** What has been read so far. */
type State = WordsRead & {
  text: string
  places: Gazetteer
  taken: Taken
  /** Whether what stands before was understood. */
  understood: boolean
  /** An 'or' that waits for its right side: where it stands. */
  or?: number | undefined
}

/** Reads from left to right; at each word the longest phrase that means something wins. */
export function readKeyword(text: string, tokens: readonly Token[], places: Gazetteer, taken: Taken): KeywordReading {
  const state: State = { text, tokens, places, taken, items: [], spots: [], understood: true }
  for (let index = 0; index < tokens.length;) {
    const next =
      readQuoted(state, index) ??
      readReference(state, index) ??
      readAmount(state, index) ??
      readPlaceAfterLeadIn(state, index) ??
      readUnwanted(state, index) ??
      readPhrase(state, index) ??
      readOr(state, index) ??
      readWord(state, index)
    index = next
  }
  return assemble(state)
}

/** Every word as it stands. */
export function readLiterally(tokens: readonly Token[]): KeywordReading {
  const terms: Term[] = []
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index] as Token
    const quoted = token.quote === null ? [token] : tokens.slice(index).filter((it) => it.quote === token.quote)
    if (token.quote === null) terms.push({ kind: 'word', token })
    else terms.push({ kind: 'phrase', text: quoted.map((it) => it.text).join(' ') })
    index += quoted.length
  }
  return { terms, filters: [], states: [], parts: [] }
}

type Draft = Item extends infer I ? (I extends Item ? Omit<I, 'from' | 'to' | 'link' | 'opens'> : never) : never

function add(state: State, from: number, to: number, draft: Draft, opens = from): number {
  const { tokens, or } = state
  const gap = tokens[opens]?.gap ?? ''
  const link: Link | undefined =
    or !== undefined ? 'or' : gap.trim() === '/' ? 'slash' : gap.includes(',') || gap.includes(';') ? 'comma' : undefined
  state.items.push({ ...draft, from, to, opens: or ?? opens, link: state.items.length > 0 ? link : undefined })
  state.or = undefined
  return to
}

function readQuoted(state: State, index: number): number | undefined {
  const quote = state.tokens[index]?.quote
  if (quote === null || quote === undefined) return undefined
  const words = state.tokens.slice(index).filter((it) => it.quote === quote)
  const text = words.map((it) => it.text).join(' ')
  state.understood = false
  return add(state, index, index + words.length, { kind: 'term', term: { kind: 'phrase', text }, label: `“${text}”` })
}

const referenceCode = /wc[-–\s]?([0-9a-f]{6})(?![\p{L}\d])/iuy

function readReference(state: State, index: number): number | undefined {
  referenceCode.lastIndex = state.tokens[index]?.start ?? 0
  const code = referenceCode.exec(state.text)?.[1]
  if (code === undefined || state.reference !== undefined) return undefined
  state.reference = code.toLowerCase()
  state.understood = true
  const to = tokenBehind(state, referenceCode.lastIndex)
  return add(state, index, to, { kind: 'spot', label: `WC-${code.toUpperCase()}` })
}

/** Money a job must pay, part-time in FTE, or the amount of a benefit, which is left to its name. */
function readAmount(state: State, index: number): number | undefined {
  const { text, tokens, taken, items } = state
  const token = tokens[index] as Token
  const sign = /[$<>=~]+\s*$/.exec(token.gap)?.[0].length ?? 0
  const decimal = /(?:^|\s)(\.)$/.test(token.gap) ? 1 : 0
  const start = token.start - Math.max(sign, decimal)
  const benefitEnd = benefitAmountAt(text, start)
  if (benefitEnd !== undefined && longestMeaning(tokens, tokenBehind(state, benefitEnd))) return tokenBehind(state, benefitEnd)
  const typed = fteAt(text, start) ?? payAt(text, start)
  if (!typed) return undefined
  const before = items.at(-1)
  // 'sign on bonus 100k': the amount of a benefit again.
  const isOfBenefit =
    before?.kind === 'filter' && before.to === index && before.typed.filter.benefits && typed.filter.minPay !== undefined
  if (isOfBenefit) return (before.to = tokenBehind(state, typed.end))
  const others = items.flatMap((it) => (it.kind === 'filter' ? it.typed.filter : []))
  if (contradicts(typed, taken, others)) return undefined
  state.understood = true
  const to = tokenBehind(state, typed.end)
  // 'part time 0.6 FTE' says one thing twice.
  if (before?.kind === 'filter' && before.label === typed.label) {
    before.to = to
    return to
  }
  return add(state, index, to, { kind: 'filter', typed, label: typed.label })
}

function tokenBehind({ tokens }: State, end: number): number {
  const next = tokens.findIndex((it) => it.start >= end)
  return next === -1 ? tokens.length : next
}

const leadIns = new Set(['in', 'near', 'around', 'within', 'close', 'by', 'to', 'outside'])

/** 'in Texas', 'near Austin, TX', 'within 25 miles of 60614'. */
function readPlaceAfterLeadIn(state: State, index: number): number | undefined {
  const { tokens, places } = state
  const leadIn = tokens[index]?.word ?? ''
  if (!leadIns.has(leadIn) || phraseAt(tokens, index, 2) === 'near me') return undefined
  const distance = /^within (\d{1,3}) (?:miles?|mi) (?:of|from|around)$/.exec(phraseAt(tokens, index, 4))
  const start = index + (distance ? 4 : 1)
  const spot = spotAt(tokens, start, places)
  const wanted = stateAt(tokens, start)
  const area = areaAt(tokens, start, places)
  // 'in New York' means the state, 'near New York' the city.
  const town = wanted && (leadIn === 'in' || !spot) && wanted.length >= (spot?.length ?? 0) ? wanted : spot
  const place = area && area.length >= (town?.length ?? 0) ? area : town
  const next = place && addPlace(state, place, start, index)
  if (next === undefined) return undefined
  if (distance && state.spots.length > 0) state.miles = Number(distance[1])
  return next
}

/** Cities by name, and much else besides. */
const commonWords = new Set(
  'mobile reading orange independence temple normal surprise hope enterprise liberty union providence trinity mercy grace price park lead spring summit care call plains center columbia nurse rural academic'.split(
    ' ',
  ),
)

function readPhrase(state: State, index: number): number | undefined {
  const { tokens, places, understood } = state
  const phrase = longestMeaning(tokens, index)
  const area = areaAt(tokens, index, places)
  const atArea = area && isMeantAsArea(area, state, index, phrase) ? addPlace(state, area, index) : undefined
  if (atArea !== undefined) return atArea
  const spot = spotAt(tokens, index, places)
  const atSpot = spot && isMeantAsPlace(spot, state, index, phrase) ? addPlace(state, spot, index) : undefined
  if (atSpot !== undefined) return atSpot
  const code = loneCodeAt(tokens, index, understood)
  const atCode = code && !(phrase && phrase.length > 1) ? addPlace(state, { state: code, length: 1 }, index) : undefined
  if (atCode !== undefined) return atCode
  return (phrase && addMeaning(state, phrase, index)) ?? readTelePrefix(state, index)
}

/** 'telepsychiatry' is psychiatry, by telehealth. */
function readTelePrefix(state: State, index: number): number | undefined {
  const word = state.tokens[index]?.word ?? ''
  const [meaning, telehealth] = [meaningOf(word.replace(telePrefix, '')), meaningOf('telehealth')]
  if (!telePrefix.test(word) || meaning?.kind !== 'concept' || telehealth?.kind !== 'filter') return undefined
  addMeaning(state, { meaning: telehealth, length: 1 }, index)
  return addMeaning(state, { meaning, length: 1 }, index)
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
  { tokens, places, understood }: State,
  index: number,
  phrase: Phrase | undefined,
): boolean {
  if (phrase && phrase.length >= spot.length && phrase.meaning.kind !== 'city') return false
  if (spot.certain) return true
  if (spot.zips < smallTown || commonWords.has(phraseAt(tokens, index, spot.length))) return false
  const next = index + spot.length
  const last = next >= tokens.length
  const nextIsUnderstood =
    last ||
    tokens[next]?.afterComma ||
    longestMeaning(tokens, next) !== undefined ||
    (tokens[next]?.word === 'or' && spotAt(tokens, next + 1, places) !== undefined)
  return nextIsUnderstood && (understood || (last && spot.zips >= largeCity))
}
/** In ZIP codes. */
const smallTown = 3
const largeCity = 20

/** 'cook county health' names an employer; a single word means an area only where all around it is understood. */
function isMeantAsArea({ length }: AreaWords, { tokens, understood }: State, index: number, phrase: Phrase | undefined): boolean {
  if (phrase && phrase.length >= length && phrase.meaning.kind !== 'city') return false
  const next = index + length
  const nextIsUnderstood = next >= tokens.length || tokens[next]?.afterComma || longestMeaning(tokens, next) !== undefined
  return nextIsUnderstood && (understood || length > 1)
}

/** Behind the place, which `opens` with its 'in' or 'near'; undefined where it contradicts what is known of the place. */
function addPlace(state: State, place: SpotWords | StateWords | AreaWords, index: number, opens = index): number | undefined {
  const { taken, items } = state
  const isAnotherSpot = 'spot' in place && state.or !== undefined && items.at(-1)?.kind === 'spot'
  if (taken.place || state.area || (state.spots.length > 0 && !isAnotherSpot)) return undefined
  const others = items.filter((it) => it.kind === 'state' && !it.isUnwanted)
  const to = index + place.length
  if ('area' in place) {
    const isElsewhere =
      taken.states &&
      ![...place.area.states, ...place.area.counties.map((it) => it.state)].some((it) =>
        taken.states?.some((state) => state === it),
      )
    if (others.length > 0 || isElsewhere) return undefined
    state.area = place.area
    state.understood = true
    return add(state, index, to, { kind: 'spot', label: place.area.label }, opens)
  }
  if ('spot' in place) {
    if (others.length > 0 || (taken.states && !taken.states.some((it) => it === place.spot.state))) return undefined
    state.spots.push(place.spot)
    state.understood = true
    return add(state, index, to, { kind: 'spot', label: `near ${place.spot.label}` }, opens)
  }
  if (taken.states && !taken.states.includes(place.state)) return undefined
  const isAnother = state.or !== undefined || /[,/]/.test(state.tokens[opens]?.gap ?? '')
  if (others.length > 0 && !(isAnother && items.at(-1)?.kind === 'state')) return undefined
  state.understood = true
  return add(state, index, to, { kind: 'state', state: place.state, label: stateName(place.state) }, opens)
}

function addMeaning(state: State, { meaning, length }: Phrase, index: number): number | undefined {
  const { tokens, taken, items } = state
  const to = index + length
  if (meaning.kind === 'city') return undefined
  if (meaning.kind === 'state') return addPlace(state, { state: meaning.state, length }, index)
  if (meaning.kind === 'profession') {
    state.profession = meaning.profession
    for (let at = index; at < to; at++) readWord(state, at)
    return to
  }
  if (meaning.kind === 'concept' && meaning.concept.isOnlyUnwanted) return undefined
  if (meaning.kind === 'filter') {
    const wantsAnother = state.or !== undefined || /[,/]/.test(tokens[index]?.gap ?? '')
    const before = items.at(-1)
    const others = items
      .filter((it) => !(wantsAnother && it === before))
      .flatMap((it) => (it.kind === 'filter' ? it.typed.filter : []))
    if (contradicts(meaning, taken, others)) return undefined
  }
  state.understood = true
  if (meaning.kind === 'noise' || isSaid(meaning, state, index)) return to
  return add(state, index, to, draftOf(meaning, phraseAt(tokens, index, length)))
}

/** 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not. */
function isSaid(meaning: Meaning, { items, tokens, or }: State, index: number): boolean {
  if (meaning.kind !== 'concept' || or !== undefined || /[,;/]/.test(tokens[index]?.gap ?? '')) return false
  const own = items.slice(items.findLastIndex((it) => it.link !== undefined) + 1)
  return own.some(
    (it) => it.kind === 'term' && !it.isUnwanted && it.term.kind === 'concept' && it.term.concept.label === meaning.concept.label,
  )
}

const draftOf = (meaning: Extract<Meaning, { kind: 'concept' | 'filter' }>, typed: string): Draft =>
  meaning.kind === 'filter'
    ? { kind: 'filter', typed: meaning, label: meaning.label }
    : { kind: 'term', term: { kind: 'concept', concept: meaning.concept, typed }, label: meaning.concept.label }

/** Another value of a filter that has one already, beside which no job can have it. */
function contradicts({ filter }: Pick<TypedFilter, 'filter'>, taken: Taken, read: readonly TypedFilter['filter'][]): boolean {
  const others: Record<string, unknown>[] = [taken.filters, ...read]
  return Object.entries(filter).some(([name, value]) => {
    if (!alternatives.has(name)) return false
    const typed = new Set<unknown>([value].flat())
    return others.some((it) => it[name] !== undefined && ![it[name]].flat().some((other) => typed.has(other)))
  })
}
/** Of these a job has one. */
const alternatives = new Set<string>(['jobType', 'visa', 'payroll'])

const negators = new Set(['no', 'not', 'without', 'non', 'exclude', 'excluding', 'except', 'zero', 'never'])
const fillers = new Set(['in', 'any', 'more', 'for', 'a', 'the', 'required'])

/** 'no nights', 'without call or weekends', 'not in California', 'w/o procedures'. */
function readUnwanted(state: State, index: number): number | undefined {
  const { tokens } = state
  const isShort = phraseAt(tokens, index, 2) === 'w o' && tokens[index + 1]?.gap === '/'
  const negator = tokens[index]?.word ?? ''
  const whole = longestMeaning(tokens, index)
  if ((!isShort && !negators.has(negator)) || whole) return undefined
  let at = index + (isShort ? 2 : 1)
  while (at < tokens.length && fillers.has(tokens[at]?.word ?? '')) at++
  let next = addUnwanted(state, at, index) ?? addUnwantedWord(state, at, index)
  // 'no nights or weekends'
  for (let more = next; more !== undefined;) {
    next = more
    more = readAnotherUnwanted(state, next)
  }
  return next
}

function addUnwanted(state: State, at: number, opens: number): number | undefined {
  const { tokens } = state
  const wanted = stateAt(tokens, at)
  if (wanted && (wanted.length > 1 || (tokens[at]?.word.length ?? 0) > 2)) {
    return unwanted(state, at, at + wanted.length, opens, {
      kind: 'term',
      term: { kind: 'filter', filter: { state: [wanted.state] } },
      label: stateName(wanted.state),
    })
  }
  const phrase = longestMeaning(tokens, at)
  const meaning = phrase?.meaning
  if (!phrase || (meaning?.kind !== 'concept' && meaning?.kind !== 'filter')) return undefined
  return unwanted(state, at, at + phrase.length, opens, draftOf(meaning, phraseAt(tokens, at, phrase.length)))
}

function unwanted(state: State, at: number, to: number, opens: number, draft: Draft): number {
  state.understood = true
  const isState = draft.kind === 'term' && draft.term.kind === 'filter'
  const label = `No ${isState ? draft.label : inLowerCase(draft.label)}`
  return add(state, at, to, { ...draft, label, isUnwanted: true }, opens)
}

/** A word alone, as in 'not interventional'; 'no state tax' and 'no experience needed' say something else. */
function addUnwantedWord(state: State, at: number, opens: number): number | undefined {
  const token = state.tokens[at]
  const follower = state.tokens[at + 1]
  const isAlone =
    !follower || /[,;/]/.test(follower.gap) || negators.has(follower.word) || follower.word === 'or' || follower.word === 'and'
  if (!token || token.quote !== null || !isAlone) return undefined
  return unwanted(state, at, at + 1, opens, { kind: 'term', term: { kind: 'word', token }, label: `“${token.text}”` })
}

function readAnotherUnwanted(state: State, at: number): number | undefined {
  const { tokens } = state
  const token = tokens[at]
  const joins = ['or', 'nor', 'and'].includes(token?.word ?? '')
  const isLoose = token?.word === 'and' || token?.gap.includes(',')
  if (!token || !(joins || /[,/&]/.test(token.gap))) return undefined
  const start = joins ? at + 1 : at
  const meaning = longestMeaning(tokens, start)?.meaning
  if (meaning?.kind !== 'concept' && meaning?.kind !== 'filter') return undefined
  if (meaning.kind === 'concept' && !(isLoose ? meaning.concept.isBurden : meaning.concept.isCondition)) return undefined
  if (meaning.kind === 'filter' && isLoose) return undefined
  return addUnwanted(state, start, at)
}

const inLowerCase = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label.toLowerCase() : label)

function readOr(state: State, index: number): number | undefined {
  if (state.tokens[index]?.word !== 'or') return undefined
  if (state.items.length > 0) state.or = index
  return index + 1
}

function readWord(state: State, index: number): number {
  const token = state.tokens[index] as Token
  state.understood = false
  // 'near' and its like say nothing where no place follows.
  if (token.word === 'near' || token.word === 'within') return index + 1
  return add(state, index, index + 1, { kind: 'term', term: { kind: 'word', token }, label: `“${token.text}”` })
}
