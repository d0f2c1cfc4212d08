import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

/** What nobody has decided yet, the oldest first. */
export const selectOpenReports = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  tables(db)
    .selectFrom('job_reports')
    .select(['id', 'job_id', 'job_title', 'name', 'email', 'reason', 'created_at'])
    .where('outcome', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
export type OpenReport = Awaited<ReturnType<typeof selectOpenReports>>[number]

export async function countOpenReports(db: Db): Promise<number> {
  const row = await tables(db)
    .selectFrom('job_reports')
    .select(sql<string>`count(*)`.as('n'))
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

type Decision = { outcome: 'accepted' | 'dismissed'; decidedBy: string; note: string | null }

/** Nothing if somebody else has decided meanwhile. */
export const decideReport = (db: Db, id: string, { outcome, decidedBy, note }: Decision) =>
  tables(db)
    .updateTable('job_reports')
    .set({ outcome, decided_by: decidedBy, decision_note: note, decided_at: sql`now()` })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['id', 'job_id', 'job_title', 'email'])
    .executeTakeFirst()
