import type { Fact } from '#features/imports/facts.ts'
import { citiesNamed, countyLabel, foldPlace, milesBetween, similarCities, sizeOf } from '#features/places/server/public.ts'
import type { City, Gazetteer, Place, Region } from '#features/places/server/public.ts'
import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { oneOf } from '#vocabulary/rules.ts'
import { noTowns, shortStates, territories, unitedStates } from '#vocabulary/places.ts'
import { boroughOf, isRemote, isSeveralPlaces, tidyPlace } from './place.ts'

export type Doubtful = Extract<Fact<'place'>, { state: 'doubtful' }>
export type Rule = Extract<Fact<'place'>, { state: 'inferred' }>['rule']

/** What the words of a place field come to. */
export type Reading = {
  place?: Place
  rule?: Rule
  state?: StateCode
  /** What is called a city, where there is none of that name. */
  name?: string
  remote?: boolean
  /** What the row's place must lie in. */
  covers?: (city: City) => boolean
  /** What stands for the row where neither title nor text name a town: a county, or the main city of a metropolitan area. */
  area?: Place
  areaRule?: Rule
  /** Those of a region. */
  states?: StateCode[]
  doubt?: Doubtful['reason']
  suggestion?: City
}

/** Read from the right, as addresses are built: ZIP code, state, city. */
export function readPlaceField(written: string, zipField: string | undefined, known: Gazetteer): Reading {
  const remote = isRemote(written)
  const text = tidyPlace(written)
  const { parts, isArea } = partsOf(text, known)
  // Remote work is in the state of that name.
  if (remote && /\bnew york\b/i.test(text) && parts.every((part) => isRemote(part) || /^new york$/i.test(part)))
    return { remote, state: 'NY', ...within('NY') }
  const { state, zip = zipField?.slice(0, 5), rest: before } = takeState(parts, known)
  const rest = before.filter((it) => !isPartOfState(it, state, known))
  const listed = zip === undefined ? undefined : known.zips.get(zip)
  const code = listed && (state === undefined || listed.state === state) ? listed : undefined
  const given = { ...(state && { state }), ...(remote && { remote }) }
  if (isSeveralPlaces(written)) return { ...given, ...within(state), doubt: 'several-places' }
  if (remote && rest.every(isRemote)) return { ...given, ...within(state) }

  const territory = territoryOf(parts)
  if (territory) {
    const [city] = rest.flatMap((it) => citiesNamed(known, it, territory))
    return { ...given, doubt: 'territory', ...(city && { suggestion: { ...city, state: 'OTHER' } }) }
  }
  const region = regionOf(parts, state, known)
  // A hamlet named like a region is hardly ever meant: there is a Midwest in Wyoming.
  const isCityInstead = (name: string): boolean => {
    const city = known.cities.get(foldPlace(name))?.find((it) => state === undefined || it.state === state)
    return city !== undefined && (state !== undefined || sizeOf(city) >= large / 2)
  }
  if (region && !rest.some(isCityInstead)) return { ...given, ...regionReading(region, known), doubt: 'several-places' }

  const stateInPlay = state ?? (code?.state as StateCode | undefined)
  if (stateInPlay) {
    const found = cityAmong(rest, stateInPlay, known)
    if (found)
      return {
        ...given,
        place: { ...placeOf(found.city), ...(code && { zip: code.zip, lat: code.lat, lon: code.lon }) },
        ...(found.rule ? { rule: found.rule } : (isArea || greater.test(text)) && { rule: 'metro-area' }),
      }
    const county = countyAmong(rest, stateInPlay, known)
    if (county) return { ...given, ...county }
    if (code) return { ...given, place: code, rule: 'zip-code' }
    // A ZIP code of another state that has the city: the state is the slip.
    if (listed && rest.some((it) => foldPlace(it) === foldPlace(listed.city))) return { place: listed, rule: 'zip-code' }
    if (rest.length === 0) return { ...given, ...within(stateInPlay), doubt: 'only-state' }
    return { ...given, ...mismatch(rest, stateInPlay, known) }
  }
  return { ...given, ...cityAlone(rest, known, isArea) }
}

/**
 * The parts of an address. Of 'Springfield, Missouri Metropolitan Area' and 'Greater Pittsburgh Region' they are those of the city that
 * the area is named after; a region that is known by its own name keeps it.
 */
function partsOf(text: string, known: Gazetteer): { parts: string[]; isArea: boolean } {
  const parts = text
    .split(/\s*[,;|]\s*|\s+[-–—]+\s+/)
    .map((it) => it.trim())
    .filter((it) => it !== '' && !unitedStates.has(it.toLowerCase()))
  const hasName = regionOf(parts, undefined, known) !== undefined
  const last = parts.at(-1)?.replace(areaEnd, '') ?? ''
  const isArea = last !== '' && last !== parts.at(-1) && (!hasName || stateOf(last) !== undefined)
  const named = isArea ? [...parts.slice(0, -1), last] : parts
  return { parts: hasName ? named : named.map((it, at) => (at === 0 ? it.replace(greater, '') : it)), isArea }
}
const greater = /^greater\s+/i
const areaEnd = /\s+(?:metro(?:politan)?(?:\s+(?:statistical\s+)?area)?|metroplex|area|region)$/i

/** Whether the first of these namesakes has so many people, and so many times as many as the next. */
function isLargest([first, second]: readonly City[], people: number, times: number): boolean {
  return (
    first !== undefined &&
    first.population > 0 &&
    sizeOf(first) >= people &&
    sizeOf(first) > times * (second ? sizeOf(second) : 0)
  )
}

const within = (state: StateCode | undefined): Pick<Reading, 'covers'> =>
  state === undefined || state === 'OTHER' ? {} : { covers: (city) => city.state === state }

export const placeOf = ({ name, state, lat, lon }: City): Place => ({ city: name, state, zip: null, lat, lon })

type Parts = { state?: StateCode; zip?: string; rest: string[] }

/** The state and the ZIP code, read from the right as addresses are built, and the parts before. */
function takeState(parts: readonly string[], known: Gazetteer): Parts {
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
      const before = rest.filter((_, index) => index !== at && !(index > at && stateOf(rest[index] ?? '') === state))
      return {
        ...found,
        state,
        rest: before.filter((it, index) => !(index === before.length - 1 && stateOf(it) === state && !isCityToo(it, state))),
      }
    }
    const split = splitState(part, known)
    if (split)
      return {
        ...found,
        state: split.state,
        rest: [...rest.slice(0, at), split.before, ...rest.slice(at + 1)].filter((it) => it !== ''),
      }
  }
  return { ...found, rest }
}

/** 'Southwest, PA' is no town, though a hamlet there is called so. */
const isPartOfState = (name: string, state: StateCode | undefined, known: Gazetteer): boolean =>
  state !== undefined && compass.test(name) && !citiesNamed(known, name, state).some((it) => it.population > 0)
const compass =
  /^(?:(?:(?:north|south)[ -]?(?:east|west)|north|south|east|west|central)(?:ern)?|rural|coastal|upstate|downstate)$/i

/** New York lies in New York; 'Ohio, OH' is no city. */
const isCityToo = (name: string, state: StateCode): boolean =>
  (state === 'NY' && name.length > 2) || (state === 'DC' && /^washington/i.test(name))

const shortStateNames = new Map<string, StateCode>(
  Object.entries(shortStates).flatMap(([state, names]) => names.split(', ').map((name) => [name, state as StateCode] as const)),
)

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
function splitState(text: string, known: Gazetteer): { before: string; state: StateCode } | undefined {
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

type FoundCity = { city: City; rule?: Rule }

/** Also by a nickname: 'OKC', 'St Pete'. */
function cityCalled(name: string, state: string | undefined, known: Gazetteer): City[] {
  const cities = citiesNamed(known, boroughOf(name, state ?? ''), state)
  const entry = cities.length > 0 ? undefined : (findPhrase(foldPlace(name)) ?? findPhrase(name))
  return entry?.kind === 'city' && (state === undefined || entry.state === state)
    ? citiesNamed(known, entry.city, entry.state).slice(0, 1)
    : cities
}

export const exactCity = (known: Gazetteer, name: string, state: string | undefined): City | undefined =>
  /[a-z]/i.test(name) && !(state && stateOf(name) === state && !isCityToo(name, state))
    ? citiesNamed(known, name, state)[0]
    : undefined

/** The city of the state among the parts of an address, the last first: before it stand streets and facilities. */
function cityAmong(parts: readonly string[], state: StateCode, known: Gazetteer): FoundCity | undefined {
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
const large = 100_000

const sameErrors = (typed: string, one: City, other: City): boolean =>
  Math.abs(one.folded.length - foldPlace(typed).length) === Math.abs(other.folded.length - foldPlace(typed).length)

/** 'Dallas/Fort Worth' and 'Scranton–Wilkes-Barre' are the first of them; 'Reno/Las Vegas' could be either. */
function severalCities(part: string, state: StateCode | undefined, known: Gazetteer): City | undefined {
  const named = part.split(/\s*[/&+–]\s*|\s+(?:and|or)\s+/).flatMap((name) => citiesOfName(name, state, known))
  const [firsts = [], ...others] = named
  const isNear = (city: City, other: City): boolean => other.population > 0 && milesBetween(city, other) <= 60
  return others.length === 0
    ? undefined
    : firsts.find((it) => it.population > 0 && others.every((names) => names.some((other) => isNear(it, other))))
}

/** The cities that each part of 'Raleigh-Durham' may be; 'Winston-Salem' is one. */
function citiesOfName(name: string, state: StateCode | undefined, known: Gazetteer): City[][] {
  const words = name.split(/-(?=[A-Z])/).filter((it) => it !== '')
  for (let length = words.length; length > 0; length--) {
    const cities = cityCalled(words.slice(0, length).join('-'), state, known)
    if (cities.length > 0)
      return [cities, ...(length < words.length ? citiesOfName(words.slice(length).join('-'), state, known) : [])]
  }
  return [[]]
}

export const isNoTown = (name: string): boolean => noTowns.has(name.toLowerCase())

/** 'Mercy Hospital Springfield': a city of some size at the end of a facility's name, or after 'of', 'in' or 'at'. */
function cityAtEnd(part: string, state: StateCode, known: Gazetteer): City | undefined {
  const words = part.split(/\s+/)
  for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
    const name = words.slice(from).join(' ')
    if (words.length - from === 1 && isNoTown(name)) return undefined
    const city = exactCity(known, name, state)
    if (city && city.folded.length > 3 && (city.population >= 1000 || /^(?:of|in|at|near|-)$/i.test(words[from - 1] ?? '')))
      return city
  }
  return undefined
}

/** 'King County', or 'King' where a county's name is all there is. */
function countyAmong(parts: readonly string[], state: StateCode, known: Gazetteer): Reading | undefined {
  for (const part of parts.toReversed()) {
    const name = /^(?:county of )?(.+?)(?:\s+(?:county|co\.?|parish|borough))?$/i.exec(part)
    const county = (known.counties.get(foldPlace(name?.[1] ?? '')) ?? []).find((it) => it.state === state && !it.isCity)
    if (!county || name?.[1] === part) continue
    const covers = (city: City): boolean => city.county === county.fips
    const seat = largestCity(known, [county.fips])
    return { covers, ...(seat && { area: { ...placeOf(seat), city: countyLabel(county) } }), doubt: 'unknown-city' }
  }
  return undefined
}

/** The largest city that counts: sections of cities have no people of their own. */
function largestCity(known: Gazetteer, counties: Iterable<string>): City | undefined {
  let best: City | undefined
  for (const county of counties)
    for (const city of known.citiesByCounty.get(county) ?? []) if (!best || sizeOf(city) > sizeOf(best)) best = city
  return best
}

type NamedRegion = { region: Region; name: string }

function regionOf(parts: readonly string[], state: StateCode | undefined, known: Gazetteer): NamedRegion | undefined {
  const names = [parts.join(' '), ...parts, ...parts.map((part) => `${part} ${state ?? ''}`)].map((it) =>
    foldPlace(it).replace(/^the /, ''),
  )
  for (const name of names) {
    const region = known.regions.get(name)
    const isThere =
      !state ||
      region?.states.includes(state) ||
      region?.counties.some((county) => known.countiesByFips.get(county)?.state === state)
    if (region && isThere) return { region, name }
  }
  return undefined
}

/** A metropolitan area stands for the city that it is named after; of a region nobody knows where in it. */
function regionReading({ region, name }: NamedRegion, known: Gazetteer): Reading {
  const { label, states, counties } = region
  const members = new Set(counties)
  const covers = (city: City): boolean => (counties.length > 0 ? members.has(city.county ?? '') : states.includes(city.state))
  const largest = counties.length > 0 ? largestCity(known, members) : undefined
  const within = new Set(
    counties.length > 0 ? counties.flatMap((county) => known.countiesByFips.get(county)?.state ?? []) : states,
  )
  const named = [...within] as StateCode[]
  if (!largest) return { covers, states: named }
  const main =
    mainCity(name, covers, known) ?? mainCity(foldPlace(label), covers, known) ?? (nicknames.has(name) ? largest : undefined)
  return { covers, states: named, suggestion: main ?? largest, ...(main && { area: placeOf(main), areaRule: 'metro-area' }) }
}
const nicknames = new Set(
  'twin cities, chicagoland, valley of the sun, delaware valley, metroplex, dmv, dmv area, treasure valley'.split(', '),
)

/** 'dallas fort worth metroplex' is named after Dallas, 'orange county' after nothing. */
function mainCity(name: string, covers: (city: City) => boolean, known: Gazetteer): City | undefined {
  const words = name
    .replaceAll(/\b(?:greater|metro|metropolitan|area|metroplex|suburbs|bay|city area|dc(?= baltimore))\b/g, ' ')
    .trim()
    .split(/ +/)
  const cityOf = (part: readonly string[]): City | undefined =>
    known.cities.get(part.join(' '))?.find((it) => covers(it) && it.population > 0)
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const city = cityOf(words.slice(0, length))
    const rest = words.slice(length)
    if (city && city.population > large / 2 && (rest.length === 0 || rest.some((_, end) => cityOf(rest.slice(0, end + 1)))))
      return city
  }
  return undefined
}

const territoryOf = (parts: readonly string[]): string | undefined =>
  parts.slice(-2).flatMap((part) => territoryNames.get(part.replace(/\s*\d{5}(?:-\d{4})?$/, '').toLowerCase()) ?? [])[0]
const territoryNames = new Map(
  Object.entries(territories).flatMap(([code, names]) => names.split(', ').map((name) => [name, code] as const)),
)

/** A city that is none of the state's: across the line by a few miles, or a contradiction. */
function mismatch(parts: readonly string[], state: StateCode, known: Gazetteer): Reading {
  const named = parts.toReversed().flatMap((part) => (stateOf(part) ? [] : citiesNamed(known, part)))
  const near = named.find((it) => it.population > 0 && isNearState(it, state, known))
  if (near) return { place: placeOf(near), rule: 'across-state-line' }
  const best = named[0]
  const name = parts.at(-1)
  if (!best && parts.every((part) => noCity.test(part))) return { ...within(state), doubt: 'only-state' }
  return {
    ...within(state),
    doubt: best ? 'city-not-in-state' : 'unknown-city',
    ...(name && { name }),
    ...(best && { suggestion: best }),
  }
}

/** What stands in place of a city: a facility, or nothing. */
const noCity = new RegExp(
  String.raw`^(?:unknown|none|n/?a|other|null|undefined)$|\b${oneOf('hospital, clinic, cent(er|re), health, healthcare, medical, campus, system, office, practice, region, area, facility')}\b`,
  'i',
)

/** Within ten miles; a degree of latitude has 69. */
const isNearState = (city: City, state: StateCode, known: Gazetteer): boolean =>
  (known.citiesByState.get(state) ?? []).some(
    (it) => it.population > 0 && Math.abs(it.lat - city.lat) < 10 / 68 && milesBetween(it, city) <= 10,
  )

/** A city without its state: only one that dwarfs its namesakes can be meant. */
function cityAlone(parts: readonly string[], known: Gazetteer, isArea: boolean): Reading {
  const [name, ...others] = parts.filter((it) => /[a-z]/i.test(it))
  if (!name) return { doubt: 'no-place' }
  const county = /^county of |\scounty$/i.test(name)
    ? (known.counties.get(foldPlace(name.replaceAll(/^county of |\s+county$/gi, ''))) ?? []).filter((it) => !it.isCity)
    : []
  const [only] = county
  if (only && county.length === 1)
    return (
      countyAmong([`${name} county`.replace(/ county county$/i, ' county')], only.state as StateCode, known) ?? {
        doubt: 'no-place',
      }
    )
  if (others.length > 0) {
    // 'Cancer Pavilion, Eugene'
    const wellKnown = [name, ...others].flatMap((it) => {
      const alone = cityAlone([it], known, false)
      return alone.place && alone.rule === 'well-known-city' ? [alone] : []
    })
    if (wellKnown.length === 1 && wellKnown[0]) return wellKnown[0]
  }
  const namesakes = cityCalled(/^(?:nyc|new york city|manhattan)$/i.test(name) ? 'New York' : name, undefined, known)
  const [first] = namesakes
  const covers = (city: City): boolean => namesakes.includes(city)
  if (!first) {
    const several = severalCities(name, undefined, known)
    return several ? { place: placeOf(several), rule: 'metro-area' } : { doubt: 'no-place' }
  }
  if (others.length > 0) return { covers, doubt: 'unknown-city', suggestion: first }
  if (isLargest(namesakes, large, 15) || isLargest(namesakes, large / 2, 40))
    return { place: placeOf(first), rule: 'well-known-city' }
  // Whoever names an area after a city means the one that has an area.
  if (isArea && isLargest(namesakes, large / 5, 4)) return { place: placeOf(first), rule: 'metro-area' }
  return { covers, doubt: 'state-missing', suggestion: first }
}
