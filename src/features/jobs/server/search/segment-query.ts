import { queryOf } from './conditions.ts'
import type { JobFilter } from './understand.ts'

/** A filter as segments answer it, and as the jobs that are in none of them are asked. */
export type SegmentQuery = {
  postfix: string[]
  tsquery: string | null
  minPay: number | null
  since: Date | null
  place: { lat: number; lon: number; radius: number } | null
}

/** Undefined for what segments have no words for: words that stand side by side, and pay between the steps. */
export function segmentQueryOf(filter: JobFilter, now = Date.now()): SegmentQuery | undefined {
  const { place, ...elsewhere } = filter
  const { minPay, postedWithin } = filter
  const tsquery = queryOf(elsewhere)
  const words = tsquery === null ? [] : postfixOf(tsquery)
  if (!words || (minPay !== undefined && !hasPayWord(minPay))) return undefined
  const since = postedWithin === undefined ? null : new Date(now - postedWithin * 86_400_000)
  const parts = [
    words,
    minPay === undefined ? [] : [`=${payWords.of(minPay)}`],
    since === null ? [] : [`>${since.toISOString()}`],
  ].filter((it) => it.length > 0)
  return { postfix: allOf(parts), tsquery, minPay: minPay ?? null, since, place: place ?? null }
}

/** Those of a segment's words that say which thresholds a job's pay reaches; other thresholds have none. */
export const payWords = { step: 50_000, last: 1_000_000, of: (minPay: number): string => `@pay>=${minPay}` }

const hasPayWord = (minPay: number): boolean => minPay > 0 && minPay <= payWords.last && minPay % payWords.step === 0

/** `*` is every job. */
const allOf = ([first = ['*'], ...others]: string[][]): string[] => [...first, ...others.flatMap((it) => [...it, '&'])]

/**
 * A text query in postfix notation, as the database's `segment_hits` works it off: '=word' and '^beginning' bring the jobs that have a
 * word, or one that begins so; '&', '|' and '!' combine what came before. Undefined for words side by side.
 */
export function postfixOf(tsquery: string): string[] | undefined {
  const output: string[] = []
  const operators: string[] = []
  for (const [token] of tsquery.matchAll(tokens)) {
    if (token.startsWith("'")) output.push(operandOf(token))
    else if (token === '(' || token === '!') operators.push(token)
    else if (token === ')') {
      while (operators.at(-1) !== '(') output.push(operators.pop() as string)
      operators.pop()
    } else if (token === '&' || token === '|') {
      while (binds(operators.at(-1), token)) output.push(operators.pop() as string)
      operators.push(token)
    } else return undefined
  }
  return [...output, ...operators.toReversed()]
}

/** A word in quotes, doubled inside, with what is asked of it; or one character of anything else. */
const tokens = /'(?:[^']|'')*'(?::\*)?|\S/g

function operandOf(token: string): string {
  const word = (quoted: string): string => quoted.slice(1, -1).replaceAll("''", "'")
  return token.endsWith(':*') ? `^${word(token.slice(0, -2))}` : `=${word(token)}`
}

const precedence: Record<string, number> = { '|': 1, '&': 2, '!': 3 }

/** Whether an operator that waits comes before the next one. */
const binds = (waiting: string | undefined, next: string): boolean =>
  waiting !== undefined && (precedence[waiting] ?? 0) >= (precedence[next] ?? 0)
