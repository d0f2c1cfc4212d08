import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDataDir } from '#test/data-dir.ts'
import { connectDatabase } from './connect-database.ts'
import { openDatabase, requestLimits, type Db } from './database.ts'
import { startPostgres } from './postgres/start.ts'
import { readSettings } from './settings.ts'

test('of several hosts the one that accepts writes is used, also after a standby took over', async () => {
  const { primary, standby } = await primaryAndStandby()
  const settings = readSettings({
    SECRET: 'x'.repeat(32),
    DATABASE_URL: `postgres://${primary.connection.user}@${hostOf(standby)},${hostOf(primary)}/${primary.connection.database}`,
  })
  const { db, connection, close } = await connectDatabase(settings)
  onTestFinished(close)
  const requests = openDatabase({ ...connection, limits: requestLimits })
  onTestFinished(() => requests.destroy())
  await write(db, 'to the primary')
  expect(await texts(requests)).toEqual(['to the primary'])

  await primary.stop()
  const administration = openDatabase(standby.connection)
  await sql`select pg_promote()`.execute(administration)
  await administration.destroy()

  await expect.poll(() => write(requests, 'to the former standby').catch(String)).toBeUndefined()
  await expect.poll(() => texts(db).catch(String)).toEqual(['to the former standby'])
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
  const settings = readSettings({
    SECRET: 'x'.repeat(32),
    DATABASE_URL: `postgres://somebody@127.0.0.1:${port},127.0.0.1:${port}/database`,
  })
  await expect(connectDatabase(settings)).rejects.toThrow('Cannot reach the database')
})

test('a connection to a primary that became a standby is not used again', async () => {
  const { standby } = await primaryAndStandby()
  const db = openDatabase({ ...standby.connection, max: 1 })
  onTestFinished(() => db.destroy())
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const before = await pid()
  await expect(write(db, 'to a standby')).rejects.toThrow('read-only')
  expect(await pid()).not.toBe(before)
})

type Server = Awaited<ReturnType<typeof startPostgres>>

/** The standby is a copy that waits for a primary; it gets no changes. */
async function primaryAndStandby(): Promise<{ primary: Server; standby: Server }> {
  const folder = await temporaryDataDir()
  onTestFinished(folder.remove)
  const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')]
  const first = await startPostgres({ dataDir: one })
  const db = openDatabase(first.connection)
  await sql`create table note (text text)`.execute(db)
  await db.destroy()
  await first.stop()
  // Keeps the owner, which Node's copy does not.
  execFileSync('cp', ['-a', one, two])
  await writeFile(join(two, 'postgres/standby.signal'), '')
  const [primary, standby] = [await startPostgres({ dataDir: one }), await startPostgres({ dataDir: two })]
  onTestFinished(async () => {
    await primary.stop()
    await standby.stop()
  })
  return { primary, standby }
}

const hostOf = ({ connection }: { connection: pg.PoolConfig }) => encodeURIComponent(connection.host ?? '')

const write = async (db: Db, text: string): Promise<void> => void (await sql`insert into note values (${text})`.execute(db))

const texts = async (db: Db) => (await sql<{ text: string }>`select text from note`.execute(db)).rows.map((it) => it.text)
