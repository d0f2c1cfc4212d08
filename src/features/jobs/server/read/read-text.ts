import { type Db } from '#platform/server/database.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { loadGazetteer, type Gazetteer } from '#features/places/server/public.ts'
import { choose } from './choose.ts'
import { meaningOf, type Meaning } from './meanings.ts'
import { citiesCalled, isNotable, labelOf } from './places.ts'
import type { Sentence } from './reading.ts'
import { settle } from './scope.ts'
import { scan } from './scan.ts'
import { runsOf, type Run, type Span, type Text } from './spans.ts'
import { lookUp, textOf, tokensOf, type Known } from './words.ts'
import type { Token } from './reading.ts'

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
  const asked = {
    words: [] as string[],
    phrases: [] as string[],
    cities: [] as string[],
    names: [] as string[],
  }
  for (const { tokens, runs, isPlaceBox } of texts) {
    for (const { name } of runs.flat()) {
      const cities = citiesCalled(gazetteer, name, isPlaceBox).filter(isNotable)
      if (cities.length > 1) asked.cities.push(...cities.map(labelOf))
    }
    if (isPlaceBox) continue
    const meanings = runs.flat().flatMap(({ phrase }) => meaningOf(phrase) ?? [])
    const names = meanings.flatMap(namesOf).flatMap((name) => name.split(' '))
    asked.words.push(...tokens.flatMap(({ text, word }) => [text, word]), ...names)
    asked.names.push(
      ...runs
        .flat()
        .filter(({ length }) => length > 1 && length < 5)
        .map(({ phrase }) => phrase),
    )
    const quotes = Map.groupBy(tokens, (token) => token.quote)
    quotes.delete(null)
    asked.phrases.push(...[...quotes.values()].map(textOf))
  }
  const isAsked = Object.values(asked).some((list) => list.length > 0)
  return { known: isAsked ? await lookUp(db, asked) : nothingKnown, gazetteer }
}

const nothingKnown: Known = {
  words: new Map(),
  phrases: new Map(),
  jobsIn: new Map(),
  employers: new Set(),
}

const namesOf = (meaning: Meaning): readonly string[] =>
  meaning.kind === 'tele'
    ? meaning.meanings.flatMap(namesOf)
    : meaning.kind === 'concept'
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

export type ReadText = { sentence: Sentence; chosen: Span[]; spans: Span[] }

/** Scans, chooses and settles; what contradicts the rest is read otherwise. */
export function readText(text: Text): ReadText {
  let spans = scan(text)
  const refused = new Set<number>()
  for (;;) {
    const chosen = choose(spans, text.tokens.length)
    const { sentence, contradicted } = settle(text, chosen, refused)
    if (contradicted.length === 0) return { sentence, chosen, spans }
    for (const { says, from, to } of contradicted)
      if (says.kind === 'meaning' && says.meaning.kind === 'filter')
        for (let index = from; index < to; index++) refused.add(index)
    spans = spans.filter((span) => !contradicted.includes(span))
  }
}

/** A text that is taken as typed: each word is a word. */
export const literally = (text: Text): ReadText => {
  const spans = scan(text).filter(({ says }) => says.kind === 'words' || says.kind === 'phrase')
  const chosen = choose(spans, text.tokens.length)
  return { chosen, spans, sentence: settle(text, chosen, new Set(text.tokens.keys())).sentence }
}
