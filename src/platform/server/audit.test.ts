import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectForTest, databaseForFile } from '#test/database.ts'
import { anonymousRecorder, auditRetention, recordAudit } from './audit.ts'
import type { Db } from './database.ts'
import { embeddedServerRole } from './migrate.ts'

const database = databaseForFile()

/** The database as its owner, and as the server, with these entries alone. */
async function auditedDatabase(entries: number) {
  const { db, connection } = database
  await tamper(db, 'truncate audit_log, audit_addresses restart identity')
  const server = connectForTest({ ...connection, user: embeddedServerRole })
  await record(server, entries)
  return { db, server }
}

const happened = {
  action: 'test.happened',
  actorId: randomUUID(),
  subject: 'thing:1',
  ip: '192.0.2.1',
  detail: { index: 1 },
}
async function record(db: Db, entries: number): Promise<void> {
  for (let index = 0; index < entries; index++) await recordAudit(db, happened)
}

const changes = [
  sql`update audit_log set detail = '{}'`,
  sql`delete from audit_log`,
  sql`truncate audit_log`,
]

test('the server can read and append, and nothing else', async () => {
  const { db, server } = await auditedDatabase(2)
  const refused = [
    ...changes,
    sql`insert into audit_log (action, detail) values ('test.forged', '{}')`,
    sql`alter table audit_log disable trigger user`,
    sql`delete from audit_addresses`,
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    sql`set session_replication_role = replica`,
    sql`set role whitecoat`,
    sql`delete from migrations`,
  ]
  for (const statement of refused)
    await expect(statement.execute(server)).rejects.toThrow(/permission denied|must be owner/)
  const { rows } = await sql`select action, detail from audit_log`.execute(db)
  expect(rows).toEqual([
    { action: 'test.happened', detail: { index: 1 } },
    { action: 'test.happened', detail: { index: 1 } },
  ])
})

test.each(['origin', 'replica'])(
  'nobody can change entries in a session of the role %s, not even the owner',
  async (role) => {
    const { db } = await auditedDatabase(1)
    for (const change of changes) {
      const posing = db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = ${sql.lit(role)}`.execute(trx)
        await change.execute(trx)
      })
      await expect(posing).rejects.toThrow('append-only')
    }
  },
)

/** What the owner of the tables can do: switch their triggers off. */
const tamper = (db: Db, statements: string) =>
  sql`
    alter table audit_log disable trigger user; ${sql.raw(statements)}; alter table audit_log enable trigger user;
    alter table audit_log enable always trigger audit_fixed
  `.execute(db)

test('only entries older than seven years are forgotten, with their addresses', async () => {
  const { db, server } = await auditedDatabase(6)
  await tamper(
    db,
    `update audit_log set at = now() - interval '1 year' * case when id <= 4 then 7.1 else 6.9 end`,
  )
  const forget = () => auditRetention.enforce(server, new Date())
  expect([await forget(), await forget()]).toEqual([4, 0])
  const { rows } = await sql<{ id: number }>`
    select id::int from audit_log join audit_addresses on entry_id = id order by id
  `.execute(server)
  expect(rows).toEqual([{ id: 5 }, { id: 6 }])
  const { rows: left } = await sql`select from audit_addresses`.execute(server)
  expect(left).toHaveLength(2)
  const posing = server.transaction().execute(async (trx) => {
    await sql`select set_config('audit.forgets', 'on', true)`.execute(trx)
    await sql`delete from audit_log`.execute(trx)
  })
  await expect(posing).rejects.toThrow('permission denied')
})

test('sizes are bounded', async () => {
  const { server } = await auditedDatabase(0)
  const detail = {
    name: 'x'.repeat(44_000),
    ids: Array.from({ length: 5000 }, () => 'y'.repeat(5000)),
    deep: { one: { two: 2 } },
  }
  await recordAudit(server, {
    action: 'test.large',
    actorId: null,
    subject: 'z'.repeat(44_000),
    detail,
  })
  await recordAudit(server, {
    action: 'test.small',
    actorId: null,
    detail: { ...detail, ids: [1, 2], odd: 'a\0\uD800' },
  })
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
  for (let network = 0; network < 400; network++)
    await note(entry(`192.0.${network >> 8}.${network & 255}`))
  const { rows } = await sql`
    select count(*)::int as n, max(detail ->> 'leftOut') as "leftOut" from audit_log
  `.execute(server)
  expect(rows).toEqual([{ n: 30 + 300, leftOut: '30' }])
})
