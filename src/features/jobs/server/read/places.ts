import type { Db } from '#platform/server/database.ts'
import { isStateCode, parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import { citiesNamed, countyLabel, foldPlace, loadGazetteer, similarCities, sizeOf } from '#features/places/server/public.ts'
import type { City, Gazetteer as AllPlaces, ZipCode } from '#features/places/server/public.ts'
import { findEntry, longestPhrase } from '#vocabulary/reader.ts'
import { tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'
import { countJobsIn } from './spelling.ts'

/** What the place box means: a spot to search around, an area, a whole state, everywhere, or nothing that we know. */
export type CityBox =
  | { spot: Spot }
  | { area: Area }
  | { state: StateCode }
  | { everywhere: true }
  | { unknown: string; guesses: string[] }

/** A point to search around. */
export type Spot = {
  label: string
  lat: number
  lon: number
  state: string
  /** The state that was typed beside the city: nothing beyond its border is wanted. */
  stated?: StateCode
  /** Other cities of the name. */
  others: string[]
  /** Each is as good: 'Dallas or Houston'. */
  alternatives?: Spot[]
}

/** Whole states, or counties. */
export type Area = { label: string; states: StateCode[]; counties: { fips: string; state: string }[]; others: string[] }

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
const padding = new Set([
  'greater',
  'metro',
  'area',
  'downtown',
  'near',
  'in',
  'around',
  'usa',
  'us',
  'region',
  'suburbs',
  'suburban',
])
/** At the end these are states. */
const isPadding = ({ word }: Token, index: number, all: readonly Token[]): boolean =>
  padding.has(word) && !(word === 'in' && index > 0 && index === all.length - 1)

const mostAlternatives = 4

/** Reads one place, or several joined by 'or', each of which has to be known. */
export async function readCityBox(db: Db, text: string, within: StateCode | undefined): Promise<CityBox> {
  const whole = await readPlace(db, text, within)
  const names = text.split(/\s+or\s+|\s*[/;]\s*/i)
  // 'Portland or' is a city with its state, and 'Nowhere' is only unknown.
  if (!('unknown' in whole) || names.length < 2 || names.length > mostAlternatives) return whole
  const spots = (await Promise.all(names.map((it) => readPlace(db, it, within)))).flatMap((it) => ('spot' in it ? it.spot : []))
  return spots.length === names.length ? { spot: joined(spots) } : whole
}

/** Several spots as one, with the others as its alternatives. */
export function joined(spots: readonly Spot[]): Spot {
  const [first, ...alternatives] = spots as readonly [Spot, ...Spot[]]
  const { stated: _stated, ...spot } = first
  return { ...spot, label: spots.map((it) => it.label).join(' or '), others: [], alternatives }
}

/**
 * Reads 'Austin', 'austin tx', 'Austin, TX 78701', '78701', 'texas', 'TX', 'St Louis', 'Huston', 'King County, WA', 'Bay Area'. `within`
 * is the chosen state.
 */
async function readPlace(db: Db, text: string, within: StateCode | undefined): Promise<CityBox> {
  const typed = tokensOf(text)
  if (everywhere.has(phraseAt(typed, 0, typed.length))) return { everywhere: true }
  const known = await loadGazetteer(db)
  const area = areaNamed(known, phraseAt(typed, 0, typed.length), within)
  if (area) return { area }
  const state = parseState(text.replace(/^state of\s+|\s+state$/gi, ''))
  // 'New York' is the state, unless the state was chosen beside it: then the city is meant.
  if (state && state !== 'OTHER' && (within === undefined || state !== within)) return { state }

  const bare = typed.filter((it, index) => !isPadding(it, index, typed))
  const tokens = bare.length > 0 ? bare : typed
  const places = await gazetteerFor(db, tokens)
  const zip = tokens.findIndex((it) => places.zips.has(it.word))
  const { name, stated } = nameAndState(tokens, known)
  const wanted = stated ?? within
  const found =
    zip >= 0
      ? spotAt(tokens, zip, places)?.spot
      : citySpot(await inOrder(db, citiesOfPhrase(known, name)), { stated, within: wanted })
  const similar = isMendable(found) ? similarCities(known, name, wanted)[0] : undefined
  if (similar && (!found || similar.zips >= largeCity)) return { spot: spotOf(similar) }
  if (found) return { spot: found }
  if (state && state !== 'OTHER') return { state }
  return { unknown: within && !text.includes(',') ? `${text}, ${within}` : text, guesses: guessesFor(known, name, wanted) }

  /** No such place, or a hamlet: there is a Huston in Idaho, but hardly ever is it meant. A city of another state is no error. */
  function isMendable(spot: Spot | undefined): boolean {
    const isStated = spot !== undefined && (zip >= 0 || wanted !== undefined)
    return !isStated && (citiesOfPhrase(known, name)[0]?.zips ?? 0) <= hamlet
  }
}
/** In ZIP codes. */
const hamlet = 2
const largeCity = 20

/** 'columbus in' is Columbus with its state; 'port washington' has none. */
function nameAndState(tokens: readonly Token[], known: AllPlaces): { name: string; stated?: StateCode } {
  const name = phraseAt(tokens, 0, tokens.length)
  if (known.cities.has(foldPlace(name)) && !tokens.some((it) => it.afterComma)) return { name }
  for (let length = Math.min(3, tokens.length - 1); length > 0; length--) {
    const state = parseState(phraseAt(tokens, tokens.length - length, length))
    if (state && state !== 'OTHER') return { name: phraseAt(tokens, 0, tokens.length - length), stated: state }
  }
  return { name }
}

function citiesOfPhrase(known: AllPlaces, phrase: string): City[] {
  const meaning = findEntry(phrase)
  if (meaning?.kind === 'city') return citiesNamed(known, meaning.city, meaning.state)
  return citiesNamed(known, phrase)
}

/** The likeliest of the namesakes, in its state where one was typed or chosen. */
function citySpot(
  cities: readonly City[],
  { stated, within }: { stated: StateCode | undefined; within: string | undefined },
): Spot | undefined {
  const city = cities.find((it) => within === undefined || it.state === within)
  if (!city) return undefined
  return {
    ...spotOf(city),
    ...(stated && { stated }),
    others: within === undefined ? othersOf(city, cities) : [],
  }
}

const mostOthers = 4
/** People; smaller ones are hardly ever meant. */
const notable = 10_000

const othersOf = (chosen: City, cities: readonly City[]): string[] =>
  cities
    .filter((it) => it !== chosen && it.population >= notable)
    .slice(0, mostOthers)
    .map((it) => `${it.name}, ${it.state}`)

/** As many people as a job counts for, where several cities have one name. */
const peoplePerJob = 5_000

/** The likeliest first, by people and jobs. */
async function inOrder(db: Db, cities: readonly City[]): Promise<City[]> {
  const notableOnes = cities.filter((it) => it.population >= notable)
  if (notableOnes.length < 2) return [...cities]
  const counts = await countJobsIn(
    db,
    notableOnes.map((it) => `${it.name}, ${it.state}`),
  )
  const weight = (it: City): number => sizeOf(it) + peoplePerJob * (counts.get(`${it.name}, ${it.state}`) ?? 0)
  return cities.toSorted((one, other) => weight(other) - weight(one))
}

/** A county or region by name, perhaps with its state behind it: 'king county wa', 'bay area california', 'western pa'. */
function areaNamed(known: AllPlaces, phrase: string, within?: StateCode): Area | undefined {
  const folded = foldPlace(phrase).replace(/^(?:the|in) /, '')
  const words = folded.split(' ')
  const whole = areaOf(known, folded, within)
  if (whole) return whole
  for (let length = Math.min(3, words.length - 1); length > 0; length--) {
    const state = parseState(words.slice(-length).join(' '))
    if (!state || state === 'OTHER') continue
    const area = areaOf(known, words.slice(0, -length).join(' '), state)
    if (area) return { ...area, others: [] }
  }
  return undefined
}

function areaOf(known: AllPlaces, name: string, within: StateCode | undefined): Area | undefined {
  const region = known.regions.get(name) ?? known.regions.get(name.replace(/ (?:area|region|metro)$/, ''))
  if (region) {
    const states = region.states.filter((it): it is StateCode => isStateCode(it) && (within === undefined || it === within))
    const counties = region.counties
      .map((fips) => ({ fips, state: known.countiesByFips.get(fips)?.state ?? '' }))
      .filter((it) => within === undefined || it.state === within)
    return states.length + counties.length > 0 ? { label: region.label, states, counties, others: [] } : undefined
  }
  // 'Denver, CO' is the city.
  const isInColorado = name.endsWith(' co') && citiesNamed(known, name.slice(0, -3), 'CO').length > 0
  if (isInColorado && (within === undefined || within === 'CO')) return undefined
  const county = /^(?:county of (.+)|(.+) (?:county|parish|borough|co))$/.exec(name)
  const namesakes = (known.counties.get(county?.[1] ?? county?.[2] ?? '') ?? []).filter(
    (it) => !it.isCity && (within === undefined || it.state === within),
  )
  const [first, ...others] = namesakes
  if (!first) return undefined
  return {
    label: `${countyLabel(first)}, ${first.state}`,
    states: [],
    counties: [{ fips: first.fips, state: first.state }],
    others: others.slice(0, mostOthers).map((it) => `${countyLabel(it)}, ${it.state}`),
  }
}

const mostGuesses = 3

/** What could have been meant: names that differ in some letters, then those that begin alike. */
function guessesFor(known: AllPlaces, name: string, within: string | undefined): string[] {
  const folded = foldPlace(name)
  if (/^\d{5}$/.test(folded)) return nearestZips(known, folded)
  const guesses = new Set([
    // The city exists, in another state.
    ...(within === undefined ? [] : citiesNamed(known, name).slice(0, 2).map(labelOf)),
    ...similarCities(known, name, within).map(labelOf),
    ...[...known.regions].filter(([it]) => editDistance(it, folded) <= 2).map(([, it]) => it.label),
  ])
  for (let length = Math.min(5, folded.length); length >= 0 && guesses.size < mostGuesses; length--) {
    const alike = [...known.cities.values()]
      .flat()
      .filter((it) => it.folded.startsWith(folded.slice(0, length)) && (within === undefined || it.state === within))
    for (const city of alike.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostGuesses))
      guesses.add(labelOf(city))
  }
  return [...guesses].slice(0, mostGuesses)
}

const nearestZips = ({ zips }: AllPlaces, typed: string): string[] =>
  [...zips.values()]
    .toSorted((one, other) => Math.abs(Number(one.zip) - Number(typed)) - Math.abs(Number(other.zip) - Number(typed)))
    .slice(0, mostGuesses)
    .map(({ zip, city }) => `${zip} ${city}`)

const labelOf = ({ name, state }: Pick<City, 'name' | 'state'>): string => `${name}, ${state}`

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
export type AreaWords = { length: number; area: Area }

/** The longest name of a county or region at this word. */
export function areaAt(tokens: readonly Token[], start: number, { areas }: Gazetteer): AreaWords | undefined {
  for (let length = Math.min(longestPhrase, tokens.length - start); length > 0; length--) {
    const area = areas.get(phraseAt(tokens, start, length))
    if (area) return { length, area }
  }
  return undefined
}

/** Codes that are also words, degrees, specialties or employers: only their surroundings make them states. */
const ambiguousCodes = new Set(['id', 'or', 'in', 'me', 'md', 'pa', 'co', 'la', 'al', 'de', 'ma', 'ms', 'va', 'ct', 'hi', 'ok'])

/** A ZIP code, a city with its state, or a city alone, at this word; of several cities the likeliest. */
export function spotAt(tokens: readonly Token[], start: number, places: Gazetteer): SpotWords | undefined {
  const zip = places.zips.get(tokens[start]?.word ?? '')
  if (zip) return { length: 1, spot: spotOf({ ...zip, name: `${zip.zip} ${zip.city}` }), zips: 1, certain: true }
  for (let length = Math.min(longestPhrase, tokens.length - start); length > 0; length--) {
    const cities = citiesAt(tokens, start, length, places)
    const following = joinsCities(tokens, start + length, places) ? undefined : stateAt(tokens, start + length)
    const stated = cities.find((it) => it.state === following?.state)
    if (stated && following) {
      const spot = { ...spotOf(stated), stated: following.state }
      return { length: length + following.length, spot, zips: stated.zips, certain: true }
    }
    const [city] = cities
    if (city) return { length, spot: { ...spotOf(city), others: othersOf(city, cities) }, zips: city.zips, certain: false }
  }
  return undefined
}

/** 'Dallas or Houston': between two cities it is no Oregon, unless it is written as a code. */
function joinsCities(tokens: readonly Token[], index: number, places: Gazetteer): boolean {
  const token = tokens[index]
  if (token?.word !== 'or' || token.text === 'OR' || token.afterComma) return false
  return [1, 2, 3].some((length) => index + length < tokens.length && citiesAt(tokens, index + 1, length, places).length > 0)
}

function citiesAt(tokens: readonly Token[], start: number, length: number, places: Gazetteer): City[] {
  const phrase = phraseAt(tokens, start, length)
  const meaning = findEntry(phrase)
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
  label: labelOf(city),
  lat: city.lat,
  lon: city.lon,
  state: city.state,
  others: [],
})

/** The places that a text may name: cities by the words they were looked up with, the likeliest first, ZIP codes, and areas. */
export type Gazetteer = Pick<AllPlaces, 'cities' | 'zips'> & { areas: Map<string, Area> }

export const noPlaces: Gazetteer = { cities: new Map(), zips: new Map(), areas: new Map() }

/** Looks up every run of words. */
export async function gazetteerFor(db: Db, tokens: readonly Token[]): Promise<Gazetteer> {
  const all = await loadGazetteer(db)
  const cities = new Map<string, City[]>()
  const areas = new Map<string, Area>()
  for (const phrase of phrasesOf(tokens)) {
    const named = all.cities.get(foldPlace(phrase))
    if (named) cities.set(phrase, await inOrder(db, named))
    const area = areaNamed(all, phrase)
    if (area) areas.set(phrase, area)
  }
  const zips = new Map<string, ZipCode>()
  for (const { word } of tokens) {
    const zip = all.zips.get(word)
    if (zip) zips.set(word, zip)
  }
  return { cities, zips, areas }
}

function phrasesOf(tokens: readonly Token[]): Set<string> {
  const phrases = new Set<string>()
  for (let start = 0; start < tokens.length; start++) {
    for (let length = 1; length <= longestPhrase && start + length <= tokens.length; length++) {
      const phrase = phraseAt(tokens, start, length)
      const meaning = findEntry(phrase)
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
