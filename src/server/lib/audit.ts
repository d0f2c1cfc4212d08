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

/** An entry that others follow: its number, and its hash in hexadecimal digits. */
export type AuditMark = { id: number; hash: string }

export type AuditCheck = {
  checked: number
  /** The last entry that was looked at; null in an empty log. */
  last: AuditMark | null
  /** The first entry that does not follow from the one before it, or whose hash is not its own. */
  broken: number | null
}

/** So many fit into a tenth of a second. */
export const auditChunk = 2000

/** Looks at the entries that follow one that is known to be whole; without one, at the first. */
export async function checkAuditEntries(db: Db, after: AuditMark | null, limit = auditChunk): Promise<AuditCheck> {
  const { rows } = await sql<{ checked: string; id: string | null; hash: string | null; broken: string | null }>`
    with entries as (
      select a.id, a.hash, a.previous_hash, audit_hash(a) as own_hash
        from audit_log a where id > ${after?.id ?? 0} order by id limit ${limit}
    ),
    checked as (
      select
        id,
        hash,
        hash = own_hash as is_whole,
        previous_hash = coalesce(lag(hash) over (order by id), decode(${after?.hash ?? ''}, 'hex'))
          and id = coalesce(lag(id) over (order by id), ${after?.id ?? 0}) + 1 as follows
      from entries
    )
    select
      count(*) as checked,
      max(id) as id,
      (select encode(hash, 'hex') from checked order by id desc limit 1) as hash,
      min(id) filter (where (is_whole and follows) is not true) as broken
    from checked
  `.execute(db)
  const [row] = rows
  return {
    checked: Number(row?.checked ?? 0),
    last: row?.id && row.hash !== null ? { id: Number(row.id), hash: row.hash } : after,
    broken: row?.broken ? Number(row.broken) : null,
  }
}

/** Looks at the whole log, a chunk at a time, up to its end or the first entry that is not as it was written. */
export async function verifyAuditLog(db: Db): Promise<AuditCheck> {
  const sum: AuditCheck = { checked: 0, last: null, broken: null }
  for (;;) {
    const { checked, last, broken } = await checkAuditEntries(db, sum.last)
    sum.checked += checked
    sum.last = last
    sum.broken = broken
    if (broken !== null || checked < auditChunk) return sum
  }
}
