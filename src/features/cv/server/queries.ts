import { sql, type Insertable } from 'kysely'
import { takeLock, type Db } from '#platform/server/database.ts'
import type { CvFile, CvFilesTable, CvTables } from './tables.ts'

const tables = (db: Db) => db.withTables<CvTables>()

/** Serializes changes of a physician's CVs until commit, so that no file is found unused while it is being attached. */
export const lockCvs = (db: Db, physicianId: string): Promise<void> => takeLock(db, `cv:${physicianId}`)

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

type IdlePhysician = { id: string; email: string | null; first_name: string | null }

/** Physicians with a CV who have not signed in, used a session or uploaded since; a warning counts until they come back. */
const idlePhysicians = (before: Date) => sql<IdlePhysician>`
  select id, email, first_name, warned_at > active_at as warned, warned_at from (
    select u.id, u.email, u.first_name, max(f.idle_warned_at) as warned_at, greatest(
      max(f.uploaded_at), u.created_at, u.last_sign_in_at, (select max(seen_at) from sessions where user_id = u.id)
    ) as active_at
    from cv_files f join users u on u.id = f.physician_id
    where not u.is_demo
    group by u.id
  ) physicians where active_at < ${before}
`

const warnedPhysicians = (before: Date, warnedBefore: Date) =>
  sql<IdlePhysician>`select * from (${idlePhysicians(before)}) idle where warned and warned_at < ${warnedBefore}`

export async function countWarnedPhysicians(db: Db, before: Date, warnedBefore: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from (${warnedPhysicians(before, warnedBefore)}) due`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export async function findWarnedPhysicians(db: Db, before: Date, warnedBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<IdlePhysician>`${warnedPhysicians(before, warnedBefore)} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks some of those who have not been warned since they were last here, and returns them. */
export async function markIdleWarned(db: Db, before: Date, limit: number): Promise<IdlePhysician[]> {
  const { rows } = await sql<IdlePhysician>`
    with due as materialized (select * from (${idlePhysicians(before)}) idle where warned is not true limit ${limit}),
    marked as (update cv_files set idle_warned_at = now() from due where physician_id = due.id)
    select id, email, first_name from due
  `.execute(db)
  return rows
}

/** Also deletes their openings. @returns the physicians who owned the copies. */
export async function deleteAttachments(db: Db, inquiryIds: readonly string[]): Promise<Set<string>> {
  if (inquiryIds.length === 0) return new Set()
  const deleted = await tables(db)
    .deleteFrom('cv_attachments')
    .where('inquiry_id', 'in', inquiryIds)
    .returning('physician_id')
    .execute()
  return new Set(deleted.map((it) => it.physician_id))
}
