import { sql, type Generated, type Selectable } from 'kysely'
import type { Db } from './database.ts'

export type AuditEntry = {
  /** The feature, a dot and the action: 'accounts.signed-in'. */
  action: string
  actorId: string | null
  /** The subject: 'user:<id>'. */
  subject?: string
  ip?: string
  /** Facts for later readers: no secrets, and people by id only. */
  detail?: Record<string, unknown>
}

/**
 * Appends to the audit log, in the caller's transaction if it has one. Entries are chained, so writers wait for each other until
 * commit: write it last in a long transaction.
 */
export async function recordAudit(db: Db, { action, actorId, subject, ip, detail = {} }: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (action, actor_id, subject, ip, detail)
    values (${action}, ${actorId}, ${subject ?? null}, ${ip ?? null}, ${JSON.stringify(detail)})
  `.execute(db)
}

/** A verified entry: its number and its hash in hexadecimal. */
export type AuditMark = { id: number; hash: string }

export type AuditCheck = {
  checked: number
  /** The last verified entry; null in an empty log. */
  last: AuditMark | null
  /** The first entry with a wrong hash, or whose predecessor is missing. */
  broken: number | null
}

/** Takes about a tenth of a second. */
export const auditChunk = 2000

/** Verifies the entries after a verified one, or from the first. */
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

/** Verifies the whole log in chunks, up to the first broken entry. */
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

type AuditTable = {
  id: string
  at: Date
  action: string
  actor_id: string | null
  subject: string | null
  ip: string | null
  detail: Generated<Record<string, unknown>>
}

export type AuditRow = Selectable<AuditTable>

export type AuditFilter = {
  actions?: readonly string[] | undefined
  actorId?: string | undefined
  /** One of these. */
  subjects?: readonly string[] | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** A prefix of the network address. */
  ip?: string | undefined
}

const columns = ['id', 'at', 'action', 'actor_id', 'subject', sql<string | null>`host(ip)`.as('ip'), 'detail'] as const

/** The newest first; `before` is the previous page's last entry. */
export const listAuditEntries = (
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> => {
  const query = matching(db, filter).select(columns).orderBy('id', 'desc').limit(limit)
  return (before === undefined ? query : query.where('id', '<', String(before))).execute()
}

/** Streams every match in chunks. */
export const streamAuditEntries = (db: Db, filter: AuditFilter): AsyncIterable<AuditRow> =>
  matching(db, filter).select(columns).orderBy('id', 'desc').stream(100)

/** Ids grow with time except after a clock was put back: ids bound the scan, and times decide. */
const clockMarginMinutes = 60

function matching(db: Db, { actions, actorId, subjects, from, to, ip }: AuditFilter) {
  let query = db.withTables<{ audit_log: AuditTable }>().selectFrom('audit_log')
  if (actions !== undefined) query = query.where('action', '=', sql<string>`any(${actions}::text[])`)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subjects !== undefined) query = query.where('subject', '=', sql<string>`any(${subjects}::text[])`)
  if (ip !== undefined) query = query.where(sql<boolean>`host(ip) like ${`${ip.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`)
  if (from !== undefined) {
    query = query.where('at', '>=', from).where(sql<boolean>`
      id >= coalesce((select id from audit_log where at >= ${minutesFrom(from, -clockMarginMinutes)} order by at, id limit 1), 1)
    `)
  }
  if (to !== undefined) {
    query = query.where('at', '<', to).where(sql<boolean>`
      id <= (select id from audit_log where at < ${minutesFrom(to, clockMarginMinutes)} order by at desc, id desc limit 1)
    `)
  }
  return query
}

const minutesFrom = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * 60_000)

/** Every recorded action, by a loose index scan. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > kinds.action order by a.action limit 1)
      from kinds where kinds.action is not null
    )
    select action from kinds where action is not null
  `.execute(db)
  return rows.map((it) => it.action)
}

/** Zero in an empty log. */
export async function findNewestAuditEntry(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from audit_log`.execute(db)
  return Number(rows[0]?.id ?? 0)
}
