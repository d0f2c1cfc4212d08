import type { Db } from '#platform/server/database.ts'
import { parseState, stateCodes, stateName, type StateCode } from '#shared/us-states.ts'
import type { Suggestion } from '#features/jobs/contract.ts'
import {
  citiesBegunBy,
  countyLabel,
  foldPlace,
  labelOf,
  largeCitiesLike,
  loadGazetteer,
} from '#features/places/server/public.ts'
import type { City, Gazetteer } from '#features/places/server/public.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import { countJobsIn } from './queries.ts'
import { isNotable } from './read/places.ts'

/** A suggestion whose jobs are not counted yet. */
export type Candidate = Omit<Suggestion, 'count'>

export const states = stateCodes.filter((code) => code !== 'OTHER')
export const stateNamed = (state: StateCode): Candidate => ({
  kind: 'place',
  label: stateName(state),
  search: { state },
})
export function statesCalled(typed: string): Candidate[] {
  const folded = foldPlace(typed)
  return folded === ''
    ? []
    : states
        .filter((code) => foldPlace(stateName(code)).startsWith(folded))
        .slice(0, mostPlaces.state)
        .map(stateNamed)
}
export function placeNamed(label: string): Candidate {
  const state = parseState(label)
  return state ? stateNamed(state) : { kind: 'place', label, search: { city: label } }
}
export const cityNamed = (city: City): Candidate => placeNamed(labelOf(city))

/**
 * States, regions, counties, cities and ZIP codes whose names begin so; a large city, too, if it is
 * misspelled.
 */
export async function findPlaces(db: Db, typed: string): Promise<Candidate[]> {
  const known = await loadGazetteer(db)
  if (/^\d+$/.test(typed)) return findZips(db, known, typed)
  if (typed.includes(',') || citiesBegunBy(known, typed).length > 0)
    return placesCalled(db, known, typed)
  // 'portland or' ends with a code, and 'harris co' may.
  const withCode = typed.replace(/ +(?=[a-z]{2}$)/i, ',')
  return (
    await Promise.all([...new Set([typed, withCode])].map((text) => placesCalled(db, known, text)))
  ).flat()
}

async function placesCalled(db: Db, known: Gazetteer, typed: string): Promise<Candidate[]> {
  const [name = '', region = ''] = typed.split(',')
  const folded = foldPlace(name)
  if (folded.length < 2) return []
  const inState = parseState(region.trim()) ?? region.trim().toUpperCase()
  const nickname = findPhrase(folded) ?? findPhrase(name.trim().toUpperCase())
  const begun = citiesBegunBy(
    known,
    nickname?.kind === 'city' ? `${nickname.city}, ${nickname.state}` : `${name},${region}`,
  )
  const misspelled = begun.some(isNotable)
    ? []
    : largeCitiesLike(known, name).filter((city) => city.state.startsWith(inState))
  const cities = await mostJobsOf(db, begun.slice(0, mostNamesakes))
  const withoutKind = folded.replace(/ co(?:u|un|unt|unty)?$/, '')
  const counties = [...known.counties]
    .flatMap(([label, namesakes]) =>
      label.startsWith(withoutKind)
        ? namesakes.filter((county) => county.state.startsWith(inState))
        : [],
    )
    .toSorted((a, b) => b.population - a.population)
  return [
    ...(inState === '' ? [...statesCalled(name), ...regionsCalled(known, name)] : []),
    ...cities.slice(0, mostPlaces.city).map(cityNamed),
    ...misspelled.slice(0, mostPlaces.misspelled).map(cityNamed),
    ...counties
      .slice(0, mostPlaces.county)
      .map((county) => placeNamed(`${countyLabel(county)}, ${county.state}`)),
  ]
}

export function regionsCalled(known: Gazetteer, typed: string): Candidate[] {
  const folded = foldPlace(typed)
  if (folded.length < 3) return []
  const labels = [...known.regions].flatMap(([name, { label }]) =>
    name.startsWith(folded) ? label : [],
  )
  return [...new Set(labels)].slice(0, mostPlaces.region).map(placeNamed)
}

const mostPlaces = { state: 3, region: 2, county: 2, city: 5, misspelled: 3, zip: 5 }
/** So many cities may have jobs of their own before the others. */
const mostNamesakes = 300

/** Those first in which the most jobs are. */
async function mostJobsOf<T extends { name: string; state: StateCode }>(
  db: Db,
  places: readonly T[],
) {
  const counts = await countJobsIn(db, [...new Set(places.map(labelOf))])
  return places.toSorted((a, b) => (counts.get(labelOf(b)) ?? 0) - (counts.get(labelOf(a)) ?? 0))
}

/** One ZIP code of each city before a second one. */
export async function findZips(db: Db, { zips }: Gazetteer, typed: string): Promise<Candidate[]> {
  if (!/^\d{2,5}$/.test(typed)) return []
  const begun = [...zips.values()]
    .filter(({ zip }) => zip.startsWith(typed))
    .toSorted((a, b) => Number(a.zip) - Number(b.zip))
    .map((zip) => ({ ...zip, name: zip.city }))
  const byCity = Map.groupBy(await mostJobsOf(db, begun), labelOf)
  const firsts = [...byCity.values()].flatMap((list) => list.slice(0, 1))
  return [...new Set([...firsts, ...begun])]
    .slice(0, mostPlaces.zip)
    .map(({ zip, name, state }) => ({
      kind: 'place',
      label: `${zip} ${name}, ${state}`,
      search: { city: zip },
    }))
}
