import { editDistance } from '#platform/server/edit-distance.ts'
import { parseState, stateName } from '#shared/us-states.ts'
import {
  citiesNamed,
  foldPlace,
  largeCitiesLike,
  similarCities,
  sizeOf,
  type Gazetteer,
} from '#features/places/server/public.ts'
import { labelOf } from './places.ts'
import { readText } from './read-text.ts'
import type { Sentence } from './reading.ts'
import { least } from './scan-places.ts'
import type { Text } from './spans.ts'

/** What the place box means, or that it is none that we know. */
export type PlaceBox = Sentence & { unknown?: string; guesses?: string[] }

/** Reads the place box as a keyword is read, with places as the only meanings. */
export function readPlaceBox(box: Text, { city = '' }: { city?: string }): PlaceBox {
  const exact = readText(box).sentence
  const { sentence } = isDoubtful(exact, box)
    ? readText({ ...box, isMended: true })
    : { sentence: exact }
  const { items, spots, states, area, beyond = [] } = sentence
  const isPlace = spots.length + states.length + beyond.length > 0 || area !== undefined
  if (isPlace && !beyond.includes('abroad') && !items.some((item) => item.kind === 'term'))
    return sentence
  const within = box.within?.length === 1 ? box.within[0] : undefined
  const words = box.tokens.map(({ word }) => word)
  const stated = words.length > 1 ? parseState(words.at(-1) ?? '') : undefined
  const name = (stated ? words.slice(0, -1) : words).join(' ')
  return {
    text: box.text,
    words: box.tokens,
    items: [],
    states: [],
    spots: [],
    unknown: within && !city.includes(',') ? `${city}, ${within}` : city,
    guesses: guessesFor(box.gazetteer, name, stated ?? within, states),
  }
}

const isDoubtful = ({ items, spots }: Sentence, { gazetteer }: Text): boolean =>
  items.some((item) => item.kind === 'term') ||
  spots.some(
    ({ label, stated }) =>
      stated === undefined &&
      !/^\d/.test(label) &&
      (gazetteer.cities.get(foldPlace(label.replace(/, \w+$/, ''))) ?? []).every(
        (place) => sizeOf(place) < least,
      ),
  )

const mostGuesses = 3

/** What could have been meant: names that differ in some letters, then those that begin alike. */
function guessesFor(
  known: Gazetteer,
  name: string,
  within: string | undefined,
  states: Sentence['states'],
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
      .filter(([it]) => Math.abs(it.length - folded.length) <= 2 && editDistance(it, folded) <= 2)
      .map(([, it]) => it.label),
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

const nearestZips = ({ zips }: Gazetteer, typed: string): string[] =>
  [...zips.values()]
    .toSorted(
      (one, other) =>
        Math.abs(Number(one.zip) - Number(typed)) - Math.abs(Number(other.zip) - Number(typed)),
    )
    .slice(0, mostGuesses)
    .map(({ zip, city }) => `${zip} ${city}`)
