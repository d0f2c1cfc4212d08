import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { plannedOnce } from '#server/lib/planned-once.ts'
import type { Specialty } from '../specialties.ts'
import type { JobRow, JobsTables } from './tables.ts'

/** What lists show. The long texts lie outside the row, and are not read for them. */
const summaryColumns = [
  'id',
  'posted_at',
  'updated_at',
  'title',
  'employer',
  'city',
  'state',
  'specialty',
  'employment_type',
  'duration',
  'payroll',
  'priority',
  'organization_type',
  'user_type',
  'is_verified_hospital',
  'start_date_text',
  'comp_text',
  'comp_min',
  'comp_max',
  'comp_unit',
  'visa_support',
  'new_graduates_acceptable',
  'telehealth',
  'facility_name',
  'apply_url',
  'source',
  'brief',
  'snippet',
] as const satisfies (keyof JobRow)[]

export type SummaryRow = Pick<JobRow, (typeof summaryColumns)[number]>

/** The columns of a `SummaryRow`. */
export const summaryList = sql.raw(summaryColumns.join(', '))

/**
 * The rows of a page, in the order of its ids; those that are not `known` are looked up. Jobs that were taken down in between are
 * missing.
 */
export async function findSummaries(db: Db, ids: readonly string[], known: readonly SummaryRow[] = []): Promise<SummaryRow[]> {
  const byId = new Map(known.map((row) => [row.id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length > 0) {
    const { rows } = await sql<SummaryRow>`
      select ${summaryList} from jobs where id = any (${missing}::uuid[]) and status = 'active' ${plannedOnce}
    `.execute(db)
    for (const row of rows) byId.set(row.id, row)
  }
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The newest active jobs of an account. */
export const findSummariesOf = (
  db: Db,
  ownerId: string,
  { specialty, limit }: { specialty: Specialty | undefined; limit: number },
): Promise<SummaryRow[]> =>
  db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .select(summaryColumns)
    .where('owner_id', '=', ownerId)
    .where('status', '=', sql.lit('active'))
    .$if(specialty !== undefined, (it) => it.where('specialty', '=', specialty ?? 'Other'))
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** One public job; undefined if there is none with this id, or it is not active. */
export async function findActiveJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', sql.lit('active'))
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
}
