import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { text as readText } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './database.ts'
import { keyRing, type Key, type KeyRing } from './keys.ts'
import type { Settings } from './settings.ts'
import type { FileStorage } from './storage/storage.ts'
import { defineTask, handleTask, type TaskHandler } from './tasks/task.ts'

/**
 * The proof of the audit log. Each entry carries the hash of its content and of the entry before it. Every minute a task seals new
 * entries in order: a seal is a keyed code over the seal before it and the hash of its last entry. The newest seal of each day is also
 * written to the file store and the log, as the day's anchor.
 */
export const auditKeys = ({ secrets }: Pick<Settings, 'secrets'>): KeyRing => keyRing(secrets, 'audit-seals')

/** A verified entry: its number and its hash in hexadecimal. */
export type AuditMark = { id: number; hash: string }

export type AuditCheck = {
  checked: number
  /** The last verified entry; null in an empty log. */
  last: AuditMark | null
  /** The first entry with a wrong hash, whose predecessor is missing, or with a wrong seal. */
  broken: number | null
  /** The last entry that a seal covers; 0 without one. */
  sealed: number
}

/** Takes about a tenth of a second. */
export const auditChunk = 2000

/** Verifies the entries after a verified one, or from the first, with the seals that end there. */
export async function checkAuditEntries(db: Db, keys: KeyRing, after: AuditMark | null, limit = auditChunk): Promise<AuditCheck> {
  const entries = await readEntries(db, after?.id ?? 0, limit)
  const hashes = new Map<number, string>()
  let last = after
  for (const { id, content, hash, previousHash, address, addressHash } of entries) {
    const own = createHash('sha256').update(Buffer.from(previousHash, 'hex')).update(content).digest('hex')
    const follows = id === (last?.id ?? 0) + 1 && previousHash === (last?.hash ?? '')
    const hasOwnAddress = address === null || sha256(address) === addressHash
    if (own !== hash || !follows || !hasOwnAddress) return { checked: entries.length, last, broken: id, sealed: 0 }
    hashes.set(id, hash)
    last = { id, hash }
  }
  const seals = await readSeals(db, after?.id ?? 0, last?.id ?? 0)
  let previous = await readSealBefore(db, after?.id ?? 0)
  for (const seal of seals) {
    const isWhole = follows(seal, previous) && hasOwnCode(seal, previous, keys) && hashes.get(seal.lastId) === seal.lastHash
    if (!isWhole) return { checked: entries.length, last, broken: seal.lastId, sealed: previous?.lastId ?? 0 }
    previous = seal
  }
  const sealed = previous?.lastId ?? 0
  // A sealed entry that is missing at the end.
  const beyond = entries.length < limit ? await readSeal(db, sql`last_id > ${last?.id ?? 0}`) : undefined
  return { checked: entries.length, last, broken: beyond?.lastId ?? null, sealed }
}

/** Verifies the whole log in chunks, up to the first broken entry. */
export async function verifyAuditLog(db: Db, keys: KeyRing): Promise<AuditCheck> {
  const sum: AuditCheck = { checked: 0, last: null, broken: null, sealed: 0 }
  for (;;) {
    const { checked, last, broken, sealed } = await checkAuditEntries(db, keys, sum.last)
    Object.assign(sum, { checked: sum.checked + checked, last, broken, sealed })
    if (broken !== null || checked < auditChunk) return sum
  }
}

/**
 * The first entry whose network address was deleted before its period was over. The clock may have been put back by up to a day.
 * A period that was shorter before also has such entries, until they are older than it is now.
 */
export async function findMissingAddress(db: Db, retentionDays: number): Promise<number | null> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_log left join audit_addresses on entry_id = id
    where address_hash is not null and entry_id is null and at > now() - make_interval(days => ${retentionDays - 1})
    order by id limit 1
  `.execute(db)
  return rows[0] ? Number(rows[0].id) : null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

type Entry = {
  id: number
  content: string
  hash: string
  previousHash: string
  addressHash: string | null
  /** Salt and network address, until they are forgotten. */
  address: string | null
}

/** The content is hashed here, because the database's owner could replace a function there. */
async function readEntries(db: Db, after: number, limit: number): Promise<Entry[]> {
  const { rows } = await sql<Entry & { id: string }>`
    select
      id,
      (jsonb_build_array(id, extract(epoch from at), action, actor_id, subject, host(a.ip), detail)
        || case when address_hash is null then '[]'::jsonb else jsonb_build_array(encode(address_hash, 'hex')) end)::text as content,
      encode(hash, 'hex') as hash,
      encode(previous_hash, 'hex') as "previousHash",
      encode(address_hash, 'hex') as "addressHash",
      salt || host(d.ip) as address
    from audit_log a left join audit_addresses d on d.entry_id = a.id
    where id > ${after} order by id limit ${limit}
  `.execute(db)
  return rows.map((it) => ({ ...it, id: Number(it.id) }))
}

const sealSchema = z.object({
  number: z.coerce.number(),
  firstId: z.coerce.number(),
  lastId: z.coerce.number(),
  lastHash: z.string(),
  sealedAt: z.coerce.date(),
  keyId: z.string(),
  code: z.string(),
})
type Seal = z.infer<typeof sealSchema>

const sealColumns = sql`
  number, first_id as "firstId", last_id as "lastId", encode(last_hash, 'hex') as "lastHash", sealed_at as "sealedAt",
  key_id as "keyId", encode(code, 'hex') as code
`

async function readSeals(db: Db, after: number, upTo: number): Promise<Seal[]> {
  const { rows } = await sql`
    select ${sealColumns} from audit_seals where last_id > ${after} and last_id <= ${upTo} order by number
  `.execute(db)
  return z.array(sealSchema).parse(rows)
}

const readSealBefore = (db: Db, id: number): Promise<Seal | undefined> => readSeal(db, sql`last_id <= ${id}`)

async function readSeal(db: Db, condition = sql`true`): Promise<Seal | undefined> {
  const { rows } = await sql`select ${sealColumns} from audit_seals where ${condition} order by number desc limit 1`.execute(db)
  return sealSchema.optional().parse(rows[0])
}

const follows = (seal: Seal, previous: Seal | undefined): boolean =>
  seal.number === (previous?.number ?? 0) + 1 && seal.firstId === (previous?.lastId ?? 0) + 1 && seal.lastId >= seal.firstId

function codeOf(seal: Omit<Seal, 'code'>, previous: Seal | undefined, key: Key): Buffer {
  const { number, firstId, lastId, lastHash, sealedAt } = seal
  const content = [previous?.code ?? '', number, firstId, lastId, lastHash, sealedAt.toISOString()]
  return createHmac('sha256', key.bytes).update(JSON.stringify(content)).digest()
}

function hasOwnCode(seal: Seal, previous: Seal | undefined, keys: KeyRing): boolean {
  const key = keys.find(seal.keyId)
  const given = Buffer.from(seal.code, 'hex')
  return key !== undefined && given.length === 32 && timingSafeEqual(given, codeOf(seal, previous, key))
}

/**
 * Seals the entries since the last seal, and returns the newest seal.
 * @throws {Error} if they do not follow it unchanged: a broken log is never sealed.
 */
export async function sealAuditLog(db: Db, keys: KeyRing): Promise<Seal | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('audit_seals'))`.execute(transaction)
    const previous = await readSeal(transaction)
    const start: AuditMark | null = previous ? { id: previous.lastId, hash: previous.lastHash } : null
    let last = start
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each chunk follows the one before
      const check = await checkAuditEntries(transaction, keys, last)
      if (check.broken !== null) throw new Error(`The audit log is broken at entry ${check.broken} and was not sealed.`)
      last = check.last
      if (check.checked < auditChunk) break
    }
    if (last === null || last.id === start?.id) return previous
    const seal = {
      number: (previous?.number ?? 0) + 1,
      firstId: (start?.id ?? 0) + 1,
      lastId: last.id,
      lastHash: last.hash,
      sealedAt: new Date(),
      keyId: keys.current.id,
    }
    const code = codeOf(seal, previous, keys.current)
    await sql`
      insert into audit_seals (number, first_id, last_id, last_hash, sealed_at, key_id, code)
      values (${seal.number}, ${seal.firstId}, ${seal.lastId}, decode(${seal.lastHash}, 'hex'), ${seal.sealedAt}, ${seal.keyId}, ${code})
    `.execute(transaction)
    return { ...seal, code: code.toString('hex') }
  })
}

type AnchorLog = Record<'info' | 'error', (facts: object, line: string) => void>

const anchorFolder = 'audit-anchors'
const maxAnchorBytes = 2000

async function readAnchor(storage: FileStorage, key: string): Promise<Seal | undefined> {
  const file = await storage.get(key)
  if (!file) return undefined
  const content = sealSchema.safeParse(parseJson(await readText(file.content)))
  return content.success ? content.data : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isSame = (one: Seal | undefined, other: Seal): boolean => one?.number === other.number && one.code === other.code

/** Writes the newest seal as the day's anchor. One that the database does not confirm is evidence, and stays. */
async function writeAnchor(db: Db, storage: FileStorage, seal: Seal, log: AnchorLog): Promise<void> {
  const key = `${anchorFolder}/${new Date().toISOString().slice(0, 10)}`
  const existing = await readAnchor(storage, key)
  if (existing && isSame(existing, seal)) return
  if (existing && !isSame(await readSeal(db, sql`number = ${existing.number}`), existing)) {
    log.error({ anchor: existing, seal }, 'the audit log does not match its anchor: run verify-audit')
    return
  }
  const content = Buffer.from(JSON.stringify(seal))
  await storage.put(key, asStream(content), { maxBytes: maxAnchorBytes, inspect: async () => undefined })
  if (!existing) log.info({ anchor: seal }, 'the audit log is anchored')
}

async function* asStream(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** The anchors in the file store, and those whose seal the database does not have, or has with another code. */
export async function checkAnchors(db: Db, storage: FileStorage): Promise<{ checked: number; broken: string[] }> {
  const keys: string[] = []
  for await (const { key } of storage.list(anchorFolder)) keys.push(key)
  const broken: string[] = []
  for (const key of keys.toSorted()) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const anchor = await readAnchor(storage, key)
    // oxlint-disable-next-line no-await-in-loop
    if (!anchor || !isSame(await readSeal(db, sql`number = ${anchor.number}`), anchor)) broken.push(key)
  }
  return { checked: keys.length, broken }
}

const sealAudit = defineTask({ name: 'seal-audit-log', schema: z.object({}), retries: 1, atOnce: 1 })

type Dependencies = { db: Db; storage: FileStorage; settings: Pick<Settings, 'secrets'>; log: AnchorLog }

export const auditTasks = ({ db, storage, settings, log }: Dependencies): TaskHandler[] => [
  handleTask(
    sealAudit,
    async () => {
      const seal = await sealAuditLog(db, auditKeys(settings))
      if (seal) await writeAnchor(db, storage, seal, log)
    },
    { cron: '* * * * *' },
  ),
]
