import { editDistance } from '#platform/server/edit-distance.ts'
import { isStateCode, parseState, stateName, type StateCode } from '#shared/us-states.ts'
import { areaNicknames } from '#vocabulary/places.ts'
import {
  citiesNamed,
  countyLabel,
  foldPlace,
  largeCitiesLike,
  similarCities,
  type City,
  type Gazetteer,
} from './gazetteer.ts'

/** Whole states, or counties. */
export type Area = {
  label: string
  states: StateCode[]
  counties: { fips: string; state: StateCode }[]
  others: string[]
}

export const labelOf = ({ name, state }: Pick<City, 'name' | 'state'>): string =>
  `${name}, ${state}`

const mostOthers = 4

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
  // The region is called 'the south'.
  const area = areaOf(known, folded, within) ?? areaOf(known, foldPlace(phrase), within)
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
      .map((fips) => ({ fips, state: known.countiesByFips.get(fips)?.state ?? 'OTHER' }))
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
    others: others.slice(0, mostOthers).map((county) => `${countyLabel(county)}, ${county.state}`),
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

const mostGuesses = 3

/** What could have been meant: names that differ in some letters, then those that begin alike. */
export function placesLike(
  known: Gazetteer,
  name: string,
  within: string | undefined,
  states: readonly StateCode[],
): string[] {
  const folded = foldPlace(name)
  if (/^\d{5}$/.test(folded)) return nearestZips(known, folded)
  const among = within === undefined ? known.listed : (known.citiesByState.get(within) ?? [])
  const guesses = new Set([
    // The city exists, in another state.
    ...(within === undefined ? [] : citiesNamed(known, name).slice(0, 2).map(labelOf)),
    ...similarCities(known, name, within).map(labelOf),
    ...largeCitiesLike(known, name)
      .filter((city) => within === undefined || city.state === within)
      .map(labelOf),
    ...[...known.regions]
      .filter(
        ([key]) => Math.abs(key.length - folded.length) <= 2 && editDistance(key, folded) <= 2,
      )
      .map(([, { label }]) => label),
    ...states.map(stateName),
  ])
  for (let length = Math.min(5, folded.length); length >= 0; length--) {
    const beginning = folded.slice(0, length)
    for (const city of among) {
      if (guesses.size >= mostGuesses) return [...guesses].slice(0, mostGuesses)
      if (city.folded.startsWith(beginning)) guesses.add(labelOf(city))
    }
  }
  return [...guesses].slice(0, mostGuesses)
}

const nearestZips = ({ zips }: Gazetteer, typed: string) =>
  [...zips.values()]
    .toSorted(
      (a, b) => Math.abs(Number(a.zip) - Number(typed)) - Math.abs(Number(b.zip) - Number(typed)),
    )
    .slice(0, mostGuesses)
    .map(({ zip, city }) => `${zip} ${city}`)
