import { isStateCode, parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { longestPhrase, meaningOf } from './dictionary.ts'
import { phraseAt } from './gazetteer.ts'
import type { City, Gazetteer } from './gazetteer.ts'
import type { Token } from './tokens.ts'

/** A point to search around. */
export type Spot = { label: string; lat: number; lon: number; state: string }

/** A spot or a state as it stands in a text, with how many words it takes. */
export type SpotWords = {
  length: number
  spot: Spot
  /** How large a city it is. */
  zips: number
  /** Whether the text left no doubt: a ZIP code, or a city with its state. */
  certain: boolean
}
export type StateWords = { length: number; state: StateCode }

/** Codes that are also words, degrees, specialties or employers: only their surroundings make them states. */
const ambiguousCodes = new Set(['id', 'or', 'in', 'me', 'md', 'pa', 'co', 'la', 'al', 'de', 'ma', 'ms', 'va', 'ct', 'hi', 'ok'])

/** A ZIP code, a city with its state, or a city alone, at this word; of several cities the largest, or the one in `within`. */
export function spotAt(tokens: readonly Token[], start: number, places: Gazetteer, within?: string): SpotWords | undefined {
  const zip = places.zips.get(tokens[start]?.word ?? '')
  if (zip) return { length: 1, spot: spotOf({ ...zip, name: `${zip.zip} ${zip.city}` }), zips: 1, certain: true }
  for (let length = Math.min(longestPhrase, tokens.length - start); length > 0; length--) {
    const cities = citiesAt(tokens, start, length, places)
    const following = stateAt(tokens, start + length)
    const stated = cities.find((it) => it.state === following?.state)
    if (stated && following) return { length: length + following.length, spot: spotOf(stated), zips: stated.zips, certain: true }
    const city = within === undefined ? cities[0] : cities.find((it) => it.state === within)
    if (city) return { length, spot: spotOf(city), zips: city.zips, certain: within !== undefined }
  }
  return undefined
}

function citiesAt(tokens: readonly Token[], start: number, length: number, places: Gazetteer): City[] {
  const phrase = phraseAt(tokens, start, length)
  const meaning = meaningOf(phrase)
  if (meaning?.kind !== 'city') return places.cities.get(phrase) ?? []
  return (places.cities.get(meaning.city.toLowerCase()) ?? []).filter((it) => it.state === meaning.state)
}

/** A state's name, or any code: to be asked only where a state is expected. */
export function stateAt(tokens: readonly Token[], start: number): StateWords | undefined {
  for (let length = 3; length > 0; length--) {
    if (start + length > tokens.length) continue
    const state = parseState(phraseAt(tokens, start, length))
    if (state && state !== 'OTHER') return { state, length }
  }
  return undefined
}

/**
 * A two-letter code that may stand anywhere. An ambiguous one is a state only after a comma, or as the last word in capitals
 * after something that was understood; never the degree MD and the specialty ID.
 */
export function loneCodeAt(tokens: readonly Token[], index: number, afterUnderstood: boolean): StateCode | undefined {
  const token = tokens[index]
  const code = token?.word.toUpperCase() ?? ''
  if (!token || !isStateCode(code) || code === 'OTHER') return undefined
  if (!ambiguousCodes.has(token.word) || token.afterComma) return code
  const closes = index === tokens.length - 1 && index > 0 && afterUnderstood && token.text === code
  return closes && code !== 'MD' && code !== 'ID' ? code : undefined
}

export const spotOf = (city: Omit<City, 'zips'>): Spot => ({
  label: `${city.name}, ${city.state}`,
  lat: city.lat,
  lon: city.lon,
  state: city.state,
})
