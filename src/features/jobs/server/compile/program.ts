import { sql, type RawBuilder } from 'kysely'
import { paySteps } from '#features/jobs/model.ts'
import type { Query } from './compile.ts'
import { circlesOf, type Circle } from './conditions.ts'

/** A query as segments answer it (`program`), and as the delta does. */
export type SegmentQuery = {
  program: string[]
  words: string | null
  minPay: number | null
  maxPay: number | null
  since: Date | null
  until: Date | null
  /** A hit lies in one of them; none: anywhere. */
  circles: Circle[]
}

/** Undefined for what no bitmap answers: phrases, a reference code, and a cursor. */
export function segmentQueryOf(query: Query, now = Date.now()): SegmentQuery | undefined {
  const { words, minPay, maxPay, postedWithin, place, reference, addedBefore, until = null } = query
  if (reference !== undefined || addedBefore !== undefined) return undefined
  const found = words === null ? [] : postfixOf(words)
  if (!found) return undefined
  const since = postedWithin === undefined ? null : new Date(now - postedWithin * 86_400_000)
  const [first = ['*'], ...others] = [
    found,
    payProgram(minPay, maxPay),
    since === null ? [] : [`>${since.toISOString()}`],
    until === null ? [] : [`>${until.toISOString()}`, '!'],
  ].filter((step) => step.length > 0)
  const anywhere = [...first, ...others.flatMap((other) => [...other, '&'])]
  const circles = place ? circlesOf(place) : []
  const program = circles.flatMap(({ lat, lon, radius }, index) => [
    ...anywhere,
    `@${lat} ${lon} ${radius}`,
    ...(index > 0 ? ['|'] : []),
  ])
  return {
    program: place ? program : anywhere,
    words,
    minPay: minPay ?? null,
    maxPay: maxPay ?? null,
    since,
    until,
    circles,
  }
}

/** The arguments of `delta_hits_of`. */
export const deltaQuery = ({
  words,
  minPay,
  maxPay,
  since,
  until,
  circles,
}: SegmentQuery): RawBuilder<unknown> => sql`
  ${words}::tsquery, ${minPay}::integer, ${maxPay}::integer, ${since}::timestamptz, ${until}::timestamptz,
  ${numbersOf(circles)}::float8[]`

export const numbersOf = (circles: readonly Circle[]): number[] =>
  circles.flatMap(({ lat, lon, radius }) => [lat, lon, radius])

/** The jobs of the delta that a search finds, as a table with their ids. */
export const deltaHits = (query: SegmentQuery): RawBuilder<unknown> =>
  sql`delta_hits_of(${deltaQuery(query)}) job_id`

/** A step of pay has a word; other bounds are looked up in the order of pay. */
function payProgram(minPay?: number, maxPay?: number): string[] {
  if (minPay === undefined && maxPay === undefined) return []
  if (minPay !== undefined && maxPay === undefined && paySteps.includes(minPay))
    return [`=${payWord(minPay)}`]
  return [`$${minPay ?? 0} ${maxPay ?? mostPay}`]
}
/** What the column holds at most. */
const mostPay = 2_000_000_000

/** The word that segments give to jobs whose pay reaches this step. */
export const payWord = (minPay: number | ''): string => `@pay>=${minPay}`

/**
 * A text query in postfix notation: '=word' and '^prefix' stand for bitmaps; '&', '|' and '!'
 * combine what came before. Undefined for phrases.
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
