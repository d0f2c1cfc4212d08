import stopwords from 'stopwords-en' with { type: 'json' }
import type { Db } from '#platform/server/database.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { labelOf, loadGazetteer, type Gazetteer } from '#features/places/server/public.ts'
import { findPhrase, longestPhrase, telePrefix } from '#vocabulary/reader.ts'
import { spanishFunctionWords } from '#vocabulary/spanish.ts'
import { lookUp, type Known } from '../queries.ts'
import { meaningOf, type Meaning } from './meanings.ts'
import { citiesCalled, isNotable } from './places.ts'

/** One word of what somebody typed. */
export type Token = {
  /** As typed, for case and for giving it back. */
  text: string
  /** Lower case without accents. */
  word: string
  /** Where it begins and ends in the typed text. */
  start: number
  end: number
  /** What stands between the previous word and this one. */
  gap: string
  /** Words that stood in one pair of quotation marks share its number. */
  quote: number | null
}

/** Words that may be a name, the longest first; `name` as cities are looked up. */
export type Run = { length: number; phrase: string; name: string }

/** A typed text in its words, and the phrases that begin at each. */
export type Typed = { text: string; tokens: readonly Token[]; runs: Run[][]; isPlaceBox: boolean }

/** A text, and all that is known of it before it is read. */
export type Text = Typed & {
  known: Known
  gazetteer: Gazetteer
  /** A place outside these states is none. */
  within: readonly StateCode[] | undefined
  /** The other box has the place. */
  hasPlace: boolean
  filters: Filters
}

/** A pasted posting has so many; what follows would only cost time. */
const maxTokens = 200

/**
 * Words are runs of letters and digits; every other character only parts them, so none can mean
 * anything to the database.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const quotes = [...text.matchAll(/["“”]/gu)].length
  let [seen, previousEnd] = [0, 0]
  for (const { 0: found, index } of text.matchAll(/["“”]|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    if (/["“”]/.test(found)) {
      seen++
      continue
    }
    // The last of an odd number of marks opens nothing.
    const quote = seen % 2 === 1 && seen < quotes ? seen : null
    let start = index
    for (const part of quote === null ? (found.match(runTogether) ?? []) : [found]) {
      const end = start + part.length
      const gap = text.slice(previousEnd, start)
      tokens.push({ text: part, word: foldWord(part), start, end, gap, quote })
      previousEnd = start = end
    }
    if (tokens.length >= maxTokens) break
  }
  return tokens.slice(0, maxTokens)
}

/** 'telepsychiatry' is psychiatry, by telehealth; 'hospitalist90210' has a ZIP code. */
const runTogether = new RegExp(`${telePrefix.source}|\\p{L}{3,}(?=\\d{3})|.+`, 'giu')

export const foldWord = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => token.text).join(' ')

/** @throws {RangeError} where the text has no such word. */
export function tokenAt(tokens: readonly Token[], index: number): Token {
  const token = tokens[index]
  if (!token) throw new RangeError(`No word ${index} of ${tokens.length}`)
  return token
}

export const phraseAt = (tokens: readonly Token[], start: number, length: number): string =>
  tokens
    .slice(start, start + length)
    .map((token) => token.word)
    .join(' ')

export const isAfterComma = ({ gap }: Token): boolean => gap.includes(',')

export const isInCapitals = ({ text, tokens }: Text, index: number): boolean =>
  /^[A-Z]{2}$/.test(tokens[index]?.text ?? '') &&
  // In a text all in capitals they say nothing.
  (text !== text.toUpperCase() || !/[A-Z]{5}/.test(text))

const functionWords = new Set([...stopwords, ...spanishFunctionWords, 'near', 'within', 's'])

/** 'please', 'looking', 'we'; where titles have it, too, it hides no job. */
export const isCommonWord = (word: string): boolean => functionWords.has(word)

export function typedIn(text: string, isPlaceBox = false): Typed {
  const tokens = tokensOf(text)
  const runs = tokens.map((first, start) => {
    const following = tokens.slice(start, start + longestPhrase)
    // Quotation marks part them.
    const parted = following.findIndex(({ quote }) => quote !== first.quote)
    const most = parted === -1 ? following.length : parted
    return Array.from({ length: most }, (_, index) => {
      const length = most - index
      const phrase = phraseAt(tokens, start, length)
      const isCode = length === 1 && findPhrase(first.text)?.kind === 'city'
      return { length, phrase, name: isCode ? first.text : phrase }
    })
  })
  return { text, tokens, runs, isPlaceBox }
}

/** All that both boxes ask the database. */
export async function lookUpTexts(
  db: Db,
  texts: readonly Typed[],
): Promise<Pick<Text, 'known' | 'gazetteer'>> {
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
  const quotes = keywords.flatMap((text) => [...Map.groupBy(text.tokens, ({ quote }) => quote)])
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

const namesOf = (meaning: Meaning | undefined) =>
  meaning?.kind === 'concept' ? meaning.concept.names : []
