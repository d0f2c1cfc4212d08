import { sql, type RawBuilder } from 'kysely'
import type { Query } from './compile.ts'
import { any } from './concepts.ts'
import { paySteps } from '#features/jobs/model.ts'

type Condition = RawBuilder<unknown>

/**
 * A query as SQL on `job_search`: one text query of words, which a single index answers, and a
 * condition for each filter that no word stands for.
 */
export const conditionsOf = (query: Query): Condition =>
  sql.join([sql`true`, ...textCondition(query), ...rangesOf(query)], sql` and `)

/**
 * All that a query asks of `job_search.search`, as one text query that does not grow old; null if
 * it asks for nothing.
 */
export const textQueryOf = ({ words, place }: Query): string | null => {
  const squares = place && any(circlesOf(place).flatMap(squaresAround))
  return [words, squares].filter((condition) => condition).join(' & ') || null
}

/** Whether a job has to be looked at in its text vector to know that it belongs to the search. */
export const hasWords = (query: Query): boolean => textQueryOf(query) !== null

function textCondition(query: Query): Condition[] {
  const text = textQueryOf(query)
  if (text === null) return []
  // Dates alone have an index that answers faster; beside words their own words keep the hits few.
  const recent = query.postedWithin ? ` & ${any(recently(query.postedWithin))}` : ''
  return [sql`search @@ ${`${text}${recent}`}::tsquery`]
}

/**
 * The filters that no word stands for, each with what is asked of it, as SQL on a row with the
 * columns of `job_search`.
 */
export const ranges = {
  minPay: (minPay: Condition): Condition => sql`pay_annual >= ${minPay}`,
  maxPay: (maxPay: Condition): Condition => sql`pay_annual <= ${maxPay}`,
  postedWithin: (days: Condition): Condition =>
    sql`posted_at >= now() - make_interval(days => ${days})`,
  place: (lat: Condition, lon: Condition, radius: Condition): Condition => sql`(
    ${milesFrom(lat, lon)} <= ${radius} or further_points is not null and exists (
      select from points_of(null, null, further_points) point
      where ${milesFrom(lat, lon, furtherPoint)} <= ${radius}
    )
  )`,
}

const rangesOf = ({
  minPay,
  maxPay,
  postedWithin,
  place,
  reference,
  addedBefore,
  until,
}: Query): Condition[] => [
  ...(until === undefined ? [] : [sql`posted_at < ${until}`]),
  ...(addedBefore === undefined ? [] : [sql`job_id < ${addedBefore}::uuid`]),
  ...(reference === undefined ? [] : [sql`right(job_id::text, 6) = ${reference}`]),
  ...(minPay === undefined ? [] : [ranges.minPay(sql`${minPay}`)]),
  ...(maxPay === undefined ? [] : [ranges.maxPay(sql`${maxPay}`)]),
  ...(postedWithin === undefined ? [] : [ranges.postedWithin(sql`${postedWithin}`)]),
  ...(place ? [sql`(${sql.join(circlesOf(place).map(inCircle), sql` or `)})`] : []),
]

export type Circle = { lat: number; lon: number; radius: number }

const circlesOf = ({ others = [], ...place }: NonNullable<Query['place']>): Circle[] => [
  place,
  ...others.map((point) => ({ ...point, radius: place.radius })),
]
const inCircle = ({ lat, lon, radius }: Circle): Condition =>
  ranges.place(sql`${lat}::float8`, sql`${lon}::float8`, sql`${radius}`)

const earthRadiusMiles = 3958.8

type Point = { lat: Condition; lon: Condition }
const ownPoint: Point = { lat: sql`lat`, lon: sql`lon` }
const furtherPoint: Point = { lat: sql`point.lat`, lon: sql`point.lon` }

/** The great-circle distance of a row with `lat` and `lon`. */
export const milesFrom = (
  centerLat: Condition,
  centerLon: Condition,
  { lat, lon } = ownPoint,
): Condition => sql`
  ${2 * earthRadiusMiles}::float8 * asin(sqrt(
    power(sin(radians(${lat} - ${centerLat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(${centerLat})) * power(sin(radians(${lon} - ${centerLon}) / 2), 2)
  ))`

/** The same of the nearest place of a row of `job_search`. */
export const milesOfNearest = (centerLat: Condition, centerLon: Condition): Condition => sql`least(
    ${milesFrom(centerLat, centerLon)},
    (select min(${milesFrom(centerLat, centerLon, furtherPoint)}) from points_of(null, null,
      further_points) point)
  )`

/**
 * The words of the squares that a circle touches, few in number; their corners lie outside it, so
 * the distance is still to be measured.
 */
function squaresAround({ lat, lon, radius }: Circle) {
  const [word, degrees] = radius <= 60 ? ['@at', 1] : ['@around', 2]
  const north = radius / milesPerDegree
  const east = north / Math.cos(((Math.abs(lat) + north) * Math.PI) / 180)
  const square = (position: number) => Math.floor(position / degrees)
  const squares: string[] = []
  for (let row = square(lat - north); row <= square(lat + north); row++) {
    for (let column = square(lon - east); column <= square(lon + east); column++)
      squares.push(`'${word}:${row},${column}'`)
  }
  return squares
}
/** Of latitude; rounded down, so that the squares are never too few. */
const milesPerDegree = 69

/**
 * The words of the days or weeks that the last so many days reach into; they begin too early, so
 * the date is still to be compared.
 */
function recently(days: number, now = Date.now()) {
  const today = Math.floor(now / 86_400_000)
  const [word, length] = days < 7 ? ['@day', 1] : ['@week', 7]
  const [first, last] = [Math.floor((today - days) / length), Math.floor((today + 1) / length)]
  return Array.from({ length: last - first + 1 }, (_, index) => `'${word}:${first + index}'`)
}

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
  const anywhere = [...first, ...others.flatMap((step) => [...step, '&'])]
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

/** A step of pay has a word; other bounds are looked up in the order of pay. */
function payProgram(minPay?: number, maxPay?: number) {
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
      while (operators.at(-1) !== '(') output.push(...operators.splice(-1))
      operators.pop()
    } else if (token === '&' || token === '|') {
      while (binds(operators.at(-1), token)) output.push(...operators.splice(-1))
      operators.push(token)
    } else return undefined
  }
  return [...output, ...operators.toReversed()]
}

/** A word in quotes, doubled inside, perhaps a prefix; or one character of anything else. */
const tokens = /'(?:[^']|'')*'(?::\*)?|\S/g

function operandOf(token: string) {
  const word = (quoted: string) => quoted.slice(1, -1).replaceAll("''", "'")
  return token.endsWith(':*') ? `^${word(token.slice(0, -2))}` : `=${word(token)}`
}

const precedence: Record<string, number> = { '|': 1, '&': 2, '!': 3 }

/** Whether a waiting operator comes before the next one. */
const binds = (waiting: string | undefined, next: string) =>
  waiting !== undefined && (precedence[waiting] ?? 0) >= (precedence[next] ?? 0)
