import { parseState } from '#shared/us-states.ts'
import { foldPlace, placesLike, sizeOf } from '#features/places/server/public.ts'
import { readText } from './read-text.ts'
import type { Item, Sentence } from './reading.ts'
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
  const isRead = (isPlace || items.some((item) => item.isUnwanted)) && !items.some(isWord)
  if (isRead && !beyond.includes('abroad')) return sentence
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
    guesses: placesLike(box.gazetteer, name, stated ?? within, states),
  }
}

const isWord = (item: Item): boolean => item.kind === 'term' && item.term.kind !== 'filter'

const isDoubtful = ({ items, spots }: Sentence, { gazetteer }: Text): boolean =>
  items.some(isWord) ||
  spots.some(
    ({ label, stated }) =>
      stated === undefined &&
      !/^\d/.test(label) &&
      (gazetteer.cities.get(foldPlace(label.replace(/, \w+$/, ''))) ?? []).every(
        (place) => sizeOf(place) < least,
      ),
  )
