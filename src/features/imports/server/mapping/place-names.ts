import {
  citiesNamed,
  foldPlace,
  milesBetween,
  similarCities,
  sizeOf,
  type City,
  type Gazetteer,
  type Place,
} from '#features/places/server/public.ts'
import { parseState, type StateCode } from '#shared/us-states.ts'
import { noTowns, shortStates, territories } from '#vocabulary/places.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { boroughOf, type Rule } from './place.ts'

/** The states and cities that words name. */

type Parts = { state?: StateCode; zip?: string; rest: string[] }

/** The state and the ZIP code, read from the right as addresses are built, and the parts before. */
export function takeState(parts: readonly string[], known: Gazetteer): Parts {
  const rest = [...parts]
  let zip: string | undefined
  for (let at = rest.length - 1; at >= 0 && zip === undefined; at--) {
    const found = /^(.*?)\s*\b(\d{5})(?:-\d{4})?$/.exec(rest[at] ?? '')
    if (!found?.[2] || !known.zips.has(found[2])) continue
    zip = found[2]
    rest.splice(at, 1, ...(found[1] ? [found[1]] : []))
  }
  const found = { ...(zip && { zip }) }
  for (let at = rest.length - 1; at >= 0; at--) {
    const part = rest[at] ?? ''
    const state = stateOf(part)
    // 'New York' without more is the city as often as the state.
    if (state && !(at === 0 && rest.length === 1 && state === 'NY' && part.length > 2)) {
      const before = rest.filter(
        (later, index) => index !== at && !(index > at && stateOf(later) === state),
      )
      return {
        ...found,
        state,
        rest: before.filter(
          (candidate, index) =>
            !(
              index === before.length - 1 &&
              stateOf(candidate) === state &&
              !isCityToo(candidate, state)
            ),
        ),
      }
    }
    const split = splitState(part, known)
    if (split)
      return {
        ...found,
        state: split.state,
        rest: [...rest.slice(0, at), split.before, ...rest.slice(at + 1)].filter(
          (candidate) => candidate !== '',
        ),
      }
  }
  return { ...found, rest }
}

/** 'Southwest, PA' is no town, though a hamlet there is called so. */
export const isPartOfState = (
  name: string,
  state: StateCode | undefined,
  known: Gazetteer,
): boolean =>
  state !== undefined &&
  compass.test(name) &&
  !citiesNamed(known, name, state).some((city) => city.population > 0)
const compass =
  /^(?:(?:(?:north|south)[ -]?(?:east|west)|north|south|east|west|central)(?:ern)?|rural|coastal|upstate|downstate)$/i

/** New York lies in New York; 'Ohio, OH' is no city. */
const isCityToo = (name: string, state: StateCode) =>
  (state === 'NY' && name.length > 2) || (state === 'DC' && /^washington/i.test(name))

const codesByName = (names: Record<string, string>) =>
  new Map(
    Object.entries(names).flatMap(([code, listed]) =>
      listed.split(', ').map((name) => [name, code] as const),
    ),
  )
const shortStateNames = codesByName(shortStates) as Map<string, StateCode>

/** A whole text that is a state: 'TX', 'Texas', 'Tex.', 'US-TX', 'Texas (TX)', 'State of Texas'. */
export function stateOf(text: string): StateCode | undefined {
  const bare = text
    .replace(/^(?:us|usa)[-_\s]+(?=\w)|^state of\s+/i, '')
    .replace(/\s*\(\w{2}\)$/, '')
    .trim()
  if (/^washington\b.*\bd\.? ?c\.?$/i.test(bare)) return undefined
  const state = parseState(bare) ?? shortStateNames.get(foldPlace(bare))
  return state === 'OTHER' ? undefined : state
}

/** 'Austin TX' → Austin and TX; 'Washington D.C.' is a city and a state. */
function splitState(
  text: string,
  known: Gazetteer,
): { before: string; state: StateCode } | undefined {
  if (/^washington\s+d\.? ?c\.?$/i.test(text)) return { before: 'Washington', state: 'DC' }
  if (known.cities.has(foldPlace(text)) && !/\s[A-Z]{2}$/.test(text)) return undefined
  const words = text.split(/\s+/)
  for (let taken = Math.min(3, words.length - 1); taken > 0; taken--) {
    const state = stateOf(words.slice(-taken).join(' '))
    const before = words.slice(0, -taken).join(' ')
    if (
      state &&
      (taken > 1 ||
        words.at(-1)?.length !== 2 ||
        words.at(-1) === words.at(-1)?.toUpperCase() ||
        citiesNamed(known, before, state).length > 0)
    )
      return { before, state }
  }
  return undefined
}

export const territoryOf = (parts: readonly string[]): string | undefined =>
  parts
    .slice(-2)
    .flatMap(
      (part) => territoryNames.get(part.replace(/\s*\d{5}(?:-\d{4})?$/, '').toLowerCase()) ?? [],
    )[0]
const territoryNames = codesByName(territories)

export const placeOf = ({ name, state, lat, lon }: City): Place => ({
  city: name,
  state,
  zip: null,
  lat,
  lon,
})

type FoundCity = { city: City; rule?: Rule }

/** Also by a nickname: 'OKC', 'St Pete'. */
export function cityCalled(name: string, state: string | undefined, known: Gazetteer): City[] {
  const cities = citiesNamed(known, boroughOf(name, state ?? ''), state)
  const entry = cities.length > 0 ? undefined : (findPhrase(foldPlace(name)) ?? findPhrase(name))
  return entry?.kind === 'city' && (state === undefined || entry.state === state)
    ? citiesNamed(known, entry.city, entry.state).slice(0, 1)
    : cities
}

export const exactCity = (
  known: Gazetteer,
  name: string,
  state: string | undefined,
): City | undefined =>
  /[a-z]/i.test(name) && !(state && stateOf(name) === state && !isCityToo(name, state))
    ? citiesNamed(known, name, state)[0]
    : undefined

/**
 * The city of the state among the parts of an address, the last first: before it stand streets and
 * facilities.
 */
export function cityAmong(
  parts: readonly string[],
  state: StateCode,
  known: Gazetteer,
): FoundCity | undefined {
  for (const part of parts.toReversed()) {
    const city = exactCity(known, boroughOf(part, state), state)
    if (city) return { city }
  }
  for (const part of parts.toReversed()) {
    const [city] = cityCalled(part, state, known)
    if (city && stateOf(part) !== state) return { city, rule: 'city-in-words' }
    const several = severalCities(part, state, known)
    if (several) return { city: several, rule: 'metro-area' }
  }
  for (const part of parts.toReversed()) {
    const city = cityAtEnd(part, state, known)
    if (city) return { city, rule: 'city-in-words' }
  }
  for (const part of parts.toReversed()) {
    const [first, second] = similarCities(known, part, state)
    // A name that is a large city's elsewhere is no slip.
    const namesake = citiesNamed(known, part)[0]
    if (
      first &&
      !(second && sizeOf(second) * 5 > sizeOf(first) && sameErrors(part, first, second)) &&
      (!namesake || sizeOf(namesake) < large / 5 || sizeOf(first) > 3 * sizeOf(namesake))
    )
      return { city: first, rule: 'nearest-spelling' }
  }
  return undefined
}

/** People: a city that everybody knows. */
export const large = 100_000

const sameErrors = (typed: string, first: City, second: City) =>
  Math.abs(first.folded.length - foldPlace(typed).length) ===
  Math.abs(second.folded.length - foldPlace(typed).length)

/**
 * 'Dallas/Fort Worth' and 'Scranton–Wilkes-Barre' are the first of them; 'Reno/Las Vegas' could be
 * either.
 */
export function severalCities(
  part: string,
  state: StateCode | undefined,
  known: Gazetteer,
): City | undefined {
  const named = part
    .split(/\s*[/&+–]\s*|\s+(?:and|or)\s+/)
    .flatMap((name) => citiesOfName(name, state, known))
  const [firsts = [], ...others] = named
  const isNear = (city: City, other: City) =>
    other.population > 0 && milesBetween(city, other) <= 60
  return others.length === 0
    ? undefined
    : firsts.find(
        (first) =>
          first.population > 0 &&
          others.every((names) => names.some((other) => isNear(first, other))),
      )
}

/** The cities that each part of 'Raleigh-Durham' may be; 'Winston-Salem' is one. */
function citiesOfName(name: string, state: StateCode | undefined, known: Gazetteer): City[][] {
  const words = name.split(/-(?=[A-Z])/).filter((part) => part !== '')
  for (let length = words.length; length > 0; length--) {
    const cities = cityCalled(words.slice(0, length).join('-'), state, known)
    if (cities.length > 0)
      return [
        cities,
        ...(length < words.length ? citiesOfName(words.slice(length).join('-'), state, known) : []),
      ]
  }
  return [[]]
}

export const isNoTown = (name: string): boolean => noTowns.has(name.toLowerCase())

/**
 * 'Mercy Hospital Springfield': a city of some size at the end of a facility's name, or after 'of',
 * 'in' or 'at'.
 */
function cityAtEnd(part: string, state: StateCode, known: Gazetteer) {
  const words = part.split(/\s+/)
  for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
    const name = words.slice(from).join(' ')
    if (words.length - from === 1 && isNoTown(name)) return undefined
    const city = exactCity(known, name, state)
    if (
      city &&
      city.folded.length > 3 &&
      (city.population >= 1000 || /^(?:of|in|at|near|-)$/i.test(words[from - 1] ?? ''))
    )
      return city
  }
  return undefined
}

/**
 * Whether the first of these namesakes has so many people, and so many times as many as the next.
 */
export function isLargest(
  [first, second]: readonly City[],
  people: number,
  times: number,
): boolean {
  return (
    first !== undefined &&
    first.population > 0 &&
    sizeOf(first) >= people &&
    sizeOf(first) > times * (second ? sizeOf(second) : 0)
  )
}
