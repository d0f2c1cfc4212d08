import { type Db } from '#platform/server/database.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { labelOf, loadGazetteer, type Gazetteer } from '#features/places/server/public.ts'
import { choose } from './choose.ts'
import { costs } from './costs.ts'
import { meaningOf, type Meaning } from './meanings.ts'
import { citiesCalled, isNotable } from './places.ts'
import type { OtherReading, Sentence, Token } from './reading.ts'
import { settle } from './scope.ts'
import { stateName } from '#shared/us-states.ts'
import { scan } from './scan.ts'
import { runsOf, type Run, type Says, type Span, type Text } from './spans.ts'
import { lookUp, type Known } from '../queries.ts'
import { textOf, tokensOf } from './words.ts'

/** A typed text in its words. */
export type Typed = { text: string; tokens: readonly Token[]; runs: Run[][]; isPlaceBox: boolean }

export function typedIn(text: string, isPlaceBox = false): Typed {
  const tokens = tokensOf(text)
  return { text, tokens, runs: runsOf(tokens), isPlaceBox }
}

/** All that both boxes ask the database. */
export async function lookUpTexts(
  db: Db,
  texts: readonly Typed[],
): Promise<{ known: Known; gazetteer: Gazetteer }> {
  const gazetteer = await loadGazetteer(db)
  const cities = texts.flatMap(({ runs, isPlaceBox }) =>
    runs.flat().flatMap(({ name }) => {
      const namesakes = citiesCalled(gazetteer, name, isPlaceBox).filter(isNotable)
      return namesakes.length > 1 ? namesakes.map(labelOf) : []
    }),
  )
  const keywords = texts.filter(({ isPlaceBox }) => !isPlaceBox)
  const tokens = keywords.flatMap((text) => text.tokens)
  const runs = keywords.flatMap((text) => text.runs.flat())
  const named = runs.flatMap(({ phrase }) => namesOf(meaningOf(phrase)))
  const quotes = keywords.flatMap((text) => [
    ...Map.groupBy(text.tokens, ({ quote }) => quote).entries(),
  ])
  const asked = {
    words: [...tokens.flatMap(({ text, word }) => [text, word]), ...named.join(' ').split(' ')],
    phrases: quotes.flatMap(([quote, quoted]) => (quote === null ? [] : textOf(quoted))),
    cities,
    names: runs.filter(({ length }) => length > 1 && length < 5).map(({ phrase }) => phrase),
  }
  const isAsked = tokens.length + cities.length > 0
  return { known: isAsked ? await lookUp(db, asked) : nothingKnown, gazetteer }
}

const nothingKnown: Known = {
  words: new Map(),
  phrases: new Map(),
  jobsIn: new Map(),
  employers: new Set(),
}

const namesOf = (meaning: Meaning | undefined): readonly string[] =>
  meaning?.kind === 'tele'
    ? meaning.meanings.flatMap(namesOf)
    : meaning?.kind === 'concept'
      ? meaning.concept.names
      : []

/** Texts with all that is known of them, each for itself. */
export async function textIn(
  db: Db,
  typed: readonly Typed[],
  { state, ...filters }: Filters,
): Promise<Text[]> {
  const found = await lookUpTexts(db, typed)
  return typed.map((text) => ({ ...text, ...found, within: state, hasPlace: false, filters }))
}

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
      if (says.kind === 'meaning' && says.meaning.kind === 'filter')
        for (let index = from; index < to; index++) refused.add(index)
    spans = spans.filter((span) => !contradicted.includes(span))
  }
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
  for (const span of best.chosen) {
    if (!isName(span)) continue
    const spans = best.spans.filter((each) => each !== span)
    const { chosen, cost } = choose(spans, tokens.length)
    const instead = chosen.filter(({ from, to }) => from < span.to && span.from < to)
    const [first, last] = [instead[0], instead.at(-1)]
    if (cost > best.cost + costs.doubt || !first || !last) continue
    const isSame = ({ says }: Span) => says.kind === 'words' || says.kind === span.says.kind
    if (instead.some(isSame)) continue
    const names = instead
      .filter(isName)
      .map(({ says }) => nameOf(says))
      .join(' ')
    const { sentence, contradicted } = settle(text, chosen, new Set())
    const [start = 0, end = 0] = [tokens[first.from]?.start, tokens[last.to - 1]?.end]
    const keyword = `${text.text.slice(0, start)}${names}${text.text.slice(end)}`.trim()
    const label = sentence.items.map((item) => item.label).join(', ')
    // A concept that says nothing is no reading of it; a code may well be a word.
    if (label !== '' && contradicted.length === 0 && (names !== '' || span.says.kind === 'state'))
      return { label, keyword }
  }
  return undefined
}

const isName = ({ says }: Span): boolean =>
  ['spot', 'area', 'state'].includes(says.kind) ||
  (says.kind === 'meaning' && says.meaning.kind === 'concept')

/** What is meant, in words that mean nothing else. */
export function nameOf(says: Says): string | undefined {
  if (says.kind === 'state') return stateName(says.state)
  if (says.kind === 'spot') return says.spot.label
  if (says.kind === 'area') return says.area.label
  if (says.kind !== 'meaning') return undefined
  const { meaning } = says
  if (meaning.kind === 'order') return meaning.order.label
  if (meaning.kind === 'concept') return meaning.concept.label
  return meaning.kind === 'filter' ? meaning.label : meaning.kind
}

/** A text that is taken as typed: each word is a word. */
export function literally(text: Text): ReadText {
  const spans = scan(text).filter(({ says }) => says.kind === 'words' || says.kind === 'phrase')
  const { chosen, cost } = choose(spans, text.tokens.length)
  const { sentence } = settle(text, chosen, new Set(text.tokens.keys()))
  return { chosen, spans, cost, sentence }
}
