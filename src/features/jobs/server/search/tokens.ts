/** One word of what somebody typed. */
export type Token = {
  /** As typed, for case and for giving it back. */
  text: string
  /** Lower case without accents. */
  word: string
  afterComma: boolean
  /** Words that stood in one pair of quotation marks share its number. */
  quote: number | null
}

/** Longer texts are pasted, not typed; what follows would only cost time. */
const maxTokens = 30

/** Words are runs of letters and digits; every other character only parts them, so none can mean anything to the database. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /(?<comma>,)|(?<quote>["“”])|(?<word>[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)/gu
  const quotes = [...text.matchAll(/["“”]/gu)].length
  let afterComma = false
  let seen = 0
  for (const match of text.matchAll(pattern)) {
    if (match.groups?.['comma']) afterComma = true
    else if (match.groups?.['quote']) seen++
    else {
      // The last of an odd number of marks opens nothing.
      const quoted = seen % 2 === 1 && seen < quotes
      tokens.push({ text: match[0], word: foldWord(match[0]), afterComma, quote: quoted ? seen : null })
      afterComma = false
    }
    if (tokens.length === maxTokens) break
  }
  return tokens
}

export const foldWord = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
