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
