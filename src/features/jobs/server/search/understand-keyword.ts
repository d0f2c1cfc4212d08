import type { Db } from '#server/lib/database.ts'
import { dictionaryWords } from './dictionary.ts'
import { gazetteerFor, noPlaces } from './gazetteer.ts'
import { readKeyword } from './keyword.ts'
import type { KeywordReading, Taken, Term } from './keyword.ts'
import { mendWords, shortestMendable } from './spelling.ts'
import { foldWord, tokensOf } from './tokens.ts'
import { compileTerms } from './tsquery.ts'
import type { CompiledQuery } from './tsquery.ts'
import { phraseQueries, wordFormsOf, wordsInUse } from './words.ts'
import type { WordForms } from './words.ts'

export type KeywordMeaning = { reading: KeywordReading; query: CompiledQuery; correctedKeyword?: string }

/** Reads a keyword, and reads it again if it has typing errors that can be mended. */
export async function understandKeyword(db: Db, keyword: string, taken: Taken): Promise<KeywordMeaning> {
  const reading = await read(db, keyword, taken)
  const known = await lookUp(db, reading.terms)
  const mended = await mendUnknown(db, reading.terms, known.forms)
  if (mended.size === 0) return { reading, query: compileTerms(reading.terms, known) }
  const corrected = replaceWords(keyword, mended)
  const second = await read(db, corrected, taken)
  return {
    reading: second,
    query: compileTerms(second.terms, await lookUp(db, second.terms)),
    correctedKeyword: corrected,
  }
}

async function read(db: Db, keyword: string, taken: Taken): Promise<KeywordReading> {
  const tokens = tokensOf(keyword)
  const withoutPlaces = readKeyword(tokens, noPlaces, taken)
  return withoutPlaces.terms.some((it) => it.kind === 'word')
    ? readKeyword(tokens, await gazetteerFor(db, tokens), taken)
    : withoutPlaces
}

async function lookUp(db: Db, terms: readonly Term[]) {
  const words = terms.flatMap((it) => (it.kind === 'word' ? it.token.text : []))
  const phrases = terms.flatMap((it) => (it.kind === 'phrase' ? it.text : []))
  const [forms, queries] = await Promise.all([wordFormsOf(db, words), phraseQueries(db, phrases)])
  return { forms, phrases: queries }
}

/** Typing errors, and what they were meant to be. */
async function mendUnknown(db: Db, terms: readonly Term[], forms: Map<string, WordForms>): Promise<Map<string, string>> {
  const unknown = terms.flatMap((term) => {
    if (term.kind !== 'word' || term.token.word.length < shortestMendable || /\d/.test(term.token.word)) return []
    const form = forms.get(term.token.text)
    return form && !form.known && form.lexemes.length > 0 ? term.token.word : []
  })
  if (unknown.length === 0) return new Map()
  const [mended, used] = await Promise.all([mendWords(db, unknown), wordsInUse(db, unknown)])
  // The vocabulary is a sample: a word that some job uses is none of our business. But a slip may have the stem of a real word.
  return new Map([...mended].filter(([typed, meant]) => !used.has(typed) || dictionaryWords.has(meant)))
}

const replaceWords = (keyword: string, mended: Map<string, string>): string =>
  keyword.replaceAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu, (word) => mended.get(foldWord(word)) ?? word)
