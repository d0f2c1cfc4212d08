import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { auditDays } from './audit.ts'
import type { Db } from './database.ts'
import { keyRing, type Key, type KeyRing } from './secret.ts'
import type { Settings } from './settings.ts'
import { storedAsIs, type FileStorage } from './storage/storage.ts'
import { defineTask, handleTask, type TaskHandler } from './tasks/task.ts'

/**
 * The proof of the audit log. Every minute a task chains the entries that were committed since: a link has a code over its entry and the
 * code before it, with a key that the database does not have. The newest link of each day is its head, in the file store and the log.
 */
export const auditKeys = ({ secrets }: Pick<Settings, 'secrets'>): KeyRing => keyRing(secrets, 'audit-chain')

/** A verified link: its number, and its code in hexadecimal. */
export type AuditMark = { number: number; code: string }

/** Takes about a tenth of a second. */
export const auditChunk = 2000

/** The content is made here, because the database's owner could replace a function there. */
const content = sql`
  jsonb_build_array(a.id, extract(epoch from at), action, actor_id, subject, detail, encode(address_hash, 'hex'))::text
`

const codeOf = (key: Key, previous: AuditMark | null, entry: string | null): string =>
  createHmac('sha256', key.bytes)
    .update(JSON.stringify([previous?.number ?? 0, previous?.code ?? '', entry]))
    .digest('hex')

/** Chains what is committed and was not chained. Transactions may commit in another order than that of their entries. */
export async function chainAuditLog(db: Db, keys: KeyRing): Promise<void> {
  while ((await chainSome(db, keys.current)) === auditChunk);
}

const chainSome = async (db: Db, key: Key): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('audit_chain'))`.execute(transaction)
    const { rows: entries } = await sql<{ id: string; content: string }>`
      select id, ${content} as content from audit_log a
      where at > coalesce(
          (select at - interval '1 day' from audit_log where id = (select entry_id from audit_chain order by number desc limit 1)),
          '-infinity')
        and not exists (select from audit_chain where entry_id = id)
      order by at, id limit ${auditChunk}
    `.execute(transaction)
    let last = await findLink(transaction)
    const links = entries.map(({ id, content: entry }) => {
      last = { number: (last?.number ?? 0) + 1, code: codeOf(key, last, entry) }
      return { id, ...last }
    })
    await sql`
      insert into audit_chain (number, entry_id, key_id, code)
      select number, id, ${key.id}, decode(code, 'hex')
      from json_to_recordset(${JSON.stringify(links)}::json) as links (id bigint, number bigint, code text)
    `.execute(transaction)
    return links.length
  })

/** The link of that number, or the newest. */
async function findLink(db: Db, number?: number): Promise<AuditMark | null> {
  const { rows } = await sql<{ number: string; code: string }>`
    select number, encode(code, 'hex') as code from audit_chain
    where ${number === undefined ? sql`true` : sql`number = ${number}`} order by number desc limit 1
  `.execute(db)
  return rows[0] ? { number: Number(rows[0].number), code: rows[0].code } : null
}

type AuditCheck = {
  checked: number
  /** The last verified link; null without one. */
  last: AuditMark | null
  /** The first entry that was changed or removed, or whose link or the one before it was. */
  broken: number | null
}

/** The link before the first entry, where older ones are forgotten: null unless that entry is old enough to prove it. */
async function findAnchor(db: Db): Promise<AuditMark | null> {
  const { rows } = await sql<{ number: string; code: string }>`
    select number, encode(code, 'hex') as code from (select * from audit_chain order by number limit 1) anchor
    where number > 1 and exists (
      select from audit_chain first join audit_log on id = first.entry_id
      where first.number = anchor.number + 1 and at < now() - ${auditDays} * interval '1 day'
    )
  `.execute(db)
  return rows[0] ? { number: Number(rows[0].number), code: rows[0].code } : null
}

type Link = { number: string; entry: string; keyId: string; code: string; content: string | null; addressFits: boolean }

/** Verifies the links after a verified one, or from the first that is not forgotten. */
async function checkAuditChain(db: Db, keys: KeyRing, after: AuditMark | null): Promise<AuditCheck> {
  const start = after ?? (await findAnchor(db))
  const { rows: links } = await sql<Link>`
    select number, c.entry_id as entry, key_id as "keyId", encode(code, 'hex') as code,
      case when a.id is not null then ${content} end as content,
      sha256(convert_to(salt::text || host(d.ip), 'UTF8')) is not distinct from address_hash or salt is null as "addressFits"
    from audit_chain c left join audit_log a on a.id = c.entry_id left join audit_addresses d on d.entry_id = c.entry_id
    where number > ${start?.number ?? 0} order by number limit ${auditChunk}
  `.execute(db)
  let last = start
  for (const link of links) {
    const key = keys.find(link.keyId)
    const follows = Number(link.number) === (last?.number ?? 0) + 1 && link.content !== null && link.addressFits
    if (!key || !follows || codeOf(key, last, link.content) !== link.code)
      return { checked: links.length, last, broken: Number(link.entry) }
    last = { number: Number(link.number), code: link.code }
  }
  return { checked: links.length, last, broken: null }
}

/** Verifies the whole chain, up to the first broken entry. */
export async function verifyAuditLog(db: Db, keys: KeyRing): Promise<AuditCheck> {
  const sum: AuditCheck = { checked: 0, last: null, broken: null }
  for (;;) {
    const { checked, last, broken } = await checkAuditChain(db, keys, sum.last)
    Object.assign(sum, { checked: sum.checked + checked, last, broken })
    if (broken !== null || checked < auditChunk) return sum
  }
}

/**
 * What a verified chain does not prove: how many entries are not chained yet, the first whose network address was deleted before its
 * period (or had a shorter one before; the clock may have been put back by a day), and the heads in the file store that the chain lacks.
 */
export async function checkBesideChain(db: Db, storage: FileStorage, retentionDays: number) {
  const { rows } = await sql<{ unchained: string; missing: string | null }>`
    select
      (select count(*) from audit_log where not exists (select from audit_chain where entry_id = id)) as unchained,
      (select min(id) from audit_log left join audit_addresses on entry_id = id
       where address_hash is not null and entry_id is null and at > now() - make_interval(days => ${retentionDays - 1})) as missing
  `.execute(db)
  const heads = { checked: 0, broken: [] as string[] }
  for await (const { key } of storage.list(headFolder)) {
    // Its link is forgotten.
    if (key < `${headFolder}/${dayOf(Date.now() - auditDays * 24 * 60 * 60_000)}`) continue
    heads.checked++
    if (!(await isHead(db, (await readHead(storage, key)) ?? unreadable))) heads.broken.push(key)
  }
  const missing = rows[0]?.missing ?? null
  return { unchained: Number(rows[0]?.unchained), missingAddress: missing === null ? null : Number(missing), heads }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const headFolder = 'audit-heads'
const headSchema = z.object({ number: z.number(), code: z.string() })

async function readHead(storage: FileStorage, day: string): Promise<AuditMark | undefined> {
  const file = await storage.get(day)
  return file && headSchema.catch(unreadable).parse(await json(file.content).catch(() => undefined))
}

const unreadable = { number: 0, code: '' }

const isHead = async (db: Db, { number, code }: AuditMark): Promise<boolean> => (await findLink(db, number))?.code === code

type HeadLog = Record<'info' | 'error', (facts: object, line: string) => void>

/** Writes the newest link as the day's head. One that the database does not confirm is evidence, and stays. */
async function writeHead(db: Db, storage: FileStorage, log: HeadLog): Promise<void> {
  const day = `${headFolder}/${dayOf(Date.now())}`
  const [head, written] = [await findLink(db), await readHead(storage, day)]
  if (written && !(await isHead(db, written))) {
    log.error({ head, written }, 'the audit log does not match the head of its day: run verify-audit')
    return
  }
  if (!head || written?.number === head.number) return
  const file = Readable.from([Buffer.from(JSON.stringify(head))])
  await storage.put(day, file, storedAsIs)
  if (!written) log.info({ head }, 'the head of the audit log')
}

const chainTask = defineTask({ name: 'chain-audit-log', retries: 1, atOnce: 1 })

type Dependencies = { db: Db; storage: FileStorage; settings: Pick<Settings, 'secrets'>; log: HeadLog }
export function auditTasks({ db, storage, settings, log }: Dependencies): TaskHandler[] {
  const run = async () => {
    await chainAuditLog(db, auditKeys(settings))
    await writeHead(db, storage, log)
  }
  return [handleTask(chainTask, run, { cron: '* * * * *' })]
}
