import { sql } from 'kysely'
import type { Db } from './database.ts'

export type AuditEntry = {
  /** What happened, as 'accounts.signed-in': the feature, a dot, the deed. */
  action: string
  /** Who did it; null for nobody who is known. */
  actorId: string | null
  /** What it was done to, as 'user:<id>'. */
  subject?: string
  ip?: string
  /** Facts that help to understand it later. Never a secret, and of people no more than their ids. */
  detail?: Record<string, unknown>
}

/**
 * Appends to the audit log, in the caller's transaction if it has one. Entries are chained, so writers wait for each other
 * until commit: write it last in a long transaction.
 */
export async function recordAudit(db: Db, { action, actorId, subject, ip, detail = {} }: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (action, actor_id, subject, ip, detail)
    values (${action}, ${actorId}, ${subject ?? null}, ${ip ?? null}, ${JSON.stringify(detail)})
  `.execute(db)
}

/** The first entry that does not follow from the one before it; undefined if the whole log is as it was written. */
export async function findBrokenAuditEntry(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select
        id,
        hash = audit_hash(audit_log) as is_whole,
        previous_hash = coalesce(lag(hash) over (order by id), ''::bytea) and id = coalesce(lag(id) over (order by id), 0) + 1 as follows
      from audit_log
    ) checked
    where not (is_whole and follows)
    order by id
    limit 1
  `.execute(db)
  return rows[0] && Number(rows[0].id)
}
