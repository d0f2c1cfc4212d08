import type { Db } from '#platform/server/database.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import { parseState, type StateCode } from '#shared/us-states.ts'
import {
  citiesNamed,
  foldPlace,
  largeCitiesLike,
  loadGazetteer,
  similarCities,
} from '#features/places/server/public.ts'
import type { City, Gazetteer } from '#features/places/server/public.ts'
import { readDistance, type Distance, inFigures } from '#vocabulary/quantities.ts'
import { remoteWords } from '#vocabulary/place-rules.ts'
import { everywhere, noTowns, placePadding, vagueWords } from '#vocabulary/places.ts'
import { findEntry } from '#vocabulary/reader.ts'
import {
  areaNamed,
  inOrder,
  joined,
  labelOf,
  othersOf,
  spotOf,
  type Area,
  type Spot,
} from './places.ts'
import { isAfterComma, phraseAt, tokensOf, type Token } from './words.ts'

/**
 * What the place box means: a spot to search around, an area, a whole state, everywhere, or nothing
 * that we know.
 */
export type PlaceBox =
  | { spot: Spot; miles?: number; isAbout?: true; isClosest?: true }
  | { area: Area }
  | { state: StateCode }
  | { everywhere: true }
  | { remote: true }
  | { unknown: string; guesses: string[] }

const remote = new RegExp(`^${remoteWords.source}$`)
/** At the end 'in' is a state. */
const isPadding = ({ word }: Token, index: number, all: readonly Token[]): boolean =>
  placePadding.has(word) && !(word === 'in' && index > 0 && index === all.length - 1)

const mostAlternatives = 4

/** Reads one place, or several joined by 'or', each of which has to be known. */
export async function readPlaceBox(
  db: Db,
  text: string,
  within: StateCode | undefined,
): Promise<PlaceBox> {
  const { text: bare, miles, isAbout, isClosest } = withoutDistance(text)
  let place = await readPlaces(db, bare, within)
  // Miles are counted from a city: 'greater Cincinnati, 75 miles'.
  if ('area' in place && miles !== undefined) {
    const city = await readPlaces(
      db,
      bare.replace(/^(?:greater|metro)\s+|\s+(?:metro|area)$/gi, ''),
      within,
    )
    if ('spot' in city) place = city
  }
  if ('unknown' in place && bare !== text) return { ...place, unknown: text }
  if (!('spot' in place)) return place
  return {
    ...place,
    ...(miles !== undefined && { miles }),
    ...(isAbout && { isAbout }),
    ...(isClosest && { isClosest }),
  }
}

/**
 * '50 min from Boise', 'close to the Boise airport', 'Boise, 30 miles': what is left is the place.
 */
function withoutDistance(
  typed: string,
): { text: string } & Partial<Pick<Distance, 'miles' | 'isAbout' | 'isClosest'>> {
  const text = inFigures(typed)
  const tokens = tokensOf(text)
  for (let start = 0; start < tokens.length; start++) {
    const distance = readDistance(phraseAt(tokens, start, tokens.length))
    const behind = tokens[start + (distance?.words ?? 0)]
    if (!distance || (start > 0 && (distance.miles === undefined || behind))) continue
    const place =
      start > 0 ? text.slice(0, tokens[start]?.start) : text.slice(behind?.start ?? text.length)
    const left = place.replace(/\s*,\s*$|\s+airport\s*$/i, '').trim()
    // 'near me' is not in Maine.
    return {
      ...distance,
      text: left === '' || left === 'me' || noTowns.has(left.toLowerCase()) ? typed : left,
    }
  }
  return { text: text === typed ? typed : text }
}

async function readPlaces(db: Db, text: string, within: StateCode | undefined): Promise<PlaceBox> {
  const only = await readPlace(db, text, within)
  const names = text.split(/\s+or\s+|\s*[/;]\s*/i)
  // 'Portland or' is a city with its state, and 'Nowhere' is only unknown.
  if (!('unknown' in only) || names.length < 2 || names.length > mostAlternatives) return only
  const spots = (await Promise.all(names.map((name) => readPlace(db, name, within)))).flatMap(
    (place) => ('spot' in place ? place.spot : []),
  )
  return spots.length === names.length ? { spot: joined(spots) } : only
}

/**
 * Reads 'Austin', 'austin tx', 'Austin, TX 78701', '78701', 'texas', 'TX', 'St Louis', 'Huston',
 * 'King County, WA', 'Bay Area'. `within` is the chosen state.
 */
async function readPlace(db: Db, text: string, within: StateCode | undefined): Promise<PlaceBox> {
  const typed = tokensOf(text)
  const phrase = phraseAt(typed, 0, typed.length)
  if (everywhere.has(phrase)) return { everywhere: true }
  if (remote.test(phrase)) return { remote: true }
  const known = await loadGazetteer(db)
  const area = areaNamed(known, phrase, within)
  if (area) return { area }
  const entry = findEntry(phrase)
  const state =
    entry?.kind === 'state' ? entry.state : parseState(text.replace(/^state of\s+|\s+state$/gi, ''))
  // 'New York' is the state, unless the state was chosen beside it: then the city is meant.
  if (state && state !== 'OTHER' && (within === undefined || state !== within)) return { state }

  const bare = typed.filter((token, index) => !isPadding(token, index, typed))
  const tokens = bare.length > 0 ? bare : typed
  const zip = tokens
    .map((token) => known.zips.get(token.word))
    .find((candidate) => candidate !== undefined)
  const { name, stated } = nameAndState(tokens, known)
  const wanted = stated ?? within
  const cities = citiesInAnySpelling(known, name)
  const found = zip
    ? spotOf({ ...zip, name: `${zip.zip} ${zip.city}` })
    : citySpot((await inOrder(db, new Map([[name, cities]]))).get(name) ?? [], {
        stated,
        within: wanted,
      })
  // No such place, or a hamlet: there is a Huston in Idaho, but hardly ever is it meant. A city of
  // another state is no error.
  const isMendable = !(found && (zip || wanted)) && (cities[0]?.zips ?? 0) <= hamlet
  const similar = isMendable ? similarCities(known, name, wanted)[0] : undefined
  if (similar && (!found || similar.zips >= largeCity)) return { spot: spotOf(similar) }
  if (found) return { spot: found }
  if (state && state !== 'OTHER') return { state }
  const vaguely = vagueArea(known, tokens)
  if (vaguely) return vaguely
  return {
    unknown: within && !text.includes(',') ? `${text}, ${within}` : text,
    guesses: guessesFor(known, name, wanted),
  }
}

/**
 * 'rural Montana', 'east coast beach town': an area or a state, and words that choose nothing on a
 * map.
 */
function vagueArea(known: Gazetteer, tokens: readonly Token[]): PlaceBox | undefined {
  const named = tokens.filter((token) => !vagueWords.has(token.word))
  if (named.length === 0 || named.length === tokens.length) return undefined
  const phrase = phraseAt(named, 0, named.length)
  const area = areaNamed(known, phrase)
  if (area) return { area }
  const state = phrase.length > 2 ? parseState(phrase) : undefined
  return state && state !== 'OTHER' ? { state } : undefined
}
/** In ZIP codes. */
const hamlet = 2
const largeCity = 20

/** 'columbus in' is Columbus with its state; 'port washington' has none. */
function nameAndState(
  tokens: readonly Token[],
  known: Gazetteer,
): { name: string; stated?: StateCode } {
  const name = phraseAt(tokens, 0, tokens.length)
  if (known.cities.has(foldPlace(name)) && !tokens.some(isAfterComma)) return { name }
  for (let length = Math.min(3, tokens.length - 1); length > 0; length--) {
    const state = parseState(phraseAt(tokens, tokens.length - length, length))
    if (state && state !== 'OTHER')
      return { name: phraseAt(tokens, 0, tokens.length - length), stated: state }
  }
  return { name }
}

function citiesInAnySpelling(known: Gazetteer, phrase: string): City[] {
  const entry = findEntry(phrase) ?? findEntry(phrase.toUpperCase())
  const nicknamed = entry?.kind === 'city' ? citiesNamed(known, entry.city, entry.state) : []
  // There is a Manhattan in Kansas, too.
  return [...new Set([...nicknamed, ...citiesNamed(known, phrase)])]
}

/** The likeliest of the namesakes, in its state where one was typed or chosen. */
function citySpot(
  cities: readonly City[],
  { stated, within }: { stated: StateCode | undefined; within: string | undefined },
): Spot | undefined {
  const city = cities.find((city) => within === undefined || city.state === within)
  return (
    city && {
      ...spotOf(city),
      ...(stated && { stated }),
      others: within === undefined ? othersOf(city, cities) : [],
    }
  )
}

const mostGuesses = 3

/** What could have been meant: names that differ in some letters, then those that begin alike. */
function guessesFor(known: Gazetteer, name: string, within: string | undefined): string[] {
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
      .filter(([it]) => Math.abs(it.length - folded.length) <= 2 && editDistance(it, folded) <= 2)
      .map(([, it]) => it.label),
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

const nearestZips = ({ zips }: Gazetteer, typed: string): string[] =>
  [...zips.values()]
    .toSorted(
      (one, other) =>
        Math.abs(Number(one.zip) - Number(typed)) - Math.abs(Number(other.zip) - Number(typed)),
    )
    .slice(0, mostGuesses)
    .map(({ zip, city }) => `${zip} ${city}`)
