import { isStateCode, stateName, type StateCode } from '#shared/us-states.ts'
import { readDistance, type Distance } from '#vocabulary/quantities.ts'
import { placeEnds, wordTowns } from '#vocabulary/places.ts'
import { departures } from '#vocabulary/search-rules.ts'
import type { Item } from './reading.ts'
import { add, wantsAnother, isFunctionWord, type State } from './sentence.ts'
import {
  isAfterComma,
  phraseAt,
  wordsAt,
  type AreaWords,
  type Phrase,
  type SpotWords,
  type StateWords,
  type Word,
} from './words.ts'

/** In words; longer phrases say no more of it. */
const longestDistance = 14

const leadIns = new Set(['in', 'within', 'close', 'by', 'to'])
/**
 * 'in Texas', 'near Austin, TX', 'within 25 miles of 60614', 'an hour from Boise'; 'or less than 30
 * miles', behind a place.
 */
export function readPlaceAfterLeadIn(state: State, index: number): number | undefined {
  const { words } = state
  const leadIn = words[index]?.word ?? ''
  // 'near me', 'in home care'
  if ((words[index]?.phrase?.length ?? 0) > 1) return undefined
  const distance = readDistance(phraseAt(words, index, longestDistance))
  if (distance ? !distance.leadsIn : !leadIns.has(leadIn)) return undefined
  const start = index + (distance?.words ?? 1)
  if (words.slice(index, start + 1).some((word) => word.quote !== null)) return undefined
  const { spot, area, state: wanted } = words[start] ?? {}
  // 'in New York' means the state, 'near New York' the city, 'back to Ohio' no hamlet.
  const isSmall = spot !== undefined && spot.zips < largeCity
  const isState =
    wanted &&
    (!spot ||
      wanted.length > spot.length ||
      ((leadIn === 'in' || leadIn === 'to' || isSmall) && wanted.length === spot.length))
  const town = isState ? wanted : spot
  const place = area && area.length >= (town?.length ?? 0) ? area : town
  const next = place && addPlace(state, place, start, index)
  if (next !== undefined && distance?.isClosest) state.isClosest = true
  if (next !== undefined && distance?.miles !== undefined) addDistance(state, distance)
  return next
}

/**
 * 'within 25 miles', '20 minute drive': around the place that stands apart from it, in this box or
 * the other.
 */
export function readRadius(state: State, index: number): number | undefined {
  const { words, taken, spots } = state
  const distance = readDistance(phraseAt(words, index, longestDistance))
  if (distance?.miles === undefined || distance.leadsIn || state.miles !== undefined)
    return undefined
  // '15 mi San Diego'
  const isBeforePlace = words[index + distance.words]?.spot !== undefined
  if (!taken.place && spots.length === 0 && !isBeforePlace) return undefined
  // '12 hours' is a shift.
  if (
    !/(?:\b|\d)(?:mi|miles?|drive|driving|commut\w+|away|radius)\b/.test(
      phraseAt(words, index, distance.words),
    )
  )
    return undefined
  state.miles = distance.miles
  if (distance.isAbout) state.isAbout = true
  return add(state, index, index + distance.words, { kind: 'spot', label: radiusLabel(distance) })
}

const radiusLabel = ({ miles, isAbout }: Pick<Distance, 'miles' | 'isAbout'>): string =>
  `within ${isAbout ? 'about ' : ''}${miles} miles`

/** 'leaving Chicago for Arizona': the place that somebody comes from says nothing of the job's. */
export function readDeparture(state: State, index: number): number | undefined {
  const { words } = state
  const said = wordsAt(departures, words, index)
  if (said === 0) return undefined
  const start = index + said
  const { spot, area, state: left } = words[start] ?? {}
  const length = Math.max(spot?.length ?? 0, area?.length ?? 0, left?.length ?? 0)
  return length > 0 ? start + length : undefined
}

/** So many miles around the place that was read last. */
function addDistance(state: State, distance: Pick<Distance, 'miles' | 'isAbout'>): void {
  const { spots, items } = state
  const { miles, isAbout } = distance
  const [item, spot] = [items.at(-1), spots.at(-1)]
  if (!spot || !item || miles === undefined) return
  state.miles = miles
  if (isAbout) state.isAbout = isAbout
  item.label = `${radiusLabel(distance)} of ${spot.label}`
}

/**
 * A city without 'in' or 'near' is one if its state follows, or if it is large and what surrounds
 * it is understood: in 'houston methodist' and 'cleveland clinic' it is part of a name.
 */
export function isMeantAsPlace(
  { length, isCertain, zips, isShort }: SpotWords,
  state: State,
  index: number,
): boolean {
  const { words, isUnderstood } = state
  if (isVocabulary(words[index]?.phrase, length)) return false
  // 'friendly MD' is no hamlet in Maryland, unless it has a comma.
  const last = words[index + length - 1]
  if (
    isCertain &&
    (zips >= smallTown ||
      !last ||
      isAfterComma(last) ||
      !wordTowns.has(phraseAt(words, index, length - 1)))
  )
    return true
  const next = index + length
  const isLast = next >= words.length
  if (isShort && (isUnderstood || isLast || isUnderstoodAt(state, next))) return true
  if (zips < smallTown || wordTowns.has(phraseAt(words, index, length))) return false
  const joinsSpot = words[next]?.word === 'or' && words[next + 1]?.spot !== undefined
  return (
    (joinsSpot || isUnderstoodAt(state, next)) && (isUnderstood || (isLast && zips >= largeCity))
  )
}
/** In ZIP codes. */
const smallTown = 3
const largeCity = 20

/**
 * 'cook county health' names an employer; a single word means an area only where all around it is
 * understood.
 */
export const isMeantAsArea = ({ length }: AreaWords, state: State, index: number): boolean =>
  !isVocabulary(state.words[index]?.phrase, length) &&
  isUnderstoodAt(state, index + length) &&
  (state.isUnderstood || length > 1)

const isVocabulary = (phrase: Phrase | undefined, length: number): boolean =>
  phrase !== undefined && phrase.length >= length && phrase.meaning.kind !== 'city'

const isUnderstoodAt = (state: State, index: number): boolean => {
  const { words } = state
  const next = words[index]
  if (
    !next ||
    isFunctionWord(state, next) ||
    isAfterComma(next) ||
    next.phrase !== undefined ||
    placeEnds.has(next.word)
  )
    return true
  return readDistance(phraseAt(words, index, longestDistance)) !== undefined
}

/**
 * Codes that are also words, degrees, specialties or employers: only their surroundings make them
 * states.
 */
const ambiguousCodes = new Set([
  'id',
  'or',
  'in',
  'me',
  'md',
  'pa',
  'co',
  'la',
  'al',
  'de',
  'ma',
  'ms',
  'va',
  'ct',
  'hi',
  'ok',
])
/** Between words these are hardly ever meant as states, unless in capitals. */
const joiningCodes = new Set(['or', 'in', 'md', 'id'])

/**
 * A two-letter code that may stand anywhere. An ambiguous one is a state alone, behind a comma or
 * another state, and as the first or last word beside what is understood. 'MD' is the degree there,
 * 'ID' the specialty, 'in' and 'or' are words unless in capitals.
 */
export function loneCodeAt(state: State, index: number): StateCode | undefined {
  const { words, items, isUnderstood, text: typed } = state
  const { word, text, gap, phrase } = words[index] as Word
  const code = word.toUpperCase()
  if (!isStateCode(code) || code === 'OTHER') return undefined
  if (!ambiguousCodes.has(word)) return code
  const [before, next, isLast] = [items.at(-1), words[index + 1], index === words.length - 1]
  const isAlone = words.every((other, at) => at === index || other.phrase?.meaning.kind === 'noise')
  // In a text all in capitals they say nothing.
  const isCapital = text === code && (typed !== typed.toUpperCase() || !/[A-Z]{5}/.test(typed))
  const isWord = joiningCodes.has(word) && !isCapital
  if (isAlone && (!isWord || words.length === 1))
    return phrase && word !== 'ok' && phrase.meaning.kind !== 'profession' ? undefined : code
  if (gap.includes(',')) return isWord && !isLast ? undefined : code
  const followsState = before?.kind === 'state' && before.to >= index - 1
  if (followsState) return isWord && !/[/]/.test(gap) ? undefined : code
  // '1099 ok', 'call ok'
  if (word === 'ok' && (before?.kind === 'filter' || isConditionOf(before))) return undefined
  // 'cardiology OR urology'
  if (isWord || word === 'md' || (word !== 'id' && joiningCodes.has(word) && index > 0 && !isLast))
    return undefined
  if (word === 'id')
    return isLast && isCapital && isOtherSpecialty(before) && gap !== '/' ? code : undefined
  const isBefore =
    next?.phrase?.meaning.kind === 'concept' &&
    (phrase === undefined || phrase.meaning.kind === 'profession' || isCapital)
  if (index === 0) return isBefore && !next.gap.includes(',') ? code : undefined
  if (!isUnderstood) return undefined
  return isLast ? code : isCapital && isBefore ? code : undefined
}

const isConditionOf = (item: Item | undefined): boolean =>
  item?.kind === 'term' &&
  (item.isUnwanted === true ||
    (item.term.kind === 'concept' && item.term.concept.isCondition === true))

/** 'urology ID' is Idaho's; 'pediatric ID' and 'transplant ID' are fields. */
const isOtherSpecialty = (item: Item | undefined): boolean =>
  item?.kind === 'term' &&
  item.term.kind === 'concept' &&
  item.term.concept.entry.kind === 'specialty' &&
  !['Pediatrics', 'Internal Medicine'].includes(item.term.concept.label)

/**
 * Behind the place, which `opens` with its 'in' or 'near'; undefined where it contradicts what is
 * known of the place.
 */
export function addPlace(
  state: State,
  place: Place,
  index: number,
  opens = index,
): number | undefined {
  const to = addNamed(state, place, index, opens)
  const item = state.items.at(-1)
  if (to === undefined || !item || item.kind === 'state') return to
  const { word = '', phrase } = state.words[to] ?? {}
  item.to = placeEnds.has(word) && !phrase ? to + 1 : to
  const distance = readDistance(phraseAt(state.words, item.to, longestDistance))
  if (!distance || distance.leadsIn || distance.miles === undefined) return item.to
  addDistance(state, distance)
  return (item.to += distance.words)
}

type Place = SpotWords | StateWords | AreaWords

function addNamed(state: State, place: Place, index: number, opens: number): number | undefined {
  const { taken, items, spots } = state
  const before = items.at(-1)
  const isAnotherSpot = 'spot' in place && state.or !== undefined && before?.kind === 'spot'
  if (taken.place || state.area || (spots.length > 0 && !isAnotherSpot)) return undefined
  const hasStates = items.some((item) => item.kind === 'state' && !item.isUnwanted)
  const isTaken = (states: readonly string[]): boolean =>
    taken.states?.some((code) => states.includes(code)) !== false
  const to = index + place.length
  if ('area' in place) {
    const { label, states, counties } = place.area
    if (hasStates || !isTaken([...states, ...counties.map((county) => county.state)]))
      return undefined
    state.area = place.area
    return add(state, opens, to, { kind: 'spot', label })
  }
  if ('spot' in place) {
    if (hasStates || !isTaken([place.spot.state])) return undefined
    spots.push(place.spot)
    return add(state, opens, to, { kind: 'spot', label: `near ${place.spot.label}` })
  }
  const isAnother = before?.kind === 'state' && (wantsAnother(state, opens) || before.to === opens)
  if (!isTaken([place.state]) || (hasStates && !isAnother)) return undefined
  return add(state, opens, to, { kind: 'state', state: place.state, label: stateName(place.state) })
}
