import { sql, type RawBuilder } from 'kysely'
import type { Query } from './compile.ts'
import { any } from './concepts.ts'

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
      select from points_of(null, null, further_points) point where ${milesFrom(lat, lon, furtherPoint)} <= ${radius}
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

export const circlesOf = ({ others = [], ...place }: NonNullable<Query['place']>): Circle[] => [
  place,
  ...others.map((other) => ({ ...other, radius: place.radius })),
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
    (select min(${milesFrom(centerLat, centerLon, furtherPoint)}) from points_of(null, null, further_points) point)
  )`

/**
 * The words of the squares that a circle touches, few in number; their corners lie outside it, so
 * the distance is still to be measured.
 */
function squaresAround({ lat, lon, radius }: Circle): string[] {
  const [word, degrees] = radius <= 60 ? ['@at', 1] : ['@around', 2]
  const north = radius / milesPerDegree
  const east = north / Math.cos(((Math.abs(lat) + north) * Math.PI) / 180)
  const square = (position: number): number => Math.floor(position / degrees)
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
function recently(days: number, now = Date.now()): string[] {
  const today = Math.floor(now / 86_400_000)
  const [word, length] = days < 7 ? ['@day', 1] : ['@week', 7]
  const [first, last] = [Math.floor((today - days) / length), Math.floor((today + 1) / length)]
  return Array.from({ length: last - first + 1 }, (_, index) => `'${word}:${first + index}'`)
}
