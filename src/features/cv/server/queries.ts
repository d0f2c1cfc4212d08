import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { CvFile, CvFilesTable, CvTables } from './tables.ts'

const tables = (db: Db) => db.withTables<CvTables>()

/** Serializes changes of a physician's CVs until commit, so that no file is found unused while it is being attached. */
export async function lockCvs(db: Db, physicianId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('cv:' || ${physicianId}, 0))`.execute(db)
}

export const findCvOnFile = (db: Db, physicianId: string): Promise<CvFile | undefined> =>
  tables(db)
    .selectFrom('cv_files')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

export async function markReplaced(db: Db, physicianId: string): Promise<void> {
  await tables(db)
    .updateTable('cv_files')
    .set({ replaced_at: sql`now()` })
    .where('physician_id', '=', physicianId)
    .where('replaced_at', 'is', null)
    .execute()
}

export const insertCvFile = (db: Db, file: Insertable<CvFilesTable>): Promise<CvFile> =>
  tables(db).insertInto('cv_files').values(file).returningAll().executeTakeFirstOrThrow()

/** Deletes earlier CVs without attachments, and returns their ids. */
export async function deleteUnusedCvFiles(db: Db, physicianId: string): Promise<string[]> {
  const deleted = await tables(db)
    .deleteFrom('cv_files')
    .where('physician_id', '=', physicianId)
    .where('replaced_at', 'is not', null)
    .where((it) => it.not(it.exists(it.selectFrom('cv_attachments').select('file_id').whereRef('file_id', '=', 'cv_files.id'))))
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

export async function deleteCvFiles(db: Db, physicianId: string): Promise<string[]> {
  const deleted = await tables(db).deleteFrom('cv_files').where('physician_id', '=', physicianId).returning('id').execute()
  return deleted.map(({ id }) => id)
}

export async function findKnownCvFiles(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const known = await tables(db).selectFrom('cv_files').select('id').where('id', 'in', ids).execute()
  return new Set(known.map(({ id }) => id))
}

/** With a CV, and without a sign-in or a use of a session since. */
const idlePhysicians = (before: Date) => sql<{ id: string }>`
  select distinct physician_id as id from cv_files join users on users.id = physician_id
  where not is_demo and uploaded_at < ${before} and coalesce(last_sign_in_at, users.created_at) < ${before}
    and not exists (select from sessions where user_id = users.id and seen_at >= ${before})
`

export async function countIdlePhysicians(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from (${idlePhysicians(before)}) idle`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export async function findIdlePhysicians(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${idlePhysicians(before)} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the physicians whose copies they were; openings go with them. */
export async function deleteAttachments(db: Db, inquiryIds: readonly string[]): Promise<Set<string>> {
  if (inquiryIds.length === 0) return new Set()
  const deleted = await tables(db)
    .deleteFrom('cv_attachments')
    .where('inquiry_id', 'in', inquiryIds)
    .returning('physician_id')
    .execute()
  return new Set(deleted.map((it) => it.physician_id))
}
