import { placesLike } from '#features/places/server/public.ts'
import { parseState } from '#shared/us-states.ts'
import { choose, type Says, type Span } from './choose.ts'
import { costs } from './costs.ts'
import type { OtherReading } from './reading.ts'
import { scan } from './scan.ts'
import { settle, type Sentence } from './scope.ts'
import type { Text } from './text.ts'

export type ReadText = { sentence: Sentence; chosen: Span[]; spans: Span[]; cost: number }

/** Scans, chooses and settles; what contradicts the rest is read otherwise. */
export function readText(text: Text): ReadText {
  let spans = scan(text)
  const refused = new Set<number>()
  for (;;) {
    const { chosen, cost } = choose(spans, text.tokens.length)
    const { sentence, contradicted } = settle(text, chosen, refused)
    if (contradicted.length === 0) return { sentence, chosen, spans, cost }
    for (const { says, from, to } of contradicted)
      if (says.kind === 'filter') for (let at = from; at < to; at++) refused.add(at)
    spans = spans.filter((span) => !contradicted.includes(span))
  }
}

/** What the place box means, or that it is none that we know. */
export type PlaceBox = Sentence & { unknown?: string; guesses?: string[] }

/** Reads the place box as a keyword is read, with places as the only meanings. */
export function readPlaceBox(box: Text, city: string): PlaceBox {
  const { sentence } = readText(box)
  const { items, places, isEverywhere } = sentence
  const isRead = items.length > 0 || isEverywhere
  if (isRead && items.every(({ about }) => about !== 'word')) return sentence
  const within = box.within?.length === 1 ? box.within[0] : undefined
  const words = box.tokens.map(({ word }) => word)
  const stated = words.length > 1 ? parseState(words.at(-1) ?? '') : undefined
  const name = (stated ? words.slice(0, -1) : words).join(' ')
  const named = places.flatMap((place) => (place.kind === 'state' ? place.states : []))
  const unknown = within && !city.includes(',') ? `${city}, ${within}` : city
  const guesses = placesLike(box.gazetteer, name, stated ?? within, named)
  return { ...sentence, items: [], places: [], unknown, guesses }
}

/** In words; in a longer text one of them hardly matters. */
const longestDoubtful = 12

/**
 * Another reading that costs hardly more, with the text that says just this: 'Idaho' for 'ID', or
 * 'neurology' for 'hi neurology'.
 */
export function otherReading(text: Text, best: ReadText): OtherReading | undefined {
  const { tokens } = text
  if (tokens.length > longestDoubtful) return undefined
  for (const span of best.chosen.filter(isName)) {
    const spans = best.spans.filter((each) => each !== span)
    const { chosen, cost } = choose(spans, tokens.length)
    const instead = chosen.filter(({ from, to }) => from < span.to && span.from < to)
    const isSame = ({ says }: Span) => says.kind === 'words' || says.kind === span.says.kind
    if (cost > best.cost + costs.doubt || instead.some(isSame)) continue
    const names = instead.filter(isName).map(({ says }) => nameOf(says))
    const { sentence, contradicted } = settle(text, chosen, new Set())
    const [start, end] = [
      tokens[instead[0]?.from ?? 0]?.start,
      tokens[(instead.at(-1)?.to ?? 0) - 1]?.end,
    ]
    const keyword = `${text.text.slice(0, start)}${names.join(' ')}${text.text.slice(end)}`.trim()
    const label = sentence.items.map((item) => item.label).join(', ')
    // A concept that says nothing is no reading of it; a code may well be a word.
    const isOther = names.length > 0 || span.says.kind === 'state'
    if (label !== '' && contradicted.length === 0 && isOther) return { label, keyword }
  }
  return undefined
}

const isName = ({ says }: Span) => ['spot', 'area', 'state', 'concept'].includes(says.kind)

/** What is meant, in words that mean nothing else. */
export function nameOf(says: Says): string {
  if (says.kind === 'order') return says.order.label
  if (says.kind === 'concept') return says.concept.label
  return 'label' in says ? says.label : says.kind
}

/** A text that is taken as typed: each word is a word. */
export function literally(text: Text): ReadText {
  const spans = scan(text).filter(({ says }) => says.kind === 'words' || says.kind === 'phrase')
  const { chosen, cost } = choose(spans, text.tokens.length)
  const { sentence } = settle(text, chosen, new Set(text.tokens.keys()))
  return { chosen, spans, cost, sentence }
}
