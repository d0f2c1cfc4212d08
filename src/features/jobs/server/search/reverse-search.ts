import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { JobsTables } from '../tables.ts'
import { milesBetween } from './distance.ts'
import type { JobFilter } from './understand.ts'

type Image = Selectable<JobsTables['job_changes']>

/** Whether a job with this image may belong to the search, words aside. Age and payroll are not in the image: 'may'. */
export function touchedBy(filter: JobFilter, image: Image): boolean {
  return (
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

/** Of these searches, the ones whose words occur in one of the changes' images; PostgreSQL compares, as it does when searching. */
export async function textMatches(
  db: Db,
  searches: readonly { key: string; tsquery: string }[],
  changeIds: readonly string[],
): Promise<string[]> {
  if (searches.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select distinct asked.key
    from unnest(${searches.map((it) => it.key)}::text[], ${searches.map((it) => it.tsquery)}::text[]) as asked (key, query)
    join job_changes c on c.id = any (${changeIds}::bigint[]) and c.search @@ asked.query::tsquery
  `.execute(db)
  return rows.map((it) => it.key)
}

const agrees = <T>(asked: T | undefined, has: T | null): boolean => asked === undefined || asked === has

const overlaps = <T>(asked: readonly T[], has: readonly T[] | null): boolean => asked.some((it) => has?.includes(it))

function isWithin(place: NonNullable<JobFilter['place']>, { lat, lon }: Image): boolean {
  return lat !== null && lon !== null && milesBetween(place, { lat, lon }) <= place.radius * 1.01
}
