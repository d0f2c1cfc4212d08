import { maxFactWords } from '#features/imports/facts.ts'
import { cutAtWord } from '#features/jobs/read-text.ts'

/** A source's words as a fact quotes them: one line, without what no column can hold. */
export const wordsOf = (text: string): string => cutAtWord(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), maxFactWords)
