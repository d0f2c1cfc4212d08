import { randomBytes } from 'node:crypto'
import type { Generated } from 'kysely'
import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { findJobSummariesOf } from '#features/jobs/server/public.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'

/** The account's widget id, created on first use. */
export async function getWidgetId(db: Db, ownerId: string): Promise<string> {
  const known = await findWidget(db, ownerId)
  if (known) return known.id
  await insertWidget(db, randomBytes(9).toString('base64url'), ownerId)
  return (await findWidget(db, ownerId))?.id ?? ''
}

const isWidgetId = /^[\w-]+$/

export type WidgetJobs = { company: string | null; jobs: JobSummary[] }

/** @throws {AppError} NOT_FOUND for an unknown employer or specialty. */
export async function findWidgetJobs(
  db: Db,
  wanted: { company: string; jobs: number; specialty?: string | undefined },
): Promise<WidgetJobs> {
  const specialty = wanted.specialty ? parseSpecialty(wanted.specialty) : undefined
  // An unknown specialty must not list all jobs.
  if (wanted.specialty && !specialty) throw new AppError('NOT_FOUND')
  const ownerId = isWidgetId.test(wanted.company) ? await findOwner(db, wanted.company) : undefined
  const owner = ownerId === undefined ? undefined : await findUser(db, ownerId)
  if (!owner) throw new AppError('NOT_FOUND')
  return {
    company: owner.company_name,
    jobs: await findJobSummariesOf(db, owner.id, { specialty, limit: wanted.jobs }),
  }
}

/** The widget is deleted with its account. */
export const widgetPersonalData: PersonalData = {
  name: 'widget',
  async export(db, { id }) {
    const widget = await findWidget(db, id)
    return widget ? { id: widget.id, createdAt: widget.created_at } : null
  },
}

type WidgetTables = { widgets: { id: string; owner_id: string; created_at: Generated<Date> } }

const tables = (db: Db) => db.withTables<WidgetTables>()

const findOwner = async (db: Db, id: string): Promise<string | undefined> =>
  (
    await tables(db)
      .selectFrom('widgets')
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.owner_id

const findWidget = (db: Db, ownerId: string) =>
  tables(db)
    .selectFrom('widgets')
    .select(['id', 'created_at'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/** Does nothing if there is one already. */
const insertWidget = (db: Db, id: string, ownerId: string) =>
  tables(db)
    .insertInto('widgets')
    .values({ id, owner_id: ownerId })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute()
