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
  afterComma: boolean
  /** Words that stood in one pair of quotation marks share its number. */
  quote: number | null
}

/** Longer texts are pasted, not typed; what follows would only cost time. */
const maxTokens = 30

/** Words are runs of letters and digits; every other character only parts them, so none can mean anything to the database. */
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
    const quoted = seen % 2 === 1 && seen < quotes
    const [start, end] = [match.index, match.index + match[0].length]
    const gap = text.slice(previousEnd, start)
    tokens.push({
      text: match[0],
      word: foldWord(match[0]),
      start,
      end,
      gap,
      afterComma: gap.includes(','),
      quote: quoted ? seen : null,
    })
    previousEnd = end
    if (tokens.length === maxTokens) break
  }
  return tokens
}

export const foldWord = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
