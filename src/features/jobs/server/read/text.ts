import { readFileSync } from 'node:fs'
import stopwords from 'stopwords-en' with { type: 'json' }
import wordListPath from 'word-list'
import { parseState, type StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { Gazetteer } from '#features/places/server/public.ts'
import { findPhrase, longestPhrase, telePrefix } from '#vocabulary/reader.ts'
import { spanishFunctionWords } from '#vocabulary/spanish.ts'
import type { Known } from '../queries.ts'

/** One word of what somebody typed. */
export type Token = {
  /** How many stand before it. */
  at: number
  /** As typed, for case and for giving it back. */
  text: string
  /** Lower case without accents. */
  word: string
  /** Where it begins and ends in the typed text. */
  start: number
  end: number
  /** What stands between the previous word and this one. */
  gap: string
  /** What stands in one pair of quotation marks, or between two, is one passage. */
  passage: number
  isQuoted: boolean
  /** Two capitals in a text that is not all in capitals: a state's code. */
  isCapital: boolean
}

/** Words that may be a name, the longest first; `name` as cities are looked up. */
export type Run = { length: number; phrase: string; name: string; state: StateCode | undefined }

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
  const isLoud = text === text.toUpperCase() && /[A-Z]{5}/.test(text)
  let end = 0
  // The last of an odd number of marks opens nothing.
  for (const { 0: part, index: passage } of text.matchAll(/["“”][^"“”]*["“”]|[^"“”]+/gu)) {
    const isQuoted = /^["“”]/.test(part)
    for (const { 0: found, index: at } of part.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
      let start = passage + at
      for (const typed of isQuoted ? [found] : (found.match(runTogether) ?? [])) {
        const gap = text.slice(end, start)
        const isCapital = !isLoud && /^[A-Z]{2}$/.test(typed)
        end = start + typed.length
        tokens.push({
          at: tokens.length,
          text: typed,
          word: foldWord(typed),
          start,
          end,
          gap,
          passage,
          isQuoted,
          isCapital,
        })
        start = end
      }
      if (tokens.length >= maxTokens) return tokens.slice(0, maxTokens)
    }
  }
  return tokens
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

/** Where a word begins together with the sign before it: '$', '<', the point of '.8'. */
export const startOf = ({ start, gap }: Token): number =>
  start - (/(?:[$<>=~]+\s*|(?<=^|\s)\.)$/.exec(gap)?.[0].length ?? 0)

export const isAfterComma = ({ gap }: Token): boolean => gap.includes(',')

const functionWords = new Set([...stopwords, ...spanishFunctionWords, 'near', 'within', 's'])

/** 'please', 'looking', 'we'; where titles have it, too, it hides no job. */
export const isCommonWord = (word: string): boolean => functionWords.has(word)

let dictionary: Buffer | undefined

/** One word a line, in order; read when somebody types the first unknown word. */
export function isEnglish(word: string): boolean {
  dictionary ??= readFileSync(wordListPath)
  const typed = Buffer.from(`${word}\n`)
  let [low, high] = [0, dictionary.length]
  while (low < high) {
    const middle = dictionary.lastIndexOf(10, (low + high) >> 1) + 1
    const end = dictionary.indexOf(10, middle) + 1 || dictionary.length
    const order = dictionary.compare(typed, 0, typed.length, middle, end)
    if (order === 0) return true
    if (order < 0) low = end
    else high = middle
  }
  return false
}

export function typedIn(text: string, isPlaceBox = false): Typed {
  const tokens = tokensOf(text)
  const runs = tokens.map((first, start) => {
    const following = tokens.slice(start, start + longestPhrase)
    const beside = following.filter(({ passage }) => passage === first.passage)
    return beside.map((_, shorter) => {
      const length = beside.length - shorter
      const phrase = phraseAt(tokens, start, length)
      const isCode = length === 1 && findPhrase(first.text)?.kind === 'city'
      const state = length <= longestState ? stateIn(phrase) : undefined
      return { length, phrase, name: isCode ? first.text : phrase, state }
    })
  })
  return { text, tokens, runs, isPlaceBox }
}

/** In words. */
const longestState = 3

function stateIn(phrase: string) {
  const entry = findPhrase(phrase)
  const state = entry?.kind === 'state' ? entry.state : parseState(phrase)
  return state === 'OTHER' ? undefined : state
}

/** What stands in the quotation marks that open before a word. */
export const quotationAt = ({ tokens }: Typed, { at, passage, isQuoted }: Token) =>
  isQuoted && tokens[at - 1]?.passage !== passage
    ? textOf(tokens.filter((token) => token.passage === passage))
    : undefined

export const runsAt = ({ runs }: Typed, at: number): readonly Run[] => runs[at] ?? []

/** A state's name or code at a word. */
export const stateAt = (text: Typed, at: number): Run | undefined =>
  runsAt(text, at).find(({ state }) => state !== undefined)
