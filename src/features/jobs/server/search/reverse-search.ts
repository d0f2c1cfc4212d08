import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { JobsTables } from '../tables.ts'
import { milesBetween } from './distance.ts'
import type { JobFilter } from './understand.ts'

type Image = Selectable<JobsTables['job_changes']>

/** Whether a job with this image belongs to the search, as far as the image tells; its words are not looked at. */
export function touchedBy(filter: JobFilter, image: Image, now: number): boolean {
  return (
    (filter.postedWithin === undefined || Number(image.posted_at) >= now - filter.postedWithin * day - unnoticed) &&
    agrees(filter.specialty, image.specialty) &&
    agrees(filter.state, image.state) &&
    agrees(filter.type, image.employment_type) &&
    agrees(filter.visa, image.visa_support) &&
    (!filter.setting || overlaps(filter.setting, image.setting)) &&
    (!filter.schedule || overlaps(filter.schedule, image.schedule)) &&
    (!filter.benefits || filter.benefits.every((it) => image.benefits?.includes(it))) &&
    (!filter.newGraduates || image.new_graduates_acceptable === true) &&
    (!filter.telehealth || image.telehealth === true) &&
    (filter.minPay === undefined || (image.pay_annual ?? 0) >= filter.minPay) &&
    (!filter.place || isWithin(filter.place, image))
  )
}

const day = 86_400_000

/** For how long hits and answers of a search for new jobs are kept, which grow old and leave it without a change. */
export const agingTtl = 5 * 60_000
/** A job that left so lately may still be shown: by an answer made of hits that were kept. */
const unnoticed = 2 * agingTtl

/** What `touchedBy` leaves open, and the text vector alone knows. */
export const needsText = (filter: JobFilter): boolean => filter.tsquery !== null || filter.payroll !== undefined

/** Of these queries, the ones that each image fulfils; PostgreSQL compares, as it does when searching. */
export async function textMatches(
  db: Db,
  queries: readonly string[],
  imageIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (queries.length === 0) return new Map()
  const { rows } = await sql<{ id: string; queries: string[] }>`
    select c.id, array_agg(asked.query) as queries
    from unnest(${[...queries]}::text[]) as asked (query)
    join job_changes c on c.id = any (${[...imageIds]}::bigint[]) and c.search @@ asked.query::tsquery
    group by c.id
  `.execute(db)
  return new Map(rows.map((it) => [it.id, new Set(it.queries)]))
}

const agrees = <T>(asked: T | undefined, has: T | null): boolean => asked === undefined || asked === has

const overlaps = <T>(asked: readonly T[], has: readonly T[] | null): boolean => asked.some((it) => has?.includes(it))

function isWithin(place: NonNullable<JobFilter['place']>, { lat, lon }: Image): boolean {
  return lat !== null && lon !== null && milesBetween(place, { lat, lon }) <= place.radius
}
