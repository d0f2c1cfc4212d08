import { paySteps } from '#features/jobs/pay-steps.ts'
import { queryOf } from '../search/conditions.ts'
import type { JobFilter } from '../search/understand.ts'

/** A filter as segments answer it (`program`), and as the delta does. */
export type SegmentQuery = {
  program: string[]
  tsquery: string | null
  minPay: number | null
  since: Date | null
  place: { lat: number; lon: number; radius: number } | null
}

/**
 * Undefined for what no bitmap answers: phrases, pay between the steps or up to an amount, several places, a reference code,
 * and a cursor.
 */
export function segmentQueryOf({ place, ...filter }: JobFilter, now = Date.now()): SegmentQuery | undefined {
  const { minPay, maxPay, postedWithin, reference, addedBefore } = filter
  if (maxPay !== undefined || reference !== undefined || addedBefore !== undefined || place?.others) return undefined
  const tsquery = queryOf(filter)
  const words = tsquery === null ? [] : postfixOf(tsquery)
  if (!words || (minPay !== undefined && !paySteps.includes(minPay))) return undefined
  const since = postedWithin === undefined ? null : new Date(now - postedWithin * 86_400_000)
  const [first = ['*'], ...others] = [
    words,
    minPay === undefined ? [] : [`=${payWord(minPay)}`],
    since === null ? [] : [`>${since.toISOString()}`],
  ].filter((it) => it.length > 0)
  const circle = place ? [`@${place.lat} ${place.lon} ${place.radius}`] : []
  const program = [...first, ...others.flatMap((it) => [...it, '&']), ...circle]
  return { program, tsquery, minPay: minPay ?? null, since, place: place ?? null }
}

/** The word that segments give to jobs whose pay reaches this step. */
export const payWord = (minPay: number | ''): string => `@pay>=${minPay}`

/** The word that segments give to jobs that count in medians of pay, at the middle of their range. */
export const middleWord = (pay: number): string => `@middle>=${pay}`

/**
 * A text query in postfix notation: '=word' and '^prefix' stand for bitmaps; '&', '|' and '!' combine what came before. Undefined for
 * phrases.
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

/** A word in quotes, doubled inside, perhaps a prefix; or one character of anything else. */
const tokens = /'(?:[^']|'')*'(?::\*)?|\S/g

function operandOf(token: string): string {
  const word = (quoted: string): string => quoted.slice(1, -1).replaceAll("''", "'")
  return token.endsWith(':*') ? `^${word(token.slice(0, -2))}` : `=${word(token)}`
}

const precedence: Record<string, number> = { '|': 1, '&': 2, '!': 3 }

/** Whether a waiting operator comes before the next one. */
const binds = (waiting: string | undefined, next: string): boolean =>
  waiting !== undefined && (precedence[waiting] ?? 0) >= (precedence[next] ?? 0)
