import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectForTest, databaseForFile } from '#test/database.ts'
import { folderForTest } from '#test/for-test.ts'
import { anonymousRecorder, auditRetention, recordAudit } from './audit.ts'
import { auditKeys, auditTasks, chainAuditLog, checkBesideChain, verifyAuditLog } from './audit-chain.ts'
import type { Db } from './database.ts'
import { embeddedServerRole } from './migrate.ts'
import { openLocalStorage } from './storage/open-storage.ts'

const settings = { secrets: ['s'.repeat(32)] } as const
const keys = auditKeys(settings)

const database = databaseForFile()

/** The database as its owner, and as the server, with these entries alone. */
async function auditedDatabase(entries: number) {
  const { db, connection } = database
  await tamper(db, 'truncate audit_log, audit_chain, audit_addresses, audit_inbox restart identity')
  const server = connectForTest({ ...connection, user: embeddedServerRole })
  await record(server, entries)
  await chainAuditLog(server, keys)
  return { db, server }
}

const happened = { action: 'test.happened', actorId: randomUUID(), subject: 'thing:1', ip: '192.0.2.1', detail: { index: 1 } }
/** One after the other, so that the chain follows their numbers. */
async function record(db: Db, entries: number): Promise<void> {
  for (let index = 0; index < entries; index++) await recordAudit(db, happened)
}

test('entries are chained as they commit: one in a long transaction delays no other, and follows', async () => {
  const { server } = await auditedDatabase(20)
  await server.transaction().execute(async (transaction) => {
    await recordAudit(transaction, { action: 'test.began', actorId: null })
    await record(server, 3)
    await chainAuditLog(server, keys)
    expect(await verifyAuditLog(server, keys)).toMatchObject({ checked: 23, broken: null })
  })
  await Promise.all([1, 2, 3, 4].map(() => chainAuditLog(server, keys)))
  expect(await verifyAuditLog(server, keys)).toMatchObject({ checked: 24, broken: null, last: { number: 24 } })
  const { rows } = await sql`select entry_id::int as entry from audit_chain where number = 24`.execute(server)
  expect(rows).toEqual([{ entry: 21 }])
})

const changes = [sql`update audit_log set detail = '{}'`, sql`delete from audit_log`, sql`truncate audit_log`]

test('the server can read and append, and nothing else', async () => {
  const { db, server } = await auditedDatabase(2)
  const refused = [
    ...changes,
    sql`insert into audit_log (action, detail) values ('test.forged', '{}')`,
    sql`alter table audit_log disable trigger user`,
    sql`update audit_chain set code = ''`,
    sql`delete from audit_chain`,
    sql`update audit_inbox set action = ''`,
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    sql`set session_replication_role = replica`,
    sql`set role whitecoat`,
    sql`delete from migrations`,
  ]
  for (const statement of refused) await expect(statement.execute(server)).rejects.toThrow(/permission denied|must be owner/)
  expect(await verifyAuditLog(db, keys)).toMatchObject({ checked: 2, broken: null })
})

test.each(['origin', 'replica'])('nobody can change entries in a session of the role %s, not even the owner', async (role) => {
  const { db } = await auditedDatabase(1)
  for (const change of changes) {
    const posing = db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = ${sql.lit(role)}`.execute(transaction)
      await change.execute(transaction)
    })
    await expect(posing).rejects.toThrow('append-only')
  }
})

/** What the owner of the tables can do: switch their triggers off. */
const tamper = (db: Db, statements: string) =>
  sql`
    alter table audit_log disable trigger user; alter table audit_chain disable trigger user; ${sql.raw(statements)};
    alter table audit_log enable trigger user; alter table audit_chain enable trigger user;
    alter table audit_log enable always trigger audit_fixed; alter table audit_chain enable always trigger audit_chain_fixed
  `.execute(db)

test.each([
  ['a changed entry', `update audit_log set subject = 'thing:else' where id = 3`, 3],
  ['a changed address', `update audit_addresses set ip = '192.0.2.2' where entry_id = 3`, 3],
  ['a missing entry', `delete from audit_log where id = 3`, 3],
  ['a missing entry and link', `delete from audit_log where id = 3; delete from audit_chain where entry_id = 3`, 4],
  ['a missing beginning', `delete from audit_log where id = 1; delete from audit_chain where entry_id = 1`, 2],
  ['a missing end', `delete from audit_log where id = 5`, 5],
  ['a closed gap', `delete from audit_chain where number = 4; update audit_chain set number = 4 where number = 5`, 5],
  ['a code of another key', `update audit_chain set code = sha256('') where number = 2`, 2],
])('%s shows', async (_, statements, broken) => {
  const { db } = await auditedDatabase(5)
  await tamper(db, statements)
  expect(await verifyAuditLog(db, keys)).toMatchObject({ broken })
  await record(db, 1)
  await chainAuditLog(db, keys)
  expect(await verifyAuditLog(db, keys)).toMatchObject({ broken })
})

test('after a change of SECRET older links need the previous one', async () => {
  const { db } = await auditedDatabase(2)
  await record(db, 2)
  const next = 'n'.repeat(32)
  const both = auditKeys({ secrets: [next, ...settings.secrets] })
  await chainAuditLog(db, both)
  expect(await verifyAuditLog(db, both)).toMatchObject({ broken: null, checked: 4 })
  expect(await verifyAuditLog(db, auditKeys({ secrets: [next] }))).toMatchObject({ broken: 1 })
  expect(await verifyAuditLog(db, keys)).toMatchObject({ broken: 3 })
})

test('the head of the day in the file store shows a log that was cut together with its chain', async () => {
  const { db, server } = await auditedDatabase(5)
  const folder = await folderForTest()
  const storage = openLocalStorage(folder)
  const lines: string[] = []
  const add = (_: object, line: string) => void lines.push(line)
  const [task] = auditTasks({ db: server, storage, settings, log: { info: add, error: add } })
  const chain = () => task?.run({}, { isLastAttempt: false, stopping: new AbortController().signal })
  const head = () => readFile(join(folder, 'files/audit-heads', new Date().toISOString().slice(0, 10)), 'utf8')

  await chain()
  await record(server, 1)
  await chain()
  await record(server, 2)
  expect(lines).toEqual(['the head of the audit log'])
  expect(await checkBesideChain(server, storage, 1)).toEqual({
    unchained: 2,
    missingAddress: null,
    heads: { checked: 1, broken: [] },
  })
  const evidence = await head()
  expect(JSON.parse(evidence)).toMatchObject({ number: 6 })

  await tamper(db, `delete from audit_chain where number > 5; update audit_log set detail = '{}' where id = 6`)
  await chain()
  expect(await verifyAuditLog(server, keys)).toMatchObject({ broken: null, checked: 8 })
  expect((await checkBesideChain(server, storage, 1)).heads.broken).toEqual([expect.stringContaining('audit-heads/')])
  expect(lines.at(-1)).toBe('the audit log does not match the head of its day: run verify-audit')
  expect(await head()).toBe(evidence)
})

test('entries older than seven years are forgotten; the last of them proves that no younger one was cut off', async () => {
  const { db, server } = await auditedDatabase(0)
  await record(server, 6)
  await tamper(db, `update audit_log set at = now() - interval '8 years' where id <= 4`)
  await chainAuditLog(server, keys)
  const forget = () => auditRetention.enforce(server, new Date())
  expect([await forget(), await forget()]).toEqual([3, 0])
  const { rows } = await sql<{ id: number }>`select id::int from audit_log order by id`.execute(server)
  expect(rows.map((row) => row.id)).toEqual([4, 5, 6])
  expect(await verifyAuditLog(server, keys)).toMatchObject({ broken: null, checked: 3, last: { number: 6 } })
  const posing = server.transaction().execute(async (transaction) => {
    await sql`select set_config('audit.forgets', 'on', true)`.execute(transaction)
    await sql`delete from audit_log`.execute(transaction)
  })
  await expect(posing).rejects.toThrow('permission denied')

  await tamper(db, `delete from audit_log where id = 4; delete from audit_chain where number < 4`)
  expect((await verifyAuditLog(server, keys)).broken).not.toBeNull()
})

test('sizes are bounded', async () => {
  const { server } = await auditedDatabase(0)
  const detail = {
    name: 'x'.repeat(44_000),
    ids: Array.from({ length: 5000 }, () => 'y'.repeat(5000)),
    deep: { one: { two: 2 } },
  }
  await recordAudit(server, { action: 'test.large', actorId: null, subject: 'z'.repeat(44_000), detail })
  await recordAudit(server, { action: 'test.small', actorId: null, detail: { ...detail, ids: [1, 2], odd: 'a\0\uD800' } })
  const { rows } = await sql<{ size: number; detail: Record<string, unknown> }>`
    select pg_column_size(a) as size, detail from audit_log a order by id
  `.execute(server)
  expect(rows.every(({ size }) => size < 2000)).toBe(true)
  expect(rows[0]?.detail).toEqual({ cut: expect.stringContaining('name, ids, deep') })
  expect(rows[1]?.detail).toMatchObject({
    name: `${'x'.repeat(200)}…`,
    ids: [1, 2],
    deep: { one: { two: 2 } },
    odd: 'a\uFFFD\uFFFD',
  })
})

test('a stranger’s entries are few a minute, and the next one says how many were left out', async () => {
  const { server } = await auditedDatabase(0)
  expect(await verifyAuditLog(server, keys)).toEqual({ checked: 0, broken: null, last: null })
  let now = 0
  const note = anonymousRecorder(server, () => now)
  const entry = (ip: string) => ({ action: 'accounts.sign-in-refused', ip })
  for (let times = 0; times < 60; times++) await note(entry(`2001:db8::${times}`))
  now = 60_000
  await note(entry('2001:db8::1'))
  for (let network = 0; network < 400; network++) await note(entry(`192.0.${network >> 8}.${network & 255}`))
  const { rows } = await sql`
    select count(*)::int as n, max(detail ->> 'leftOut') as "leftOut" from audit_log
  `.execute(server)
  expect(rows).toEqual([{ n: 30 + 300, leftOut: '30' }])
})
