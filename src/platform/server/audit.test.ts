import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDataDir } from '#test/data-dir.ts'
import { freshDatabase } from '#test/database.ts'
import { anonymousRecorder, recordAudit } from './audit.ts'
import { auditKeys, auditTasks, checkAnchors, checkAuditEntries, sealAuditLog, verifyAuditLog } from './audit-seals.ts'
import { openDatabase, type Db } from './database.ts'
import { embeddedServerRole } from './server-role.ts'
import { openLocalStorage } from './storage/open-storage.ts'

const settings = { secrets: ['s'.repeat(32)] } as const
const keys = auditKeys(settings)

/** The database as its owner, and as the server. */
async function auditedDatabase(entries: number) {
  const { db, connection, drop } = await freshDatabase()
  const server = openDatabase({ ...connection, user: embeddedServerRole })
  onTestFinished(async () => {
    await server.destroy()
    await drop()
  })
  await record(server, entries)
  return { db, server }
}

const record = (db: Db, entries: number) =>
  Promise.all(
    Array.from({ length: entries }, (_, index) =>
      recordAudit(db, {
        action: 'test.happened',
        actorId: randomUUID(),
        subject: `thing:${index}`,
        ip: '192.0.2.1',
        detail: { index },
      }),
    ),
  )

const changes = [
  ['changed', sql`update audit_log set detail = '{}'`],
  ['deleted', sql`delete from audit_log`],
  ['emptied', sql`truncate audit_log`],
] as const

test('concurrent entries form one chain, and one in a long transaction delays no other', async () => {
  const { server } = await auditedDatabase(20)
  await server.transaction().execute(async (transaction) => {
    await recordAudit(transaction, { action: 'test.began', actorId: null })
    await record(server, 3)
  })
  expect(await verifyAuditLog(server, keys)).toMatchObject({ checked: 24, broken: null, last: { id: 24 } })
  const { rows } = await sql`select id::int from audit_log where action = 'test.began'`.execute(server)
  expect(rows).toEqual([{ id: 24 }])
})

test('an empty log is intact, and has no seal', async () => {
  const { server } = await auditedDatabase(0)
  expect(await sealAuditLog(server, keys)).toBeUndefined()
  expect(await verifyAuditLog(server, keys)).toEqual({ checked: 0, broken: null, last: null, sealed: 0 })
})

test.each(changes)('the log cannot be %s by its owner', async (_, statement) => {
  const { db } = await auditedDatabase(1)
  await expect(statement.execute(db)).rejects.toThrow('append-only')
})

test('the server can read and append, and nothing else', async () => {
  const { db, server } = await auditedDatabase(2)
  await sealAuditLog(server, keys)
  const refused = [
    ...changes.map(([, statement]) => statement),
    sql`insert into audit_log (action, detail) values ('test.forged', '{}')`,
    sql`alter table audit_log disable trigger user`,
    sql`update audit_seals set code = ''`,
    sql`delete from audit_seals`,
    sql`update audit_inbox set action = ''`,
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    sql`set session_replication_role = replica`,
    sql`set role whitecoat`,
    sql`delete from migrations`,
  ]
  for (const statement of refused) await expect(statement.execute(server)).rejects.toThrow(/permission denied|must be owner/)
  expect(await verifyAuditLog(db, keys)).toMatchObject({ checked: 2, broken: null, sealed: 2 })
})

test('a session in replica mode cannot change entries either', async () => {
  const { db } = await auditedDatabase(1)
  for (const [, statement] of changes) {
    const posing = db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await statement.execute(transaction)
    })
    await expect(posing).rejects.toThrow('append-only')
  }
})

/** What the owner of the table can do: switch the triggers off, and compute every hash anew. */
async function tamper(db: Db, ...statements: RawBuilder<unknown>[]): Promise<void> {
  const tables = ['audit_log', 'audit_seals'].map((it) => sql.table(it))
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(db)
  for (const statement of statements) await statement.execute(db)
  for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(db)
}

const rewriteHashes = sql`
  do $$
  declare
    entry audit_log;
    previous bytea := '';
    number bigint := 0;
  begin
    for entry in select * from audit_log order by id loop
      update audit_log a set id = number + 1, previous_hash = previous where a.id = entry.id;
      number := number + 1;
      update audit_log a set hash = audit_hash(a) where a.id = number returning hash into previous;
    end loop;
  end $$
`

test.each([
  ['a changed entry', [sql`update audit_log set subject = 'thing:else' where id = 3`], 3],
  ['a missing entry', [sql`delete from audit_log where id = 3`], 4],
  ['a missing beginning', [sql`delete from audit_log where id = 1`], 2],
  ['a missing end', [sql`delete from audit_log where id = 5`], 5],
  ['a rewrite of all hashes', [sql`update audit_log set subject = 'thing:else' where id = 3`, rewriteHashes], 5],
  [
    'a removed entry and a rewrite of all hashes',
    [sql`delete from audit_addresses`, sql`delete from audit_log where id = 2`, rewriteHashes],
    5,
  ],
  ['a changed seal', [sql`update audit_seals set last_hash = sha256('')`], 5],
])('%s shows', async (_, statements, broken) => {
  const { db } = await auditedDatabase(5)
  await sealAuditLog(db, keys)
  await tamper(db, ...statements)
  expect(await verifyAuditLog(db, keys)).toMatchObject({ broken })
  await record(db, 1)
  await sealAuditLog(db, keys).catch(() => {})
  expect(await verifyAuditLog(db, keys)).toMatchObject({ broken })
})

test('the log is verified in parts, each from the end of the last one', async () => {
  const { db } = await auditedDatabase(3)
  await sealAuditLog(db, keys)
  await record(db, 2)
  await sealAuditLog(db, keys)
  const first = await checkAuditEntries(db, keys, null, 3)
  expect(first).toMatchObject({ checked: 3, broken: null, last: { id: 3 }, sealed: 3 })
  expect(await checkAuditEntries(db, keys, first.last, 3)).toMatchObject({ checked: 2, broken: null, last: { id: 5 }, sealed: 5 })
  expect(await checkAuditEntries(db, keys, { id: 3, hash: '00' }, 3)).toMatchObject({ broken: 4 })
})

test('after a change of SECRET older seals need the previous one', async () => {
  const { db } = await auditedDatabase(2)
  await sealAuditLog(db, keys)
  await record(db, 2)
  const next = 'n'.repeat(32)
  const both = auditKeys({ secrets: [next, ...settings.secrets] })
  expect(await sealAuditLog(db, both)).toMatchObject({ number: 2, firstId: 3, lastId: 4 })
  expect(await verifyAuditLog(db, both)).toMatchObject({ broken: null, sealed: 4 })
  expect(await verifyAuditLog(db, auditKeys({ secrets: [next] }))).toMatchObject({ broken: 2 })
})

test('nodes that seal at once make one chain of seals', async () => {
  const { server } = await auditedDatabase(5)
  const seals = await Promise.all([1, 2, 3, 4].map(() => sealAuditLog(server, keys)))
  expect(new Set(seals.map((it) => it?.number))).toEqual(new Set([1]))
})

test('the anchor of the day in the file store shows a log that was replaced together with its seals', async () => {
  const { db, server } = await auditedDatabase(5)
  const folder = await temporaryDataDir()
  onTestFinished(folder.remove)
  const storage = openLocalStorage(folder.path)
  const lines: string[] = []
  const log = {
    info: (_: object, line: string) => void lines.push(line),
    error: (_: object, line: string) => void lines.push(line),
  }
  const seal = async () => {
    for (const { run } of auditTasks({ db: server, storage, settings, log }))
      await run({}, { isLastAttempt: false, stopping: new AbortController().signal })
  }
  const anchor = () => readFile(join(folder.path, 'files/audit-anchors', new Date().toISOString().slice(0, 10)), 'utf8')

  await seal()
  await seal()
  await record(server, 1)
  await seal()
  expect(lines).toEqual(['the audit log is anchored'])
  expect(await checkAnchors(server, storage)).toEqual({ checked: 1, broken: [] })
  const evidence = await anchor()
  expect(JSON.parse(evidence)).toMatchObject({ number: 2, lastId: 6 })

  await tamper(db, sql`delete from audit_log where id = 6`, sql`delete from audit_seals`)
  await seal()
  expect(await verifyAuditLog(server, keys)).toMatchObject({ broken: null, checked: 5 })
  expect((await checkAnchors(server, storage)).broken).toEqual([expect.stringContaining('audit-anchors/')])
  expect(lines.at(-1)).toBe('the audit log does not match its anchor: run verify-audit')
  expect(await anchor()).toBe(evidence)
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
