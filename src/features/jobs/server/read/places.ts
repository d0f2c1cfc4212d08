import type { StateCode } from '#shared/us-states.ts'
import {
  citiesNamed,
  foldPlace,
  labelOf,
  sizeOf,
  type City,
  type Gazetteer,
} from '#features/places/server/public.ts'
import { findPhrase } from '#vocabulary/reader.ts'

/** A point to search around. */
export type Spot = {
  label: string
  lat: number
  lon: number
  state: string
  county: string | null
  /** The state that was typed beside the city: nothing beyond its border is wanted. */
  stated?: StateCode
  /** Other cities of the name. */
  others: string[]
  /** Each is as good: 'Dallas or Houston'. */
  alternatives?: Spot[]
}

export const spotOf = (city: Pick<City, 'name' | 'state' | 'lat' | 'lon' | 'county'>): Spot => ({
  label: labelOf(city),
  county: city.county,
  lat: city.lat,
  lon: city.lon,
  state: city.state,
  others: [],
})

/** Several spots as one, with the others as its alternatives. */
export function joined([first, ...others]: readonly Spot[]): Spot | undefined {
  if (!first || others.length === 0) return first
  const { stated: _stated, ...spot } = first
  const label = [first, ...others].map((each) => each.label).join(' or ')
  return { ...spot, label, others: [], alternatives: others }
}

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
  const weight = (city: City): number =>
    sizeOf(city) + peoplePerJob * (jobsIn.get(labelOf(city)) ?? 0)
  return cities.length > 1
    ? cities.toSorted((one, other) => weight(other) - weight(one))
    : [...cities]
}

export const isNotable = ({ population }: City): boolean => population >= notable
