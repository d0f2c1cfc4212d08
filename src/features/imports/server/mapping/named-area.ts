import { countyLabel, foldPlace, sizeOf } from '#features/places/server/public.ts'
import type { City, County, Gazetteer, Region } from '#features/places/server/public.ts'
import type { StateCode } from '#shared/us-states.ts'
import { large, placeOf } from './named-city.ts'
import type { Reading } from './place.ts'

/** The counties that 'King County' and 'County of King' may be. */
export function countiesNamed(text: string, known: Gazetteer): County[] {
  const [, name = ''] = /^(?:county of )?(.+?)(?:\s+(?:county|co\.?|parish|borough))?$/i.exec(text) ?? []
  return name === text ? [] : (known.counties.get(foldPlace(name)) ?? []).filter((county) => !county.isCity)
}

/** Stands for its largest city. */
export function countyReading(county: County, known: Gazetteer): Reading {
  const covers = (city: City): boolean => city.county === county.fips
  const seat = largestCity(known, [county.fips])
  return { covers, ...(seat && { area: { ...placeOf(seat), city: countyLabel(county) } }), doubt: 'unknown-city' }
}

/** The largest city that counts: sections of cities have no people of their own. */
function largestCity(known: Gazetteer, counties: Iterable<string>): City | undefined {
  let best: City | undefined
  for (const county of counties)
    for (const city of known.citiesByCounty.get(county) ?? []) if (!best || sizeOf(city) > sizeOf(best)) best = city
  return best
}

type NamedRegion = { region: Region; name: string }

export function regionOf(parts: readonly string[], state: StateCode | undefined, known: Gazetteer): NamedRegion | undefined {
  const names = [parts.join(' '), ...parts, ...parts.map((part) => `${part} ${state ?? ''}`)].map((part) =>
    foldPlace(part).replace(/^the /, ''),
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
export function regionReading({ region, name }: NamedRegion, known: Gazetteer): Reading {
  const counties = new Set(region.counties)
  const within = new Set(
    counties.size > 0 ? region.counties.flatMap((county) => known.countiesByFips.get(county)?.state ?? []) : region.states,
  )
  const covers = (city: City): boolean => (counties.size > 0 ? counties.has(city.county ?? '') : within.has(city.state))
  const states = [...within] as StateCode[]
  const largest = largestCity(known, counties)
  if (!largest) return { covers, states }
  const isNickname = nicknames.has(name)
  const main =
    mainCity(name, covers, known) ?? mainCity(foldPlace(region.label), covers, known) ?? (isNickname ? largest : undefined)
  return { covers, states, suggestion: main ?? largest, ...(main && { area: placeOf(main), areaRule: 'metro-area' }) }
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
    known.cities.get(part.join(' '))?.find((city) => covers(city) && city.population > 0)
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const city = cityOf(words.slice(0, length))
    const rest = words.slice(length)
    if (city && city.population > large / 2 && (rest.length === 0 || rest.some((_, end) => cityOf(rest.slice(0, end + 1)))))
      return city
  }
  return undefined
}
