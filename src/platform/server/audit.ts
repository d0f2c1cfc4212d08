import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'
import { networksOf } from './http/networks.ts'
import { deletion, rowsPast } from './retention.ts'

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
 * Appends to the audit log, in the caller's transaction if it has one. Long texts and lists of the
 * detail are cut.
 */
export async function recordAudit(
  db: Db,
  { action, actorId, subject, ip, detail = {} }: AuditEntry,
): Promise<void> {
  const about = subject === undefined ? null : boundedText(subject)
  const facts = boundedDetail(detail)
  await sql`
    select record_audit(
      ${action}, ${actorId}::uuid, ${about}, ${ip ?? null}::inet, ${JSON.stringify(facts)}::jsonb
    )
  `.execute(db)
  written.publish({ action, actorId, subject: about, detail: facts })
}

const written = channel('whitecoat:audit')

/**
 * Copies each entry of this process to its log, where the database's owner cannot change the copy.
 * Network addresses stay in the database, which deletes them after their period.
 */
export function logAuditEntries(app: FastifyInstance): void {
  const copy = (entry: unknown) => app.log.info({ audit: entry }, 'an audit entry was written')
  written.subscribe(copy)
  app.addHook('onClose', async () => {
    written.unsubscribe(copy)
  })
}

const maxText = 200
const maxItems = 200
const maxDetailBytes = 12_000

function boundedDetail(detail: Record<string, unknown>): unknown {
  const text = JSON.stringify(detail, (_, value: unknown) => {
    if (typeof value === 'string') return boundedText(value)
    if (!Array.isArray(value) || value.length <= maxItems) return value
    return [...value.slice(0, maxItems), `… ${value.length} in all`]
  })
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxDetailBytes) return JSON.parse(text.replaceAll(refused, String.raw`\ufffd`))
  return { cut: `${bytes} bytes: ${Object.keys(detail).join(', ').slice(0, maxText)}` }
}

/** In a name: zero bytes and halves of characters, as JSON spells them. */
const refused = /\\u(?:0000|d[89a-f][\da-f]{2})/g

/** Without what the database's JSON refuses: zero bytes and halves of characters. */
function boundedText(text: string) {
  const cut = text.length > maxText ? `${text.slice(0, maxText)}…` : text
  return cut.toWellFormed().replaceAll('\0', '\uFFFD')
}

const anonymousLimit = { perNetwork: 30, inAll: 300, ms: 60_000 }

/**
 * Records what strangers do, such as refused sign-ins. A node records thirty entries of an action
 * and network a minute, and 300 in all. The next entry of that action and network counts those that
 * were left out.
 */
export async function recordAnonymousAudit(db: Db, entry: AnonymousEntry): Promise<void> {
  let record = recorders.get(db)
  if (!record) recorders.set(db, (record = anonymousRecorder(db)))
  await record(entry)
}

type AnonymousEntry = Omit<AuditEntry, 'actorId' | 'ip'> & { ip: string }

const recorders = new WeakMap<Db, (entry: AnonymousEntry) => Promise<void>>()

export function anonymousRecorder(db: Db, now: () => number = () => performance.now()) {
  const counts = new LRUCache<string, { since: number; recorded: number; leftOut: number }>({
    max: 10_000,
  })
  const all = { since: 0, recorded: 0 }
  return async (entry: AnonymousEntry) => {
    const key = `${entry.action} ${networksOf(entry.ip)[0]}`
    const isNewMinute = (since: number) => now() - since >= anonymousLimit.ms
    if (isNewMinute(all.since)) Object.assign(all, { since: now(), recorded: 0 })
    let count = counts.get(key)
    if (!count || isNewMinute(count.since))
      count = { since: now(), recorded: 0, leftOut: count?.leftOut ?? 0 }
    counts.set(key, count)
    if (count.recorded >= anonymousLimit.perNetwork || all.recorded >= anonymousLimit.inAll) {
      count.leftOut++
      return
    }
    count.recorded++
    all.recorded++
    const { leftOut } = count
    count.leftOut = 0
    await recordAudit(db, {
      ...entry,
      actorId: null,
      detail: { ...entry.detail, ...(leftOut > 0 && { leftOut }) },
    })
  }
}

/** The entries stay. */
export const auditAddressRetention = deletion({
  ...rowsPast(
    'IP addresses in the audit log',
    'audit_addresses',
    (before) => sql`exists (select from audit_log where id = past.entry_id and at < ${before})`,
  ),
  delete: (trx, before) => forget(trx, sql`forget_audit_addresses(${before})`),
})

/** As `forget_audit_entries` says it. */
export const auditDays = 7 * 365

export const auditRetention = deletion({
  ...rowsPast('entries of the audit log', 'audit_log', (before) => sql`at < ${before}`),
  delete: (trx) => forget(trx, sql`forget_audit_entries(2000)`),
})

async function forget(db: Db, call: RawBuilder<unknown>) {
  const { rows } = await sql<{ n: number }>`select ${call} as n`.execute(db)
  return rows[0]?.n ?? 0
}
