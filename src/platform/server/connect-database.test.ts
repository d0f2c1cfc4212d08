import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectForTest, postgresForTest } from '#test/database.ts'
import { folderForFile, folderForTest } from '#test/for-test.ts'
import { clusterWithStandbys, copyFolder, makeStandby } from '#test/standby.ts'
import { connectDatabase } from './connect-database.ts'
import { requestLimits, type Db } from './database.ts'
import type { Postgres } from './postgres/start.ts'
import { readSettings } from './settings.ts'

/** A cluster to copy. */
const original = folderForFile()
beforeAll(() => clusterWithStandbys(original.path), 120_000)

test('of several hosts the one that accepts writes is used, also after a standby took over', async () => {
  const { primary, standby } = await primaryAndStandby()
  const { db, connection, close } = await connectDatabase(settingsFor(standby, primary))
  onTestFinished(close)
  const requests = connectForTest({ ...connection, limits: requestLimits })
  await write(db, 'to the primary')
  expect(await texts(requests)).toEqual(['to the primary'])

  // A connection to a primary that became a standby is not used again.
  const alone = connectForTest({ ...standby.connection, max: 1 })
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone)).rows[0]?.pid
  const before = await pid()
  await expect(write(alone, 'to a standby')).rejects.toThrow('read-only')
  expect(await pid()).not.toBe(before)

  await primary.stop()
  await sql`select pg_promote()`.execute(alone)

  await expect.poll(() => write(requests, 'to the former standby').catch(String)).toBeUndefined()
  await expect.poll(() => texts(db).catch(String)).toEqual(['to the former standby'])
})

test('an old primary that returns after a failover gets no write, and its open connections and those of nodes that see only it end', async () => {
  const { primary, standby, restartPrimary } = await primaryAndStandby()
  const one = await connectDatabase(settingsFor(primary, standby))
  onTestFinished(one.close)
  // Its network does not reach the standby.
  const two = await connectDatabase(settingsFor(primary))
  onTestFinished(two.close)
  await write(one.db, 'before')
  const administration = connectForTest(standby.connection)

  // The primary still runs: its connections are open, and it accepts writes.
  await sql`select pg_promote()`.execute(administration)
  await expect.poll(() => one.primaries?.writable, { timeout: 5_000 }).toBe(2)
  await expect.poll(() => write(one.db, 'after').catch(String)).toBeUndefined()
  expect(await texts(administration)).toContain('after')

  await primary.stop()
  const old = await restartPrimary()
  const oldDb = connectForTest(old.connection)
  for (let n = 0; n < 10; n++) await write(one.db, `again ${n}`)
  expect((await texts(oldDb)).filter((text) => text !== 'before')).toEqual([])
  await expect
    .poll(() =>
      sql`select from database_timelines`.execute(oldDb).then((result) => result.rows.length),
    )
    .toBe(1)
  await expect(write(two.db, 'to the old one')).rejects.toThrow('was left behind by a failover')
  // A node that starts now, and reaches only the old one.
  await expect(connectDatabase(settingsFor(primary))).rejects.toThrow(
    'was left behind by a failover',
  )
  // Refused connections do not stay.
  const sessions = async () =>
    (
      await sql`select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
        oldDb,
      )
    ).rows
  await expect.poll(async () => (await sessions()).length).toBeLessThanOrEqual(1)
})

test('of two servers that accept writes on one timeline, none is written to', async () => {
  const { primary, standby } = await primaryAndStandby({ bothPrimary: true })
  await expect(connectDatabase(settingsFor(standby, primary))).rejects.toThrow(
    '2 servers accept writes on timeline 1',
  )
})

test('a server that dies while it is asked whether it is a standby fails the connection, not the process', async () => {
  const text = 'SFATAL\0C57P01\0Mterminating connection\0\0'
  const dying = [
    Buffer.from('R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005I', 'latin1'),
    Buffer.from(`E\0\0\0${String.fromCharCode(text.length + 4)}${text}`, 'latin1'),
  ]
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat(dying)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const DATABASE_URL = `postgres://somebody@127.0.0.1:${port},127.0.0.1:${port}/database`
  await expect(
    connectDatabase(readSettings({ SECRET: 'x'.repeat(32), DATABASE_URL })),
  ).rejects.toThrow('Cannot reach the database')
})

/** The standby is a copy that waits for a primary; it gets no changes. */
async function primaryAndStandby({ bothPrimary = false } = {}) {
  const folder = await folderForTest()
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  copyFolder(original.path, one)
  copyFolder(one, two)
  if (!bothPrimary) await makeStandby(two)
  const start = (dataDir: string) => postgresForTest({ dataDir })
  return { primary: await start(one), standby: await start(two), restartPrimary: () => start(one) }
}

function settingsFor(...servers: Postgres[]) {
  const hosts = servers.map(({ connection }) => encodeURIComponent(connection.host ?? ''))
  const { user, database } = servers[0]?.connection ?? {}
  return readSettings({
    SECRET: 'x'.repeat(32),
    DATABASE_URL: `postgres://${user}@${hosts.join(',')}/${database}`,
  })
}

/** Any table serves that takes texts. */
const write = async (db: Db, text: string): Promise<void> =>
  void (await sql`insert into spent_proofs (signature, expires_at) values (${text}, now())`.execute(
    db,
  ))

const texts = async (db: Db) =>
  (await sql<{ text: string }>`select signature as text from spent_proofs`.execute(db)).rows.map(
    (row) => row.text,
  )
