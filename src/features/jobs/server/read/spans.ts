import stopwords from 'stopwords-en' with { type: 'json' }
import type { StateCode } from '#shared/us-states.ts'
import type { Area, Gazetteer } from '#features/places/server/public.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { Distance } from '#vocabulary/quantities.ts'
import { findPhrase, longestPhrase } from '#vocabulary/reader.ts'
import { spanishFunctionWords } from '#vocabulary/spanish.ts'
import type { Tag } from './costs.ts'
import type { Meaning } from './meanings.ts'
import type { Spot } from './places.ts'
import type { Known } from '../queries.ts'
import { phraseAt } from './words.ts'
import type { Token } from './reading.ts'

/** What some words may mean, which nobody has weighed against their neighbors yet. */
export type Span = {
  from: number
  /** Behind its last word. */
  to: number
  cost: number
  tags: number
  /** Neighbors see through it. */
  isSilent?: true
  says: Says
}

export type Says =
  | {
      kind:
        | 'nothing'
        | 'couple'
        | 'join'
        | 'notRequired'
        | 'words'
        | 'everywhere'
        | 'remote'
        | 'abroad'
    }
  /** `isLeft`: where somebody comes from. */
  | { kind: 'not'; isLeft?: true }
  | { kind: 'lead'; distance?: Distance }
  | { kind: 'distance'; distance: Distance }
  | { kind: 'meaning'; meaning: Exclude<Meaning, { kind: 'noise' | 'couple' | 'city' | 'state' }> }
  | { kind: 'benefitAmount' }
  | { kind: 'spot'; spot: Spot }
  | { kind: 'area'; area: Area }
  /** `others`: places whose short name its code is, too. */
  | { kind: 'state'; state: StateCode; others?: string[] }
  | { kind: 'phrase'; text: string }
  | { kind: 'reference'; code: string }

/** A text, and all that is known of it before it is read. */
export type Text = {
  text: string
  tokens: readonly Token[]
  runs: readonly (readonly Run[])[]
  known: Known
  gazetteer: Gazetteer
  /** Only places are read. */
  isPlaceBox: boolean
  /** Places that are misspelled are read, too. */
  isMended?: boolean
  /** A place outside these states is none. */
  within: readonly StateCode[] | undefined
  /** The other box has the place. */
  hasPlace: boolean
  filters: Filters
}

/** Words that may be a name, the longest first; `name` as cities are looked up. */
export type Run = { length: number; phrase: string; name: string }

/** All phrases that begin at a word; quotation marks part them. */
export const runsOf = (tokens: readonly Token[]): Run[][] =>
  tokens.map(({ quote, text }, start) => {
    const following = tokens.slice(start, start + longestPhrase)
    const parted = following.findIndex((word) => word.quote !== quote)
    const most = parted === -1 ? following.length : parted
    return Array.from({ length: most }, (_, index) => {
      const length = most - index
      const phrase = phraseAt(tokens, start, length)
      return {
        length,
        phrase,
        name: length === 1 && findPhrase(text)?.kind === 'city' ? text : phrase,
      }
    })
  })

/** Proposes a span that begins at the word that is looked at; `length` is in words. */
export type Propose = (
  length: number,
  cost: number,
  says: Says,
  ...tags: (Tag | false | undefined)[]
) => void

/**
 * Two-letter codes that are also words, degrees, specialties or employers; between words the second
 * are hardly ever meant as states.
 */
export const softCodes = new Set('me pa co la al de ma ms va ct hi ok'.split(' '))
export const joiningCodes = new Set('or in md id'.split(' '))

const functionWords = new Set([...stopwords, ...spanishFunctionWords])

/** 'please', 'looking', 'we'; where titles have it, too, it hides no job. */
export const isCommonWord = (word: string): boolean => functionWords.has(word)

export const isInCapitals = ({ text, tokens }: Text, index: number): boolean =>
  /^[A-Z]{2}$/.test(tokens[index]?.text ?? '') &&
  // In a text all in capitals they say nothing.
  (text !== text.toUpperCase() || !/[A-Z]{5}/.test(text))
