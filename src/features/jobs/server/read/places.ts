import { sql } from 'kysely'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import { isStateCode, parseState, stateName, type StateCode } from '#shared/us-states.ts'
import {
  citiesNamed,
  countyLabel,
  foldPlace,
  sizeOf,
  type City,
  type Gazetteer,
} from '#features/places/server/public.ts'
import { areaNicknames } from '#vocabulary/places.ts'
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

/** Whole states, or counties. */
export type Area = {
  label: string
  states: StateCode[]
  counties: { fips: string; state: string }[]
  others: string[]
}

export const spotOf = (city: Pick<City, 'name' | 'state' | 'lat' | 'lon' | 'county'>): Spot => ({
  label: labelOf(city),
  county: city.county,
  lat: city.lat,
  lon: city.lon,
  state: city.state,
  others: [],
})

export const labelOf = ({ name, state }: Pick<City, 'name' | 'state'>): string =>
  `${name}, ${state}`

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

/** How many active jobs were in each of these cities when the vocabulary was made. */
export async function countJobsIn(db: Db, labels: readonly string[]): Promise<Map<string, number>> {
  if (labels.length === 0) return new Map()
  const { rows } = await sql<{ label: string; n: number }>`
    select label, n from search_vocabulary where kind = 'place' and label = any(${labels}::text[]) ${plannedOnce}
  `.execute(db)
  return new Map(rows.map((row) => [row.label, row.n]))
}

/**
 * A county or region by name, perhaps with its state behind it: 'king county wa', 'bay area
 * california', 'western pa'.
 */
export function areaNamed(known: Gazetteer, phrase: string, within?: StateCode): Area | undefined {
  const typed = foldPlace(phrase).replace(/^(?:the|in) /, '')
  const [, part, whole = ''] = /^(.+) of (?:the )?(.+)$/.exec(typed) ?? []
  // 'panhandle of florida'
  const folded = part !== undefined && parseState(whole) ? `${whole} ${part}` : typed
  const words = folded.split(' ')
  const area = areaOf(known, folded, within)
  if (area) return area
  for (let length = Math.min(3, words.length - 1); length > 0; length--) {
    const state = parseState(words.slice(-length).join(' '))
    if (!state || state === 'OTHER') continue
    const stated = areaOf(known, words.slice(0, -length).join(' '), state)
    if (stated) return { ...stated, others: [] }
  }
  return undefined
}

function areaOf(known: Gazetteer, name: string, within: StateCode | undefined): Area | undefined {
  const nickname = nicknames.get(name)
  if (nickname) return joinedAreas(known, nickname, within)
  const region =
    known.regions.get(name) ?? known.regions.get(name.replace(/ (?:area|region|metro)$/, ''))
  if (region) {
    const states = region.states.filter(
      (state): state is StateCode =>
        isStateCode(state) && (within === undefined || state === within),
    )
    const counties = region.counties
      .map((fips) => ({ fips, state: known.countiesByFips.get(fips)?.state ?? '' }))
      .filter((place) => within === undefined || place.state === within)
    return states.length + counties.length > 0
      ? { label: region.label, states, counties, others: [] }
      : undefined
  }
  // 'Denver, CO' is the city.
  const isInColorado =
    name.endsWith(' co') && citiesNamed(known, name.slice(0, -3), 'CO').length > 0
  if (isInColorado && (within === undefined || within === 'CO')) return undefined
  const county = /^(?:county of (.+)|(.+) (?:county|parish|borough|co))$/.exec(name)
  const namesakes = (known.counties.get(county?.[1] ?? county?.[2] ?? '') ?? []).filter(
    (namesake) => !namesake.isCity && (within === undefined || namesake.state === within),
  )
  const [first, ...others] = namesakes
  if (!first) return undefined
  return {
    label: `${countyLabel(first)}, ${first.state}`,
    states: [],
    counties: [{ fips: first.fips, state: first.state }],
    others: others.slice(0, mostOthers).map((other) => `${countyLabel(other)}, ${other.state}`),
  }
}

const nicknames = new Map(
  areaNicknames.flatMap((nickname) =>
    nickname.typed.split(', ').map((typed) => [typed, nickname] as const),
  ),
)

function joinedAreas(
  known: Gazetteer,
  { areas, label }: (typeof areaNicknames)[number],
  within: StateCode | undefined,
): Area | undefined {
  const parts = areas.split('; ').flatMap((part) => {
    const state = parseState(part)
    return state
      ? { label: stateName(state), states: [state], counties: [], others: [] }
      : (areaNamed(known, part) ?? [])
  })
  const states = parts
    .flatMap((part) => part.states)
    .filter((state) => within === undefined || state === within)
  const counties = parts
    .flatMap((part) => part.counties)
    .filter((county) => within === undefined || county.state === within)
  const [first] = parts
  if (!first || states.length + counties.length === 0) return undefined
  return { label: label ?? first.label, states: [...new Set(states)], counties, others: [] }
}
