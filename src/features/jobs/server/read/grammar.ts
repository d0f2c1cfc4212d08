import type { StateCode } from '#shared/us-states.ts'
import { isStateCode, stateName } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { benefitAmountAt, fteAt, payAt } from './amounts.ts'
import type { Meaning } from './meanings.ts'
import type { Item, Sentence, Term, TypedFilter } from './reading.ts'
import { isAfterComma, phraseAt, textOf } from './words.ts'
import type { AreaWords, Phrase, SpotWords, StateWords, Word, Words } from './words.ts'

/** What the other boxes already say: the keyword may repeat or narrow it, but what contradicts it is read as words. */
export type Taken = { states?: readonly StateCode[] | undefined; place: boolean; filters: Filters }

type State = Omit<Sentence, 'words'> & {
  words: readonly Word[]
  taken: Taken
  /** Whether what stands before was understood. */
  isUnderstood: boolean
  /** An 'or' that waits for its right side: where it stands. */
  or?: number | undefined
}

/** Reads from left to right; at each word the longest phrase that means something wins. */
export function readSentence({ text, words }: Words, taken: Taken, isLiteral: boolean): Sentence {
  const state: State = { text, words, taken, items: [], spots: [], isUnderstood: true }
  const read = isLiteral ? readWord : readMeaning
  for (let index = 0; index < words.length;) index = readQuoted(state, index) ?? read(state, index)
  return state
}

const readMeaning = (state: State, index: number): number =>
  readReference(state, index) ??
  readAmount(state, index) ??
  readPlaceAfterLeadIn(state, index) ??
  readUnwanted(state, index) ??
  readPhrase(state, index) ??
  readOr(state, index) ??
  readUnknown(state, index)

type Draft = Item extends infer I ? (I extends Item ? Omit<I, 'to' | 'link' | 'opens'> : never) : never

function add(state: State, opens: number, to: number, draft: Draft): number {
  const { words, items, or } = state
  const gap = words[opens]?.gap ?? ''
  const link = or !== undefined ? 'or' : gap.trim() === '/' ? 'slash' : /[,;]/.test(gap) ? 'comma' : undefined
  items.push({ ...draft, to, opens: or ?? opens, link: items.length > 0 ? link : undefined })
  state.or = undefined
  state.isUnderstood = true
  return to
}

function readQuoted(state: State, index: number): number | undefined {
  const quote = state.words[index]?.quote ?? null
  if (quote === null) return undefined
  const words = state.words.slice(index).filter((it) => it.quote === quote)
  const text = textOf(words)
  const to = add(state, index, index + words.length, { kind: 'term', term: { kind: 'phrase', text }, label: `“${text}”` })
  state.isUnderstood = false
  return to
}

const referenceCode = /wc[-–\s]?([0-9a-f]{6})(?![\p{L}\d])/iuy

function readReference(state: State, index: number): number | undefined {
  referenceCode.lastIndex = state.words[index]?.start ?? 0
  const code = referenceCode.exec(state.text)?.[1]
  if (code === undefined || state.reference !== undefined) return undefined
  state.reference = code.toLowerCase()
  const to = wordBehind(state, referenceCode.lastIndex)
  return add(state, index, to, { kind: 'spot', label: `WC-${code.toUpperCase()}` })
}

/** Money a job must pay, part-time in FTE, or the amount of a benefit, which is left to its name. */
function readAmount(state: State, index: number): number | undefined {
  const { text, words, taken, items } = state
  const word = words[index] as Word
  const sign = /[$<>=~]+\s*$/.exec(word.gap)?.[0].length ?? 0
  const decimal = /(?:^|\s)(\.)$/.test(word.gap) ? 1 : 0
  const start = word.start - Math.max(sign, decimal)
  const benefitEnd = benefitAmountAt(text, start)
  if (benefitEnd !== undefined && words[wordBehind(state, benefitEnd)]?.phrase) return wordBehind(state, benefitEnd)
  const typed = fteAt(text, start) ?? payAt(text, start)
  if (!typed) return undefined
  const before = items.at(-1)
  const to = wordBehind(state, typed.end)
  // 'sign on bonus 100k': the amount of a benefit again.
  const isOfBenefit =
    before?.kind === 'filter' && before.to === index && before.typed.filter.benefits && typed.filter.minPay !== undefined
  if (isOfBenefit) return (before.to = to)
  if (contradicts(typed, taken, items)) return undefined
  // 'part time 0.6 FTE' says one thing twice.
  if (before?.kind !== 'filter' || before.label !== typed.label)
    return add(state, index, to, { kind: 'filter', typed, label: typed.label })
  state.isUnderstood = true
  return (before.to = to)
}

function wordBehind({ words }: State, end: number): number {
  const next = words.findIndex((it) => it.start >= end)
  return next === -1 ? words.length : next
}

const leadIns = new Set(['in', 'near', 'around', 'within', 'close', 'by', 'to', 'outside'])

/** 'in Texas', 'near Austin, TX', 'within 25 miles of 60614'. */
function readPlaceAfterLeadIn(state: State, index: number): number | undefined {
  const { words } = state
  const leadIn = words[index]?.word ?? ''
  // 'near me', 'in home care'
  if (!leadIns.has(leadIn) || (words[index]?.phrase?.length ?? 0) > 1) return undefined
  const distance = /^within (\d{1,3}) (?:miles?|mi) (?:of|from|around)$/.exec(phraseAt(words, index, 4))
  const start = index + (distance ? 4 : 1)
  const { spot, area, state: wanted } = words[start] ?? {}
  // 'in New York' means the state, 'near New York' the city.
  const isState = wanted && (!spot || wanted.length > spot.length || (leadIn === 'in' && wanted.length === spot.length))
  const town = isState ? wanted : spot
  const place = area && area.length >= (town?.length ?? 0) ? area : town
  const next = place && addPlace(state, place, start, index)
  if (next !== undefined && distance && state.spots.length > 0) state.miles = Number(distance[1])
  return next
}

/** Cities by name, and much else besides. */
const commonWords = new Set(
  'mobile reading orange independence temple normal surprise hope enterprise liberty union providence trinity mercy grace price park lead spring summit care call plains center columbia nurse rural academic'.split(
    ' ',
  ),
)

function readPhrase(state: State, index: number): number | undefined {
  const { phrase, area, spot } = state.words[index] as Word
  const atArea = area && isMeantAsArea(area, state, index) ? addPlace(state, area, index) : undefined
  const atSpot = atArea ?? (spot && isMeantAsPlace(spot, state, index) ? addPlace(state, spot, index) : undefined)
  if (atSpot !== undefined) return atSpot
  const code = phrase && phrase.length > 1 ? undefined : loneCodeAt(state, index)
  return (code && addPlace(state, { state: code, length: 1 }, index)) ?? (phrase && addMeaning(state, phrase, index))
}

/**
 * A city without 'in' or 'near' is one if its state follows, or if it is large and what surrounds it is understood: in
 * 'houston methodist' and 'cleveland clinic' it is part of a name.
 */
function isMeantAsPlace({ length, isCertain, zips }: SpotWords, state: State, index: number): boolean {
  const { words, isUnderstood } = state
  if (isVocabulary(words[index]?.phrase, length)) return false
  if (isCertain) return true
  if (zips < smallTown || commonWords.has(phraseAt(words, index, length))) return false
  const next = index + length
  const isLast = next >= words.length
  const joinsSpot = words[next]?.word === 'or' && words[next + 1]?.spot !== undefined
  return (joinsSpot || isUnderstoodAt(state, next)) && (isUnderstood || (isLast && zips >= largeCity))
}
/** In ZIP codes. */
const smallTown = 3
const largeCity = 20

/** 'cook county health' names an employer; a single word means an area only where all around it is understood. */
const isMeantAsArea = ({ length }: AreaWords, state: State, index: number): boolean =>
  !isVocabulary(state.words[index]?.phrase, length) && isUnderstoodAt(state, index + length) && (state.isUnderstood || length > 1)

const isVocabulary = (phrase: Phrase | undefined, length: number): boolean =>
  phrase !== undefined && phrase.length >= length && phrase.meaning.kind !== 'city'

const isUnderstoodAt = ({ words }: State, index: number): boolean => {
  const next = words[index]
  return !next || isAfterComma(next) || next.phrase !== undefined
}

/** Codes that are also words, degrees, specialties or employers: only their surroundings make them states. */
const ambiguousCodes = new Set(['id', 'or', 'in', 'me', 'md', 'pa', 'co', 'la', 'al', 'de', 'ma', 'ms', 'va', 'ct', 'hi', 'ok'])

/**
 * A two-letter code that may stand anywhere. An ambiguous one is a state only after a comma, or as the last word in capitals
 * after something that was understood; never the degree MD and the specialty ID.
 */
function loneCodeAt({ words, isUnderstood }: State, index: number): StateCode | undefined {
  const { word, text, gap } = words[index] as Word
  const code = word.toUpperCase()
  if (!isStateCode(code) || code === 'OTHER') return undefined
  if (!ambiguousCodes.has(word) || gap.includes(',')) return code
  const isLast = index === words.length - 1 && index > 0 && isUnderstood && text === code
  return isLast && code !== 'MD' && code !== 'ID' ? code : undefined
}

/** Behind the place, which `opens` with its 'in' or 'near'; undefined where it contradicts what is known of the place. */
function addPlace(state: State, place: SpotWords | StateWords | AreaWords, index: number, opens = index): number | undefined {
  const { taken, items, spots } = state
  const before = items.at(-1)
  const isAnotherSpot = 'spot' in place && state.or !== undefined && before?.kind === 'spot'
  if (taken.place || state.area || (spots.length > 0 && !isAnotherSpot)) return undefined
  const hasStates = items.some((it) => it.kind === 'state' && !it.isUnwanted)
  const isTaken = (states: readonly string[]): boolean => taken.states?.some((it) => states.includes(it)) !== false
  const to = index + place.length
  if ('area' in place) {
    const { label, states, counties } = place.area
    if (hasStates || !isTaken([...states, ...counties.map((it) => it.state)])) return undefined
    state.area = place.area
    return add(state, opens, to, { kind: 'spot', label })
  }
  if ('spot' in place) {
    if (hasStates || !isTaken([place.spot.state])) return undefined
    spots.push(place.spot)
    return add(state, opens, to, { kind: 'spot', label: `near ${place.spot.label}` })
  }
  const isAnother = before?.kind === 'state' && wantsAnother(state, opens)
  if (!isTaken([place.state]) || (hasStates && !isAnother)) return undefined
  return add(state, opens, to, { kind: 'state', state: place.state, label: stateName(place.state) })
}

/** What follows an 'or', a comma or a slash may be one more of what stands before. */
const wantsAnother = ({ words, or }: State, index: number): boolean => or !== undefined || /[,/]/.test(words[index]?.gap ?? '')

function addMeaning(state: State, { meaning, length }: Phrase, index: number): number | undefined {
  const { words, taken, items } = state
  const to = index + length
  switch (meaning.kind) {
    case 'city':
      return undefined
    case 'state':
      return addPlace(state, { state: meaning.state, length }, index)
    case 'tele':
      for (const it of meaning.meanings) addMeaning(state, { meaning: it, length }, index)
      return to
    case 'profession':
      state.profession = meaning.profession
      for (let at = index; at < to; at++) readUnknown(state, at)
      return to
    case 'filter':
      if (contradicts(meaning, taken, wantsAnother(state, index) ? items.slice(0, -1) : items)) return undefined
      break
    case 'concept':
      if (meaning.concept.isOnlyUnwanted) return undefined
      break
    default:
      break
  }
  state.isUnderstood = true
  if (meaning.kind === 'noise' || isSaid(meaning, state, index)) return to
  return add(state, index, to, draftOf(meaning, phraseAt(words, index, length)))
}

/** 'pm&r inpatient rehab' says one thing twice; 'er, peds er' does not. */
function isSaid(meaning: Meaning, { items, words, or }: State, index: number): boolean {
  if (meaning.kind !== 'concept' || or !== undefined || /[,;/]/.test(words[index]?.gap ?? '')) return false
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
function contradicts({ filter }: Pick<TypedFilter, 'filter'>, taken: Taken, items: readonly Item[]): boolean {
  const others: Record<string, unknown>[] = [
    taken.filters,
    ...items.flatMap((it) => (it.kind === 'filter' ? it.typed.filter : [])),
  ]
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
  const { words } = state
  const isShort = phraseAt(words, index, 2) === 'w o' && words[index + 1]?.gap === '/'
  if ((!isShort && !negators.has(words[index]?.word ?? '')) || words[index]?.phrase) return undefined
  let at = index + (isShort ? 2 : 1)
  while (fillers.has(words[at]?.word ?? '')) at++
  let next = addUnwanted(state, at, index) ?? addUnwantedWord(state, at, index)
  // 'no nights or weekends'
  for (let more = next; more !== undefined; more = readAnotherUnwanted(state, more)) next = more
  return next
}

function addUnwanted(state: State, at: number, opens: number): number | undefined {
  const { phrase, state: wanted, word = '' } = state.words[at] ?? {}
  if (wanted && (wanted.length > 1 || word.length > 2)) {
    const term: Term = { kind: 'filter', filter: { state: [wanted.state] } }
    return unwanted(state, at + wanted.length, opens, { kind: 'term', term, label: stateName(wanted.state) })
  }
  const { meaning, length = 0 } = phrase ?? {}
  if (meaning?.kind !== 'concept' && meaning?.kind !== 'filter') return undefined
  const draft = draftOf(meaning, phraseAt(state.words, at, length))
  return unwanted(state, at + length, opens, { ...draft, label: inLowerCase(draft.label) })
}

const unwanted = (state: State, to: number, opens: number, draft: Draft): number =>
  add(state, opens, to, { ...draft, label: `No ${draft.label}`, isUnwanted: true })

/** A word alone, as in 'not interventional'; 'no state tax' and 'no experience needed' say something else. */
function addUnwantedWord(state: State, at: number, opens: number): number | undefined {
  const [word, follower] = state.words.slice(at)
  const isAlone =
    !follower || /[,;/]/.test(follower.gap) || negators.has(follower.word) || follower.word === 'or' || follower.word === 'and'
  if (!word || word.quote !== null || !isAlone) return undefined
  return unwanted(state, at + 1, opens, wordDraft(word))
}

function readAnotherUnwanted(state: State, at: number): number | undefined {
  const word = state.words[at]
  const joins = ['or', 'nor', 'and'].includes(word?.word ?? '')
  if (!word || !(joins || /[,/&]/.test(word.gap))) return undefined
  const isLoose = word.word === 'and' || isAfterComma(word)
  const start = joins ? at + 1 : at
  const meaning = state.words[start]?.phrase?.meaning
  const isMeant =
    meaning?.kind === 'concept'
      ? isLoose
        ? meaning.concept.isBurden
        : meaning.concept.isCondition
      : meaning?.kind === 'filter' && !isLoose
  return isMeant ? addUnwanted(state, start, at) : undefined
}

const inLowerCase = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label.toLowerCase() : label)

function readOr(state: State, index: number): number | undefined {
  if (state.words[index]?.word !== 'or') return undefined
  if (state.items.length > 0) state.or = index
  return index + 1
}

/** 'near' and its like say nothing where no place follows. */
function readUnknown(state: State, index: number): number {
  const { word } = state.words[index] as Word
  if (word !== 'near' && word !== 'within') return readWord(state, index)
  state.isUnderstood = false
  return index + 1
}

function readWord(state: State, index: number): number {
  const to = add(state, index, index + 1, wordDraft(state.words[index] as Word))
  state.isUnderstood = false
  return to
}

const wordDraft = ({ text, word }: Word): Draft => ({
  kind: 'term',
  term: { kind: 'word', text, word },
  label: `“${text}”`,
})
