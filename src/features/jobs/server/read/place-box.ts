import type { Db } from '#platform/server/database.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { citiesNamed, foldPlace, loadGazetteer, similarCities, sizeOf } from '#features/places/server/public.ts'
import type { City, Gazetteer } from '#features/places/server/public.ts'
import { findEntry } from '#vocabulary/reader.ts'
import { areaNamed, inOrder, joined, labelOf, othersOf, spotOf } from './places.ts'
import type { Area, Spot } from './places.ts'
import { isAfterComma, phraseAt, tokensOf } from './words.ts'
import type { Token } from './words.ts'

/** What the place box means: a spot to search around, an area, a whole state, everywhere, or nothing that we know. */
export type PlaceBox =
  | { spot: Spot }
  | { area: Area }
  | { state: StateCode }
  | { everywhere: true }
  | { unknown: string; guesses: string[] }

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
const padding = new Set('greater metro area downtown near in around usa us region suburbs suburban'.split(' '))
/** At the end 'in' is a state. */
const isPadding = ({ word }: Token, index: number, all: readonly Token[]): boolean =>
  padding.has(word) && !(word === 'in' && index > 0 && index === all.length - 1)

const mostAlternatives = 4

/** Reads one place, or several joined by 'or', each of which has to be known. */
export async function readPlaceBox(db: Db, text: string, within: StateCode | undefined): Promise<PlaceBox> {
  const only = await readPlace(db, text, within)
  const names = text.split(/\s+or\s+|\s*[/;]\s*/i)
  // 'Portland or' is a city with its state, and 'Nowhere' is only unknown.
  if (!('unknown' in only) || names.length < 2 || names.length > mostAlternatives) return only
  const spots = (await Promise.all(names.map((it) => readPlace(db, it, within)))).flatMap((it) => ('spot' in it ? it.spot : []))
  return spots.length === names.length ? { spot: joined(spots) } : only
}

/**
 * Reads 'Austin', 'austin tx', 'Austin, TX 78701', '78701', 'texas', 'TX', 'St Louis', 'Huston', 'King County, WA', 'Bay Area'. `within`
 * is the chosen state.
 */
async function readPlace(db: Db, text: string, within: StateCode | undefined): Promise<PlaceBox> {
  const typed = tokensOf(text)
  const phrase = phraseAt(typed, 0, typed.length)
  if (everywhere.has(phrase)) return { everywhere: true }
  const known = await loadGazetteer(db)
  const area = areaNamed(known, phrase, within)
  if (area) return { area }
  const state = parseState(text.replace(/^state of\s+|\s+state$/gi, ''))
  // 'New York' is the state, unless the state was chosen beside it: then the city is meant.
  if (state && state !== 'OTHER' && (within === undefined || state !== within)) return { state }

  const bare = typed.filter((it, index) => !isPadding(it, index, typed))
  const tokens = bare.length > 0 ? bare : typed
  const zip = tokens.map((it) => known.zips.get(it.word)).find((it) => it !== undefined)
  const { name, stated } = nameAndState(tokens, known)
  const wanted = stated ?? within
  const cities = citiesInAnySpelling(known, name)
  const found = zip
    ? spotOf({ ...zip, name: `${zip.zip} ${zip.city}` })
    : citySpot((await inOrder(db, new Map([[name, cities]]))).get(name) ?? [], { stated, within: wanted })
  // No such place, or a hamlet: there is a Huston in Idaho, but hardly ever is it meant. A city of another state is no error.
  const isMendable = !(found && (zip || wanted)) && (cities[0]?.zips ?? 0) <= hamlet
  const similar = isMendable ? similarCities(known, name, wanted)[0] : undefined
  if (similar && (!found || similar.zips >= largeCity)) return { spot: spotOf(similar) }
  if (found) return { spot: found }
  if (state && state !== 'OTHER') return { state }
  return { unknown: within && !text.includes(',') ? `${text}, ${within}` : text, guesses: guessesFor(known, name, wanted) }
}
/** In ZIP codes. */
const hamlet = 2
const largeCity = 20

/** 'columbus in' is Columbus with its state; 'port washington' has none. */
function nameAndState(tokens: readonly Token[], known: Gazetteer): { name: string; stated?: StateCode } {
  const name = phraseAt(tokens, 0, tokens.length)
  if (known.cities.has(foldPlace(name)) && !tokens.some(isAfterComma)) return { name }
  for (let length = Math.min(3, tokens.length - 1); length > 0; length--) {
    const state = parseState(phraseAt(tokens, tokens.length - length, length))
    if (state && state !== 'OTHER') return { name: phraseAt(tokens, 0, tokens.length - length), stated: state }
  }
  return { name }
}

function citiesInAnySpelling(known: Gazetteer, phrase: string): City[] {
  const entry = findEntry(phrase)
  return entry?.kind === 'city' ? citiesNamed(known, entry.city, entry.state) : citiesNamed(known, phrase)
}

/** The likeliest of the namesakes, in its state where one was typed or chosen. */
function citySpot(
  cities: readonly City[],
  { stated, within }: { stated: StateCode | undefined; within: string | undefined },
): Spot | undefined {
  const city = cities.find((it) => within === undefined || it.state === within)
  return city && { ...spotOf(city), ...(stated && { stated }), others: within === undefined ? othersOf(city, cities) : [] }
}

const mostGuesses = 3

/** What could have been meant: names that differ in some letters, then those that begin alike. */
function guessesFor(known: Gazetteer, name: string, within: string | undefined): string[] {
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

const nearestZips = ({ zips }: Gazetteer, typed: string): string[] =>
  [...zips.values()]
    .toSorted((one, other) => Math.abs(Number(one.zip) - Number(typed)) - Math.abs(Number(other.zip) - Number(typed)))
    .slice(0, mostGuesses)
    .map(({ zip, city }) => `${zip} ${city}`)
