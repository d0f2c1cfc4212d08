import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { earthRadiusMiles } from './distance.ts'
import { marks, recently, squaresAround } from './marks.ts'
import { specialtyLexeme } from './tsquery.ts'
import type { JobFilter } from './understand.ts'

type Condition = RawBuilder<unknown>

/** Whether a filter asks for nothing that `job_counts` does not tell apart. */
export const isCounted = (filter: JobFilter): boolean =>
  marksOf(filter).length + rangesOf(filter).length === equalitiesOf(filter).length && filter.tsquery === null

/**
 * A filter as SQL on `job_search`: ordinary columns where an ordinary index serves, else one text query of words and marks, which a
 * single index answers.
 */
export function conditionsOf(filter: JobFilter): Condition {
  const chosen = isCounted(filter) ? equalitiesOf(filter) : [...textOf(filter), ...rangesOf(filter)]
  return sql.join([sql`true`, ...chosen], sql` and `)
}

/** Whether a job has to be looked at in its text vector to know that it belongs to the search. */
export const hasWords = (filter: JobFilter): boolean => textOf(filter).length > 0

/** The part of a filter that `job_counts` tells apart, as SQL on either table. */
export const countedConditions = (filter: JobFilter): Condition => sql.join([sql`true`, ...equalitiesOf(filter)], sql` and `)

function equalitiesOf({ specialty, state, type }: JobFilter): Condition[] {
  return [
    ...(specialty ? [sql`specialty = ${specialty}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
    ...(type ? [sql`employment_type = ${type}`] : []),
  ]
}

/** All that a filter asks of `job_search.search`, as one text query that does not grow old; null if it asks for nothing. */
export const queryOf = (filter: JobFilter): string | null => wordsAndMarksOf(filter).join(' & ') || null

/** The same for equal filters, and for no others. */
export const keyOf = (filter: JobFilter): string => {
  const { minPay, postedWithin, place } = filter
  return JSON.stringify([queryOf(filter), minPay, postedWithin, place && [place.lat, place.lon, place.radius]])
}

function textOf(filter: JobFilter): Condition[] {
  const parts = wordsAndMarksOf(filter)
  // Dates alone have an index that answers faster; beside words their marks keep the hits few.
  if (parts.length > 0 && filter.postedWithin) parts.push(anyOf(recently(filter.postedWithin)))
  return parts.length === 0 ? [] : [sql`search @@ ${parts.join(' & ')}::tsquery`]
}

const wordsAndMarksOf = (filter: JobFilter): string[] => [
  ...(filter.tsquery === null ? [] : [filter.tsquery]),
  ...marksOf(filter),
]

/** Each a condition of its own; alternatives stand in brackets. */
function marksOf(filter: JobFilter): string[] {
  return [
    ...(filter.specialty ? [specialtyLexeme(filter.specialty)] : []),
    ...(filter.state ? [marks.state(filter.state)] : []),
    ...(filter.type ? [marks.type(filter.type)] : []),
    ...(filter.visa ? [marks.visa(filter.visa)] : []),
    ...(filter.payroll ? [marks.payroll(filter.payroll)] : []),
    ...(filter.telehealth ? [marks.telehealth] : []),
    ...(filter.newGraduates ? [marks.newGraduates] : []),
    ...(filter.setting ? [anyOf(filter.setting.map(marks.setting))] : []),
    ...(filter.schedule ? [anyOf(filter.schedule.map(marks.schedule))] : []),
    ...(filter.benefits ?? []).map(marks.benefit),
    ...(filter.place ? [anyOf(squaresAround(filter.place))] : []),
  ]
}

const anyOf = (alternatives: readonly string[]): string => `(${alternatives.join(' | ')})`

function rangesOf({ minPay, postedWithin, place }: JobFilter): Condition[] {
  return [
    ...(minPay === undefined ? [] : [sql`pay_annual >= ${minPay}`]),
    ...(postedWithin === undefined ? [] : [sql`posted_at >= now() - make_interval(days => ${postedWithin})`]),
    ...(place ? [within(place)] : []),
  ]
}

const within = ({ lat, lon, radius }: NonNullable<JobFilter['place']>): Condition =>
  sql`${milesFrom(sql`${lat}::float8`, sql`${lon}::float8`)} <= ${radius}`

/** The great-circle distance of a row with `lat` and `lon`; `distance.ts` has the same formula. */
export const milesFrom = (centerLat: Condition, centerLon: Condition): Condition => sql`
  ${2 * earthRadiusMiles}::float8 * asin(sqrt(
    power(sin(radians(lat - ${centerLat}) / 2), 2)
    + cos(radians(lat)) * cos(radians(${centerLat})) * power(sin(radians(lon - ${centerLon}) / 2), 2)
  ))`
