import type { Insertable } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { CvFile, CvTables } from './tables.ts'

const tables = (db: Db) => db.withTables<CvTables>()

export async function insertAttachment(db: Db, attachment: Insertable<CvTables['cv_attachments']>): Promise<void> {
  await tables(db).insertInto('cv_attachments').values(attachment).execute()
}

export type Attachment = { inquiry_id: string; file_name: string | null; size: number | null; opened_at: Date | null }

/** The attachments of these inquiries with their last opening; the name is null where the file is deleted. */
export async function findAttachments(db: Db, inquiryIds: readonly string[]): Promise<Attachment[]> {
  if (inquiryIds.length === 0) return []
  return tables(db)
    .selectFrom('cv_attachments')
    .leftJoin('cv_files', 'cv_files.id', 'file_id')
    .select(['inquiry_id', 'file_name', 'size'])
    .select((it) =>
      it
        .selectFrom('cv_openings')
        .whereRef('cv_openings.inquiry_id', '=', 'cv_attachments.inquiry_id')
        .select(({ fn }) => fn.max('opened_at').as('last'))
        .as('opened_at'),
    )
    .where('inquiry_id', 'in', inquiryIds)
    .execute()
}

export const findAttachedCv = (db: Db, inquiryId: string): Promise<CvFile | undefined> =>
  tables(db)
    .selectFrom('cv_attachments')
    .innerJoin('cv_files', 'cv_files.id', 'file_id')
    .selectAll('cv_files')
    .where('inquiry_id', '=', inquiryId)
    .executeTakeFirst()

/** Returns the physician's id; undefined if nothing is attached. */
export async function clearAttachment(db: Db, inquiryId: string): Promise<string | undefined> {
  const cleared = await tables(db)
    .updateTable('cv_attachments')
    .set({ file_id: null })
    .where('inquiry_id', '=', inquiryId)
    .where('file_id', 'is not', null)
    .returning('physician_id')
    .executeTakeFirst()
  return cleared?.physician_id
}

export async function insertOpening(db: Db, opening: Insertable<CvTables['cv_openings']>): Promise<void> {
  await tables(db).insertInto('cv_openings').values(opening).execute()
}

export type OpeningRow = { id: string; opener: string; opened_at: Date; about: string }

export const findOpenings = (db: Db, physicianId: string, limit: number): Promise<OpeningRow[]> =>
  openingsOf(db, physicianId)
    .select(['cv_openings.id', 'opener', 'opened_at', 'about'])
    .orderBy('cv_openings.id', 'desc')
    .limit(limit)
    .execute()

export async function countOpenings(db: Db, physicianId: string): Promise<number> {
  const { n } = await openingsOf(db, physicianId)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function countAttachments(db: Db, physicianId: string): Promise<number> {
  const { n } = await tables(db)
    .selectFrom('cv_attachments')
    .select(({ fn }) => fn.count<string>('file_id').as('n'))
    .where('physician_id', '=', physicianId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const openingsOf = (db: Db, physicianId: string) =>
  tables(db)
    .selectFrom('cv_openings')
    .innerJoin('cv_attachments', 'cv_attachments.inquiry_id', 'cv_openings.inquiry_id')
    .where('physician_id', '=', physicianId)
