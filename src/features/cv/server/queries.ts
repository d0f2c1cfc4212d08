import { sql, type Generated, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { idleCvWarningDays } from '#features/site/config.ts'
import { countRows, idsOf, takeLock, type Db } from '#platform/server/database.ts'
import type { CvFormat } from '../model.ts'

type CvFilesTable = {
  id: string
  /** Null for a visitor's, until an account proves the address. */
  physician_id: string | null
  file_name: string
  format: CvFormat
  size: number
  uploaded_at: Generated<Date>
  /** Null for the CV on file. */
  replaced_at: Date | null
  /** When its owner was warned that it will be deleted, because they no longer sign in. */
  idle_warned_at: Date | null
  /** SHA-256 of the file; null for files of earlier versions. */
  content_hash: Buffer | null
}

export type CvFile = Selectable<CvFilesTable>

export type CvTables = {
  cv_files: CvFilesTable
  cv_attachments: {
    inquiry_id: string
    physician_id: string | null
    file_id: string | null
    about: string
    attached_at: Generated<Date>
  }
  cv_openings: {
    id: Generated<string>
    inquiry_id: string
    opened_by: string | null
    opener: string
    opened_at: Generated<Date>
  }
}

const tables = (db: Db) => db.withTables<CvTables>()

/**
 * Serializes changes of a physician's CVs until commit, so that no file is found unused while it is
 * being attached.
 */
export const lockCvs = (db: Db, physicianId: string) => takeLock(db, `cv:${physicianId}`)

export const findCvOnFile = (db: Db, physicianId: string) =>
  tables(db)
    .selectFrom('cv_files')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

export const markReplaced = (db: Db, physicianId: string) =>
  tables(db)
    .updateTable('cv_files')
    .set({ replaced_at: sql`now()` })
    .where('physician_id', '=', physicianId)
    .where('replaced_at', 'is', null)
    .execute()

export const insertCvFile = (db: Db, file: Insertable<CvFilesTable>) =>
  tables(db).insertInto('cv_files').values(file).returningAll().executeTakeFirstOrThrow()

/** Inquiries with a copy of the same file, bit by bit. */
export async function findSameCvs(db: Db, inquiryId: string): Promise<string[]> {
  const { rows } = await sql<{ inquiry_id: string }>`
    select copy.inquiry_id
    from cv_attachments mine
    join cv_files file on file.id = mine.file_id
    join cv_files same on same.content_hash = file.content_hash
    join cv_attachments copy on copy.file_id = same.id
    where mine.inquiry_id = ${inquiryId} limit 200
  `.execute(db)
  return rows.map((row) => row.inquiry_id)
}

/** Deletes files that nothing has attached, and returns their ids. */
async function deleteUnattached(db: Db, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string }>`
    delete from cv_files where ${which} and not exists (select from cv_attachments
      where file_id = cv_files.id) returning id
  `.execute(db)
  return idsOf(rows)
}

/** Earlier CVs. */
export const deleteUnusedCvFiles = (db: Db, physicianId: string) =>
  deleteUnattached(db, sql`physician_id = ${physicianId} and replaced_at is not null`)

/** What visitors uploaded. */
export const deleteGuestCvFiles = (db: Db, ids: readonly string[]) =>
  deleteUnattached(db, sql`id = any(${ids}::uuid[]) and physician_id is null`)

/** Also those that could be put back. */
export async function deleteCvFiles(db: Db, physicianId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from cv_files where physician_id = ${physicianId} returning id::text),
    kept as (
      delete from deleted_rows where table_name = 'cv_files' and row ->> 'physician_id' = ${physicianId}
      returning row ->> 'id' as id
    )
    select id from gone union select id from kept
  `.execute(db)
  return idsOf(rows)
}

/** Also those that could be put back. */
export async function findKnownCvFiles(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from cv_files where id = any(${ids}::uuid[])
    union select row ->> 'id' from deleted_rows where table_name = 'cv_files'
      and row ->> 'id' = any(${ids}::text[])
  `.execute(db)
  return new Set(idsOf(rows))
}

type IdlePhysician = { id: string; email: string | null; first_name: string | null }

/**
 * Physicians with a CV who have not signed in, used a session or uploaded since; a warning counts
 * until they come back.
 */
const idlePhysicians = (before: Date) => sql<IdlePhysician>`
  select id, email, first_name, warned_at > active_at as warned, warned_at from (
    select u.id, u.email, u.first_name, max(f.idle_warned_at) as warned_at, greatest(
      max(f.uploaded_at), u.created_at, u.last_sign_in_at, (select max(seen_at) from sessions
        where user_id = u.id)
    ) as active_at
    from cv_files f join users u on u.id = f.physician_id
    where not u.is_demo
    group by u.id
  ) physicians where active_at < ${before}
`

const warnedPhysicians = (before: Date) => sql<IdlePhysician>`
  select * from (${idlePhysicians(before)}) idle
  where warned and warned_at < now() - ${idleCvWarningDays} * interval '1 day'
`

export const countWarnedPhysicians = async (db: Db, before: Date) =>
  (await warnedPhysicians(before).execute(db)).rows.length

export async function findWarnedPhysicians(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<IdlePhysician>`${warnedPhysicians(before)} limit ${limit}`.execute(db)
  return idsOf(rows)
}

/** Marks some of those who have not been warned since they were last here, and returns them. */
export async function markIdleWarned(
  db: Db,
  before: Date,
  limit: number,
): Promise<IdlePhysician[]> {
  const { rows } = await sql<IdlePhysician>`
    with due as materialized (select * from (${idlePhysicians(before)}) idle
      where warned is not true limit ${limit}),
    marked as (update cv_files set idle_warned_at = now() from due where physician_id = due.id)
    select id, email, first_name from due
  `.execute(db)
  return rows
}

/** What a copy was of, and whose. */
export type Copy = Pick<Selectable<CvTables['cv_attachments']>, 'physician_id' | 'file_id'>

/** Also deletes their openings. */
export const deleteAttachments = async (db: Db, inquiryIds: readonly string[]): Promise<Copy[]> =>
  inquiryIds.length === 0
    ? []
    : tables(db)
        .deleteFrom('cv_attachments')
        .where('inquiry_id', 'in', inquiryIds)
        .returning(['physician_id', 'file_id'])
        .execute()

/** An account has proved the address of these inquiries. */
export const claimAttachments = (db: Db, physicianId: string, inquiryIds: readonly string[]) =>
  sql`
    with claimed as (
      update cv_attachments set physician_id = ${physicianId}
      where inquiry_id = any(${inquiryIds}::uuid[]) and physician_id is null returning file_id
    )
    update cv_files set physician_id = ${physicianId} from claimed where id = file_id
  `.execute(db)

/** Of an inquiry that has none, or no longer. */
export const insertAttachment = (db: Db, attachment: Insertable<CvTables['cv_attachments']>) =>
  tables(db)
    .insertInto('cv_attachments')
    .values(attachment)
    .onConflict((conflict) =>
      conflict
        .column('inquiry_id')
        .doUpdateSet({ file_id: attachment.file_id })
        .where('cv_attachments.file_id', 'is', null),
    )
    .execute()

/** The names of the files that are attached to these inquiries. */
export async function findAttachedNames(
  db: Db,
  inquiryIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (inquiryIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('cv_attachments')
    .innerJoin('cv_files', 'cv_files.id', 'file_id')
    .select(['inquiry_id', 'file_name'])
    .where('inquiry_id', 'in', inquiryIds)
    .execute()
  return new Map(rows.map((row) => [row.inquiry_id, row.file_name]))
}

export const findAttachedCv = (db: Db, inquiryId: string) =>
  tables(db)
    .selectFrom('cv_attachments')
    .innerJoin('cv_files', 'cv_files.id', 'file_id')
    .selectAll('cv_files')
    .where('inquiry_id', '=', inquiryId)
    .executeTakeFirst()

export const findCvFile = (db: Db, id: string) =>
  tables(db).selectFrom('cv_files').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns what was attached. */
export async function clearAttachment(db: Db, inquiryId: string): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    update cv_attachments set file_id = null from cv_attachments cleared
    where cv_attachments.inquiry_id = ${inquiryId}
      and cleared.inquiry_id = cv_attachments.inquiry_id and cleared.file_id is not null
    returning cleared.physician_id, cleared.file_id
  `.execute(db)
  return rows
}

export const insertOpening = (db: Db, opening: Insertable<CvTables['cv_openings']>) =>
  tables(db).insertInto('cv_openings').values(opening).execute()

/** The newest, each with how many there are. */
export const findOpenings = (db: Db, physicianId: string, limit: number) =>
  tables(db)
    .selectFrom('cv_openings')
    .innerJoin('cv_attachments', 'cv_attachments.inquiry_id', 'cv_openings.inquiry_id')
    .select(['cv_openings.id', 'opener as openedBy', 'opened_at as at', 'about'])
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .where('physician_id', '=', physicianId)
    .orderBy('cv_openings.id', 'desc')
    .limit(limit)
    .execute()

export const countAttachments = (db: Db, physicianId: string) =>
  countRows(
    tables(db)
      .selectFrom('cv_attachments')
      .where('physician_id', '=', physicianId)
      .where('file_id', 'is not', null),
  )
