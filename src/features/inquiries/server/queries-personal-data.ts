import type { Db } from '#server/lib/database.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

export const selectReportsOf = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('job_reports')
    .select(['job_id', 'job_title', 'name', 'email', 'reason', 'created_at', 'outcome', 'decided_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .execute()

export async function deleteInquiriesOf(db: Db, userId: string): Promise<void> {
  await tables(db).deleteFrom('inquiries').where('sender_id', '=', userId).execute()
}

export async function anonymizeReports(db: Db, userId: string): Promise<void> {
  await tables(db).updateTable('job_reports').set({ name: '', email: '' }).where('reporter_id', '=', userId).execute()
}
