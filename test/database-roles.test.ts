import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectForTest, freshDatabase, templateConnection, urlOf } from '#test/database.ts'
import { openDatabase } from '#platform/server/database.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'
import { makeRoles } from '../scripts/commands/make-roles.ts'

test('the roles command gives a database with everything in it to the owner, and the server may only use it', async () => {
  const id = randomUUID().slice(0, 8)
  const [owner, server] = [`owner-${id}`, `server-${id}`]
  const administration = openDatabase({ ...(await templateConnection()), database: 'postgres' })
  onTestFinished(async () => {
    await sql`drop role if exists ${sql.id(owner)}, ${sql.id(server)}`.execute(administration)
    await administration.destroy()
  })
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const urlFor = (role: string, to?: string) =>
    urlOf(database.connection, { user: `${role}:pa%20ss`, ...(to && { database: to }) })
  const addresses = {
    admin: urlFor(database.connection.user ?? '', 'postgres'),
    owner: urlFor(owner),
    server: urlFor(server),
  }

  await makeRoles(addresses)
  expect((await makeRoles(addresses)).map((role) => role.role)).toEqual([owner, server])

  const connect = (user: string) => connectForTest({ ...database.connection, user })
  const [ownerDb, serverDb] = [connect(owner), connect(server)]
  const { rows } = await sql<{ owner: string }>`
    select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      and relkind in ('r', 'p', 'S') union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'pgboss'::regnamespace
  `.execute(ownerDb)
  expect(rows).toEqual([{ owner }])
  await migrateToLatest(ownerDb, { serverRole: server })
  await sql`create table later (id int)`.execute(ownerDb)

  await sql`insert into later values (1)`.execute(serverDb)
  await sql`update site_settings set value = value`.execute(serverDb)
  for (const forbidden of [
    'delete from audit_log',
    'create table mine ()',
    'drop table later',
    `set role "${owner}"`,
  ])
    await expect(sql.raw(forbidden).execute(serverDb)).rejects.toThrow(
      /permission denied|must be owner/,
    )
})

test.each([
  [{ server: 'postgres://one@host/b' }, 'must name the same database'],
  [{ server: 'postgres://one@host/a' }, 'must name different roles'],
])('contradicting addresses are refused: %j', async (wrong, message) => {
  const addresses = {
    admin: 'postgres://admin@host/postgres',
    owner: 'postgres://one@host/a',
    ...wrong,
  }
  await expect(makeRoles(addresses)).rejects.toThrow(message)
})
