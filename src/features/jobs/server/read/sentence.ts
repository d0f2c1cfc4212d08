import stopwords from 'stopwords-en' with { type: 'json' }
import type { StateCode } from '#shared/us-states.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { Meaning } from './meanings.ts'
import type { Item, Sentence, Stems } from './reading.ts'
import type { Word } from './words.ts'

/**
 * What the other boxes already say: the keyword may repeat or narrow it, but what contradicts it is
 * read as words.
 */
export type Taken = { states?: readonly StateCode[] | undefined; place: boolean; filters: Filters }

/** A keyword while it is read. */
export type State = Omit<Sentence, 'words'> & {
  words: readonly Word[]
  stems: Stems
  taken: Taken
  /** Whether what stands before was understood. */
  isUnderstood: boolean
  /** An 'or' that waits for its right side: where it stands. */
  or?: number | undefined
}

export type Draft = Item extends infer I
  ? I extends Item
    ? Omit<I, 'to' | 'link' | 'opens'>
    : never
  : never

export function add(state: State, opens: number, to: number, draft: Draft): number {
  const { words, items, or } = state
  const gap = words[opens]?.gap ?? ''
  const link =
    or !== undefined
      ? 'or'
      : gap.trim() === '/' && words[opens - 1]?.word !== 'w'
        ? 'slash'
        : /[,;]/.test(gap)
          ? 'comma'
          : undefined
  items.push({ ...draft, to, opens: or ?? opens, link: items.length > 0 ? link : undefined })
  state.or = undefined
  state.isUnderstood = true
  return to
}

export function wordBehind({ words }: State, end: number): number {
  const next = words.findIndex((word) => word.start >= end)
  return next === -1 ? words.length : next
}

/** What follows an 'or', a comma or a slash may be one more of what stands before. */
export const wantsAnother = ({ words, or }: State, index: number): boolean =>
  or !== undefined || /[,/]/.test(words[index]?.gap ?? '')

export const draftOf = (
  meaning: Extract<Meaning, { kind: 'concept' | 'filter' }>,
  typed: string,
): Draft =>
  meaning.kind === 'filter'
    ? { kind: 'filter', typed: meaning, label: meaning.label }
    : {
        kind: 'term',
        term: { kind: 'concept', concept: meaning.concept, typed },
        label: meaning.concept.label,
      }

export const wordDraft = ({ text, word }: Word, isOptional = false): Draft => ({
  kind: 'term',
  term: { kind: 'word', text, word, ...(isOptional && { isOptional }) },
  label: `“${text}”`,
})

const functionWords = new Set(stopwords)

/**
 * 'please', 'looking', 'we': says nothing beside other words, unless the vocabulary or titles have
 * it.
 */
export const isFunctionWord = ({ words, stems }: State, { word, text, phrase }: Word): boolean =>
  words.length > 1 && phrase === undefined && isCommonWord(word) && !stems.words.get(text)?.isName

/** 'per', 'open': where titles have it, too, it hides no job. */
export const isCommonWord = (word: string): boolean => functionWords.has(word)
