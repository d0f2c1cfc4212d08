import type { Db } from '#server/lib/database.ts'
import { isStateCode, parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { foldPlace, loadGazetteer, similarCities } from '#features/places/server/public.ts'
import type { City, Gazetteer as AllPlaces, ZipCode } from '#features/places/server/public.ts'
import { longestPhrase, meaningOf } from './dictionary.ts'
import { tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

/** What the place box means: a spot to search around, a whole state, everywhere, or nothing that we know. */
export type CityBox = { spot: Spot; isZip: boolean } | { state: StateCode } | { everywhere: true } | { unknown: string }

const everywhere = new Set([
  'us',
  'usa',
  'united states',
  'united states of america',
  'anywhere',
  'nationwide',
  'any',
  'all states',
])
const padding = new Set(['greater', 'metro', 'area', 'downtown', 'near', 'in', 'around', 'usa', 'us', 'county'])

/** Reads 'Austin', 'austin tx', 'Austin, TX 78701', '78701', 'texas', 'TX', 'St Louis', 'Huston'. `within` is the chosen state. */
export async function readCityBox(db: Db, text: string, within: StateCode | undefined): Promise<CityBox> {
  const typed = tokensOf(text)
  if (everywhere.has(phraseAt(typed, 0, typed.length))) return { everywhere: true }
  const state = parseState(text)
  // 'New York' is the state, unless the state was chosen beside it: then the city is meant.
  if (state && state !== 'OTHER' && (within === undefined || state !== within)) return { state }

  const bare = typed.filter((it) => !padding.has(it.word))
  const tokens = bare.length > 0 ? bare : typed
  const places = await gazetteerFor(db, tokens)
  const zip = tokens.findIndex((it) => places.zips.has(it.word))
  const found = spotAt(tokens, Math.max(zip, 0), places, statedIn(tokens) ? undefined : within)
  const mended = isDoubtful(found, tokens, places) ? await similarCity(db, phraseAt(tokens, 0, tokens.length), within) : undefined
  if (found && !(mended && mended.zips >= largeCity)) return { spot: found.spot, isZip: zip >= 0 }
  if (state && state !== 'OTHER') return { state }
  return mended
    ? { spot: spotOf(mended), isZip: false }
    : { unknown: within && !text.includes(',') ? `${text}, ${within}` : text }
}

/** No such place, or a hamlet: there is a Huston in Idaho, but hardly ever is it meant. A city of another state is no error. */
function isDoubtful(found: SpotWords | undefined, tokens: readonly Token[], places: Gazetteer): boolean {
  if (found) return !found.certain && found.zips <= hamlet
  return !places.cities.has(phraseAt(tokens, 0, tokens.length))
}
/** In ZIP codes. */
const hamlet = 2
const largeCity = 20

const statedIn = (tokens: readonly Token[]): boolean => tokens.length > 1 && parseState(tokens.at(-1)?.word ?? '') !== undefined

/** The city that a mistyped name was meant to be, in its state if one was typed behind it or chosen. */
async function similarCity(db: Db, phrase: string, within: StateCode | undefined): Promise<City | undefined> {
  const words = phrase.split(' ')
  const stated = words.length > 1 ? parseState(words.at(-1) ?? '') : undefined
  const name = stated ? words.slice(0, -1).join(' ') : phrase
  return similarCities(await loadGazetteer(db), name, stated ?? within)[0]
}

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

const spotOf = (city: Pick<City, 'name' | 'state' | 'lat' | 'lon'>): Spot => ({
  label: `${city.name}, ${city.state}`,
  lat: city.lat,
  lon: city.lon,
  state: city.state,
})

/** The places that a text may name: cities by the words they were looked up with, the largest first, and ZIP codes. */
export type Gazetteer = Pick<AllPlaces, 'cities' | 'zips'>

export const noPlaces: Gazetteer = { cities: new Map(), zips: new Map() }

/** Looks up every run of words. */
export async function gazetteerFor(db: Db, tokens: readonly Token[]): Promise<Gazetteer> {
  const all = await loadGazetteer(db)
  const cities = new Map<string, City[]>()
  for (const phrase of phrasesOf(tokens)) {
    const named = all.cities.get(foldPlace(phrase))
    if (named) cities.set(phrase, named)
  }
  const zips = new Map<string, ZipCode>()
  for (const { word } of tokens) {
    const zip = all.zips.get(word)
    if (zip) zips.set(word, zip)
  }
  return { cities, zips }
}

function phrasesOf(tokens: readonly Token[]): Set<string> {
  const phrases = new Set<string>()
  for (let start = 0; start < tokens.length; start++) {
    for (let length = 1; length <= longestPhrase && start + length <= tokens.length; length++) {
      const phrase = phraseAt(tokens, start, length)
      const meaning = meaningOf(phrase)
      phrases.add(meaning?.kind === 'city' ? meaning.city.toLowerCase() : phrase)
    }
  }
  return phrases
}

export const phraseAt = (tokens: readonly Token[], start: number, length: number): string =>
  tokens
    .slice(start, start + length)
    .map((it) => it.word)
    .join(' ')
