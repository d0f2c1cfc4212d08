import { stateName, type StateCode } from '#shared/us-states.ts'
import {
  citiesNamed,
  foldPlace,
  labelOf,
  sizeOf,
  type Area,
  type City,
  type Gazetteer,
} from '#features/places/server/public.ts'
import { findPhrase } from '#vocabulary/reader.ts'

/** A point to search around, an area, or a state. */
export type Place = Area & {
  kind: 'spot' | 'area' | 'state'
  /** Of a spot. */
  point?: { lat: number; lon: number }
  /** The state that was typed beside the city: nothing beyond its border is wanted. */
  stated?: StateCode
}

export const spotOf = (
  city: Pick<City, 'name' | 'state' | 'lat' | 'lon' | 'county'>,
  more: Pick<Place, 'stated'> & { others?: string[] } = {},
): Place => ({
  kind: 'spot',
  label: labelOf(city),
  states: [city.state],
  counties: [{ fips: city.county ?? '', state: city.state }],
  point: { lat: city.lat, lon: city.lon },
  others: [],
  ...more,
})

export const stateOf = (state: StateCode, others: string[] = []): Place => ({
  kind: 'state',
  label: stateName(state),
  states: [state],
  counties: [],
  others,
})

/** Cities of this name or nickname, as the gazetteer writes it; in the place box in any spelling. */
export function citiesCalled(known: Gazetteer, phrase: string, isBox = false): City[] {
  const { cities } = known
  const entry = findPhrase(phrase) ?? (isBox ? findPhrase(phrase.toUpperCase()) : undefined)
  const named = isBox ? citiesNamed(known, phrase) : (cities.get(foldPlace(phrase)) ?? [])
  if (entry?.kind !== 'city') return named
  const nicknamed = (cities.get(foldPlace(entry.city)) ?? []).filter(
    (city) => city.state === entry.state,
  )
  // There is a Manhattan in Kansas, too.
  return [...new Set([...nicknamed, ...named])]
}

const mostOthers = 4
/** People; smaller ones are hardly ever meant. */
const notable = 10_000

export const othersOf = (chosen: City, cities: readonly City[]): string[] =>
  cities
    .filter((city) => city !== chosen && city.population >= notable)
    .slice(0, mostOthers)
    .map(labelOf)

/** As many people as a job counts for, where several cities have one name. */
const peoplePerJob = 5_000

/** The likeliest city first, by people and jobs. */
export function likeliestFirst(
  cities: readonly City[],
  jobsIn: ReadonlyMap<string, number>,
): City[] {
  const weight = (city: City) => sizeOf(city) + peoplePerJob * (jobsIn.get(labelOf(city)) ?? 0)
  return cities.toSorted((first, second) => weight(second) - weight(first))
}

export const isNotable = ({ population }: City): boolean => population >= notable
