import { sql, type Generated, type Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'
import { networksOf } from './http/networks.ts'

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
 * Appends to the audit log, in the caller's transaction if it has one. The entry joins the chain when the transaction commits, so
 * writers wait for each other's commits only. Long texts and lists of the detail are cut.
 */
export async function recordAudit(db: Db, { action, actorId, subject, ip, detail = {} }: AuditEntry): Promise<void> {
  await sql`
    insert into audit_inbox (action, actor_id, subject, ip, detail)
    values (${action}, ${actorId}, ${subject === undefined ? null : boundedText(subject)}, ${ip ?? null}, ${boundedDetail(detail)})
  `.execute(db)
}

const maxText = 200
const maxItems = 200
const maxDetailBytes = 12_000

/** The detail as JSON within the limits of the table. */
function boundedDetail(detail: Record<string, unknown>): string {
  const text = JSON.stringify(bounded(detail, 0))
  if (Buffer.byteLength(text) <= maxDetailBytes) return text
  return JSON.stringify({ cut: `${Buffer.byteLength(text)} bytes: ${Object.keys(detail).join(', ').slice(0, maxText)}` })
}

/** Without what the database's JSON refuses: zero bytes and halves of characters. */
function boundedText(text: string): string {
  const cut = text.length > maxText ? `${text.slice(0, maxText)}…` : text
  return cut.toWellFormed().replaceAll('\0', '\uFFFD')
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === 4) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((it) => bounded(it, depth + 1))
    return value.length > maxItems ? [...items, `… ${value.length} in all`] : items
  }
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [boundedText(name), bounded(it, depth + 1)]))
}

const anonymousLimit = { perNetwork: 30, inAll: 300, ms: 60_000 }

/**
 * Records what strangers do, such as refused sign-ins. A node records thirty entries of an action and network a minute, and 300 in all;
 * the next entry of that action and network says how many were left out.
 */
export async function recordAnonymousAudit(db: Db, entry: AnonymousEntry): Promise<void> {
  let record = recorders.get(db)
  if (!record) recorders.set(db, (record = anonymousRecorder(db)))
  await record(entry)
}

type AnonymousEntry = Omit<AuditEntry, 'actorId' | 'ip'> & { ip: string }

const recorders = new WeakMap<Db, (entry: AnonymousEntry) => Promise<void>>()

export function anonymousRecorder(db: Db, now: () => number = Date.now) {
  const counts = new LRUCache<string, { since: number; recorded: number; leftOut: number }>({ max: 10_000 })
  const all = { since: 0, recorded: 0 }
  return async (entry: AnonymousEntry): Promise<void> => {
    const key = `${entry.action} ${networksOf(entry.ip)[0]}`
    const isNewMinute = (since: number) => now() - since >= anonymousLimit.ms
    if (isNewMinute(all.since)) Object.assign(all, { since: now(), recorded: 0 })
    let count = counts.get(key)
    if (!count || isNewMinute(count.since)) count = { since: now(), recorded: 0, leftOut: count?.leftOut ?? 0 }
    counts.set(key, count)
    if (count.recorded >= anonymousLimit.perNetwork || all.recorded >= anonymousLimit.inAll) {
      count.leftOut++
      return
    }
    count.recorded++
    all.recorded++
    const { leftOut } = count
    count.leftOut = 0
    await recordAudit(db, { ...entry, actorId: null, detail: { ...entry.detail, ...(leftOut > 0 && { leftOut }) } })
  }
}

export async function countAuditAddressesBefore(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from audit_addresses where entry_id <= (select max(id) from audit_log where at < ${before})
  `.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** The entries stay, and the chain stays whole. */
export async function forgetAuditAddresses(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`select forget_audit_addresses(${before}) as n`.execute(db)
  return rows[0]?.n ?? 0
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

/** Entries of earlier versions have the address themselves. */
const address = sql<string | null>`coalesce(host(ip), (select host(d.ip) from audit_addresses d where d.entry_id = id))`
const columns = ['id', 'at', 'action', 'actor_id', 'subject', address.as('ip'), 'detail'] as const

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
  if (ip !== undefined) {
    const prefix = `${ip.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(sql<boolean>`
      (host(ip) like ${prefix} or id in (select entry_id from audit_addresses d where host(d.ip) like ${prefix}))
    `)
  }
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
