import { readFileSync } from 'node:fs'
import { milesBetween } from '#features/places/server/public.ts'
import { notTowns, stateCodes, states, type DemoState } from './data.ts'
import { weighted, type Rng, type Weighted } from './rng.ts'

export type Place = {
  city: string
  state: DemoState
  zips: string[]
  lat: number
  lon: number
  size: 'city' | 'town' | 'rural'
}

/** Real places by state: cities with several ZIP codes, and hand-picked rural towns. */
export const placesByState: ReadonlyMap<DemoState, readonly Place[]> = collectPlaces()

/** Draws a state by population; the smallest are raised so that a small data set has them all. */
export const stateByPopulation: Weighted<DemoState> = weighted(
  stateCodes.map((state) => [state, Math.max(states[state].population, 1.2)] as const),
)

const drawByState = new Map<DemoState, Weighted<Place>>(
  [...placesByState].map(([state, places]) => [
    state,
    weighted(places.map((place) => [place, attraction(place)] as const)),
  ]),
)

export const drawPlace = (state: DemoState, rng: Rng): Place =>
  (drawByState.get(state) as Weighted<Place>).at(rng.next())

/** Other places of the state near enough for a branch, the nearest first. */
export function placesAround(home: Place, miles: number): Place[] {
  const others = (placesByState.get(home.state) ?? []).filter(
    (place) => place !== home && milesBetween(home, place) <= miles,
  )
  return others.toSorted((one, other) => milesBetween(home, one) - milesBetween(home, other))
}

function collectPlaces(): Map<DemoState, Place[]> {
  const cities = new Map<string, Place>()
  const file = readFileSync(new URL('../../db/places/zip-codes-2012.tsv', import.meta.url), 'utf8')
  for (const line of file.trimEnd().split('\n')) {
    const [zip = '', city = '', state = '', lat, lon] = line.split('\t')
    if (!isDemoState(state)) continue
    const key = `${city}, ${state}`
    const place = cities.get(key)
    if (place) place.zips.push(zip)
    else
      cities.set(key, {
        city,
        state,
        zips: [zip],
        lat: Number(lat),
        lon: Number(lon),
        size: 'town',
      })
  }
  const excluded = new Set(notTowns)
  const byState = new Map<DemoState, Place[]>()
  for (const state of stateCodes) {
    const rural = new Set(states[state].ruralTowns)
    const places = [...cities.values()].filter(
      (place) =>
        place.state === state &&
        !excluded.has(place.city) &&
        (place.zips.length > 2 || rural.has(place.city)),
    )
    for (const place of places)
      place.size = rural.has(place.city) ? 'rural' : place.zips.length > 9 ? 'city' : 'town'
    byState.set(state, places)
  }
  return byState
}

function isDemoState(state: string): state is DemoState {
  return Object.hasOwn(states, state)
}

/**
 * Larger cities have more jobs, but less than by ZIP codes, many of which are post-office boxes.
 */
function attraction(place: Place): number {
  return place.size === 'rural' ? 2.2 : place.zips.length ** 0.75
}
