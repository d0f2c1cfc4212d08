import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'

type Entry = { action: string; actor_id: string | null; subject: string | null; detail: object }

/** The newest entry, or the newest of an action. */
export async function lastAudit(
  { db }: { db: Db },
  action: string | null = null,
): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select action, actor_id, subject, detail from audit_log where ${action}::text is null or action = ${action} order by id desc limit 1
  `.execute(db)
  return rows[0]
}

/** What was recorded about an account, the oldest first. */
export async function auditedOf({ db }: { db: Db }, userId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject = ${`user:${userId}`} order by id
  `.execute(db)
  return rows.map((row) => row.action.replace('accounts.', ''))
}
