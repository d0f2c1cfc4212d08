import type { Token } from './reading.ts'

export const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => token.text).join(' ')

/** A pasted posting has so many; what follows would only cost time. */
const maxTokens = 200

/**
 * Words are runs of letters and digits; every other character only parts them, so none can mean
 * anything to the database.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /(?<quote>["“”])|(?<word>[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)/gu
  const quotes = [...text.matchAll(/["“”]/gu)].length
  let seen = 0
  let previousEnd = 0
  for (const match of text.matchAll(pattern)) {
    if (match.groups?.['quote']) {
      seen++
      continue
    }
    // The last of an odd number of marks opens nothing.
    const isQuoted = seen % 2 === 1 && seen < quotes
    const [start, end] = [match.index, match.index + match[0].length]
    const gap = text.slice(previousEnd, start)
    tokens.push({
      text: match[0],
      word: foldWord(match[0]),
      start,
      end,
      gap,
      quote: isQuoted ? seen : null,
    })
    previousEnd = end
    if (tokens.length === maxTokens) break
  }
  return tokens
}

export const foldWord = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const phraseAt = (tokens: readonly Token[], start: number, length: number): string =>
  tokens
    .slice(start, start + length)
    .map((token) => token.word)
    .join(' ')

export const isAfterComma = ({ gap }: Token): boolean => gap.includes(',')
