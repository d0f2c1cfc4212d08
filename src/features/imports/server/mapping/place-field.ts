import { LRUCache } from 'lru-cache'
import {
  citiesNamed,
  countyLabel,
  foldPlace,
  milesBetween,
  sizeOf,
  type City,
  type County,
  type Gazetteer,
  type Region,
} from '#features/places/server/public.ts'
import type { StateCode } from '#shared/us-states.ts'
import { unitedStates } from '#vocabulary/places.ts'
import { oneOf } from '#vocabulary/table.ts'
import {
  cityAmong,
  cityCalled,
  isLargest,
  isPartOfState,
  large,
  placeOf,
  severalCities,
  stateOf,
  takeState,
  territoryOf,
} from './place-names.ts'
import { isRemote, isSeveralPlaces, tidyPlace, type Reading } from './place.ts'

/** Read from the right, as addresses are built: ZIP code, state, city. */
export function readPlaceField(
  written: string,
  zipField: string | undefined,
  known: Gazetteer,
): Reading {
  const read = readings.get(known) ?? new LRUCache<string, Reading>({ max: 5_000 })
  readings.set(known, read)
  const key = JSON.stringify([written, zipField])
  const reading = read.get(key) ?? readField(written, zipField, known)
  read.set(key, reading)
  return reading
}
/** The rows of a list repeat their places. */
const readings = new WeakMap<Gazetteer, LRUCache<string, Reading>>()

function readField(written: string, zipField: string | undefined, known: Gazetteer): Reading {
  const remote = isRemote(written)
  const text = tidyPlace(written)
  const { parts, isArea } = partsOf(text, known)
  // Remote work is in the state of that name.
  if (
    remote &&
    /\bnew york\b/i.test(text) &&
    parts.every((part) => isRemote(part) || /^new york$/i.test(part))
  )
    return { remote, state: 'NY', ...within('NY') }
  const { state, zip = zipField?.slice(0, 5), rest: before } = takeState(parts, known)
  const rest = before.filter((part) => !isPartOfState(part, state, known))
  const listed = zip === undefined ? undefined : known.zips.get(zip)
  const code = listed && (state === undefined || listed.state === state) ? listed : undefined
  const given = { ...(state && { state }), ...(remote && { remote }) }
  if (isSeveralPlaces(written)) return { ...given, ...within(state), doubt: 'several-places' }
  if (remote && rest.every(isRemote)) return { ...given, ...within(state) }

  const territory = territoryOf(parts)
  if (territory) {
    const [city] = rest.flatMap((part) => citiesNamed(known, part, territory))
    return {
      ...given,
      doubt: 'territory',
      ...(city && { suggestion: { ...city, state: 'OTHER' } }),
    }
  }
  const region = regionOf(parts, state, known)
  // A hamlet named like a region is hardly ever meant: there is a Midwest in Wyoming.
  const isCityInstead = (name: string) => {
    const city = known.cities
      .get(foldPlace(name))
      ?.find((city) => state === undefined || city.state === state)
    return city !== undefined && (state !== undefined || sizeOf(city) >= large / 2)
  }
  if (region && !rest.some(isCityInstead))
    return { ...given, ...regionReading(region, known), doubt: 'several-places' }

  const stateInPlay = state ?? code?.state
  if (stateInPlay) {
    const found = cityAmong(rest, stateInPlay, known)
    if (found)
      return {
        ...given,
        place: {
          ...placeOf(found.city),
          ...(code && { zip: code.zip, lat: code.lat, lon: code.lon }),
        },
        ...(found.rule
          ? { rule: found.rule }
          : (isArea || greater.test(text)) && { rule: 'metro-area' }),
      }
    const counties = rest.toReversed().flatMap((part) => countiesNamed(part, known))
    const county = counties.find((county) => county.state === stateInPlay)
    if (county) return { ...given, ...countyReading(county, known) }
    if (code) return { ...given, place: code, rule: 'zip-code' }
    // A ZIP code of another state that has the city: the state is the slip.
    if (listed && rest.some((part) => foldPlace(part) === foldPlace(listed.city)))
      return { place: listed, rule: 'zip-code' }
    if (rest.length === 0) return { ...given, ...within(stateInPlay), doubt: 'only-state' }
    return { ...given, ...mismatch(rest, stateInPlay, known) }
  }
  return { ...given, ...cityAlone(rest, known, isArea) }
}

/**
 * The parts of an address. Of 'Springfield, Missouri Metropolitan Area' and 'Greater Pittsburgh
 * Region' they are those of the city that the area is named after; a region that is known by its
 * own name keeps it.
 */
function partsOf(text: string, known: Gazetteer) {
  const parts = text
    .split(/\s*[,;|]\s*|\s+[-–—]+\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !unitedStates.has(part.toLowerCase()))
  const hasName = regionOf(parts, undefined, known) !== undefined
  const last = parts.at(-1)?.replace(areaEnd, '') ?? ''
  const isArea = last !== '' && last !== parts.at(-1) && (!hasName || stateOf(last) !== undefined)
  const named = isArea ? [...parts.slice(0, -1), last] : parts
  return {
    parts: hasName ? named : named.map((part, at) => (at === 0 ? part.replace(greater, '') : part)),
    isArea,
  }
}
const greater = /^greater\s+/i
const areaEnd = /\s+(?:metro(?:politan)?(?:\s+(?:statistical\s+)?area)?|metroplex|area|region)$/i

const within = (state: StateCode | undefined): Pick<Reading, 'covers'> =>
  state === undefined || state === 'OTHER' ? {} : { covers: (city) => city.state === state }

/** A city that is none of the state's: across the line by a few miles, or a contradiction. */
function mismatch(parts: readonly string[], state: StateCode, known: Gazetteer): Reading {
  const named = parts
    .toReversed()
    .flatMap((part) => (stateOf(part) ? [] : citiesNamed(known, part)))
  const near = named.find((part) => part.population > 0 && isNearState(part, state, known))
  if (near) return { place: placeOf(near), rule: 'across-state-line' }
  const best = named[0]
  const name = parts.at(-1)
  if (!best && parts.every((part) => noCity.test(part)))
    return { ...within(state), doubt: 'only-state' }
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
const isNearState = (city: City, state: StateCode, known: Gazetteer) =>
  (known.citiesByState.get(state) ?? []).some(
    (candidate) =>
      candidate.population > 0 &&
      Math.abs(candidate.lat - city.lat) < 10 / 68 &&
      milesBetween(candidate, city) <= 10,
  )

/** A city without its state: only one that dwarfs its namesakes can be meant. */
function cityAlone(parts: readonly string[], known: Gazetteer, isArea: boolean): Reading {
  const [name, ...others] = parts.filter((part) => /[a-z]/i.test(part))
  if (!name) return { doubt: 'no-place' }
  const [county, ...namesakesOfCounty] = countiesNamed(name, known)
  if (county && namesakesOfCounty.length === 0) return countyReading(county, known)
  if (others.length > 0) {
    // 'Cancer Pavilion, Eugene'
    const wellKnown = [name, ...others]
      .map((candidate) => cityAlone([candidate], known, false))
      .filter((city) => city.rule === 'well-known-city')
    if (wellKnown.length === 1 && wellKnown[0]) return wellKnown[0]
  }
  const namesakes = cityCalled(
    /^(?:nyc|new york city|manhattan)$/i.test(name) ? 'New York' : name,
    undefined,
    known,
  )
  const [first] = namesakes
  const covers = (city: City) => namesakes.includes(city)
  if (!first) {
    const several = severalCities(name, undefined, known)
    return several ? { place: placeOf(several), rule: 'metro-area' } : { doubt: 'no-place' }
  }
  if (others.length > 0) return { covers, doubt: 'unknown-city', suggestion: first }
  if (isLargest(namesakes, large, 15) || isLargest(namesakes, large / 2, 40))
    return { place: placeOf(first), rule: 'well-known-city' }
  // Whoever names an area after a city means the one that has an area.
  if (isArea && isLargest(namesakes, large / 5, 4))
    return { place: placeOf(first), rule: 'metro-area' }
  return { covers, doubt: 'state-missing', suggestion: first }
}

/** The counties that 'King County' and 'County of King' may be. */
function countiesNamed(text: string, known: Gazetteer) {
  const [, name = ''] =
    /^(?:county of )?(.+?)(?:\s+(?:county|co\.?|parish|borough))?$/i.exec(text) ?? []
  return name === text
    ? []
    : (known.counties.get(foldPlace(name)) ?? []).filter((county) => !county.isCity)
}

/** Stands for its largest city. */
function countyReading(county: County, known: Gazetteer): Reading {
  const covers = (city: City) => city.county === county.fips
  const seat = largestCity(known, [county.fips])
  return {
    covers,
    ...(seat && { area: { ...placeOf(seat), city: countyLabel(county) } }),
    doubt: 'unknown-city',
  }
}

/** The largest city that counts: sections of cities have no people of their own. */
function largestCity(known: Gazetteer, counties: Iterable<string>) {
  let best: City | undefined
  for (const county of counties)
    for (const city of known.citiesByCounty.get(county) ?? [])
      if (!best || sizeOf(city) > sizeOf(best)) best = city
  return best
}

type NamedRegion = { region: Region; name: string }

function regionOf(
  parts: readonly string[],
  state: StateCode | undefined,
  known: Gazetteer,
): NamedRegion | undefined {
  const names = [parts.join(' '), ...parts, ...parts.map((part) => `${part} ${state ?? ''}`)].map(
    (part) => foldPlace(part).replace(/^the /, ''),
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

/**
 * A metropolitan area stands for the city that it is named after; of a region nobody knows where in
 * it.
 */
function regionReading({ region, name }: NamedRegion, known: Gazetteer): Reading {
  const counties = new Set(region.counties)
  const within = new Set(
    counties.size > 0
      ? region.counties.flatMap((county) => known.countiesByFips.get(county)?.state ?? [])
      : region.states,
  )
  const covers = (city: City) =>
    counties.size > 0 ? counties.has(city.county ?? '') : within.has(city.state)
  const states = [...within] as StateCode[]
  const largest = largestCity(known, counties)
  if (!largest) return { covers, states }
  const isNickname = nicknames.has(name)
  const main =
    mainCity(name, covers, known) ??
    mainCity(foldPlace(region.label), covers, known) ??
    (isNickname ? largest : undefined)
  return {
    covers,
    states,
    suggestion: main ?? largest,
    ...(main && { area: placeOf(main), areaRule: 'metro-area' }),
  }
}
const nicknames = new Set(
  'twin cities, chicagoland, valley of the sun, delaware valley, metroplex, dmv, dmv area, treasure valley'.split(
    ', ',
  ),
)

/** 'dallas fort worth metroplex' is named after Dallas, 'orange county' after nothing. */
function mainCity(name: string, covers: (city: City) => boolean, known: Gazetteer) {
  const words = name
    .replaceAll(
      /\b(?:greater|metro|metropolitan|area|metroplex|suburbs|bay|city area|dc(?= baltimore))\b/g,
      ' ',
    )
    .trim()
    .split(/ +/)
  const cityOf = (part: readonly string[]) =>
    known.cities.get(part.join(' '))?.find((city) => covers(city) && city.population > 0)
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const city = cityOf(words.slice(0, length))
    const rest = words.slice(length)
    if (
      city &&
      city.population > large / 2 &&
      (rest.length === 0 || rest.some((_, end) => cityOf(rest.slice(0, end + 1))))
    )
      return city
  }
  return undefined
}
