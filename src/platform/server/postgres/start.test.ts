import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { postgresPid } from '#test/data-dir.ts'
import { postgresForTest } from '#test/database.ts'
import { folderForFile } from '#test/for-test.ts'
import { isAlive, startProgram } from '#test/processes/spawn.ts'
import { openDatabase } from '../database.ts'
import { findRunningPostgres } from './data-folder.ts'
import { startPostgres, type Postgres } from './start.ts'

// Most tests share a cluster, because creating one takes time.
const folder = folderForFile()
let dataDir: string
let firstStarts: PromiseSettledResult<Postgres>[]

beforeAll(async () => {
  await mkdir(join(folder.path, 'private'), { mode: 0o700 })
  dataDir = join(folder.path, 'private', 'x'.repeat(100))
  firstStarts = await Promise.allSettled([startPostgres({ dataDir }), startPostgres({ dataDir })])
  for (const it of firstStarts) if (it.status === 'fulfilled') await it.value.stop()
})

test('of two concurrent first starts, in a folder closed to others with a path too long for a socket, one gets it', () => {
  expect(firstStarts.map((start) => start.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a second server on the same folder is refused, and a command may share it', async () => {
  const server = await postgresForTest({ dataDir })

  await expect(startPostgres({ dataDir })).rejects.toThrow(
    `DATA_DIR ${dataDir} is in use by another server`,
  )

  expect(await answers(server.connection)).toBe(true)
  expect(await answers((await findRunningPostgres(dataDir)) ?? {})).toBe(true)
})

test('an almost empty database takes little memory, and one with more takes a quarter of that', async () => {
  const buffers = async (memoryMb?: number) => {
    const server = await startPostgres({ dataDir, memoryMb })
    const [row] = await run<{ shared_buffers: string }>(server.connection, 'show shared_buffers')
    await server.stop()
    return row?.shared_buffers
  }
  expect(await buffers()).toBe('64MB')
  const large = join(dataDir, 'postgres/base/1/large')
  await writeFile(large, '')
  await truncate(large, 400 * 1024 ** 2)
  onTestFinished(() => rm(large))
  expect(await buffers()).toMatch(/^1\d\dMB$/)
  expect(await buffers(600)).toBe('75MB')
})

test.skipIf(process.getuid?.() !== 0)(
  'a start by root runs it as the owner of its files, and takes nothing from them',
  async () => {
    const cluster = join(dataDir, 'postgres')
    const { uid, gid } = await stat(cluster)
    const giveTo = (owner: string) => promisify(execFile)('chown', ['-R', owner, cluster])
    await giveTo('65534:65534')
    onTestFinished(async () => void (await giveTo(`${uid}:${gid}`)))

    const server = await postgresForTest({ dataDir })

    expect(await answers(server.connection)).toBe(true)
    for (const path of [`/proc/${await postgresPid(dataDir)}`, String(server.connection.host)])
      expect((await stat(path)).uid).toBe(65_534)
  },
)

test('files of another PostgreSQL are left alone, and the way is named', async () => {
  const folder = join(dataDir, 'older')
  await mkdir(join(folder, 'postgres'), { recursive: true })
  await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n')

  await expect(startPostgres({ dataDir: folder })).rejects.toThrow(
    /was written by PostgreSQL 17, and this version has PostgreSQL 18: make a backup .* and restore it into an empty DATA_DIR/,
  )
})

test('kill -9 of Node ends the database, and the next start finds every commit', async () => {
  const starting = `import { startPostgres } from '#platform/server/postgres/start.ts'
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('ready')`
  const holder = startProgram(['--input-type=module', '-e', starting])
  await holder.line(/ready/)
  const connection = (await findRunningPostgres(dataDir)) ?? {}
  const pid = await postgresPid(dataDir)
  await write(connection, 'before Node was killed')

  holder.kill('SIGKILL')
  const next = await postgresForTest({ dataDir })

  expect(await isAlive(pid)).toBe(false)
  expect(await readBack(next.connection)).toBe('before Node was killed')
})

test('kill -9 of PostgreSQL: it is restarted with every commit, at the same address, however often, and each death is reported', async () => {
  const reports: string[] = []
  const server = await postgresForTest({ dataDir, onDeath: ({ message }) => reports.push(message) })
  await write(server.connection, 'before PostgreSQL was killed')
  for (let death = 1; death <= 4; death++) {
    const pid = await postgresPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    const read = () => readBack(server.connection).catch(String)
    await expect.poll(read, { timeout: 15_000 }).toBe('before PostgreSQL was killed')
  }
  expect(reports.length).toBeGreaterThanOrEqual(4)
})

test('written data is there after a stop and a start, and a stale lock file is ignored, even if another program has its process id', async () => {
  const first = await startPostgres({ dataDir })
  await write(first.connection, 'before the stop')
  const lockFile = join(dataDir, 'postgres/postmaster.pid')
  const lock = await readFile(lockFile, 'utf8')
  await first.stop()
  await writeFile(lockFile, lock.replace(/^\d+/, String(process.pid)))

  const second = await postgresForTest({ dataDir })

  expect(await readBack(second.connection)).toBe('before the stop')
})

type Connection = Postgres['connection']

const write = (connection: Connection, text: string) =>
  run(
    connection,
    `create table if not exists note (text text); truncate note; insert into note values ('${text}')`,
  )

const readBack = async (connection: Connection) =>
  (await run<{ text: string }>(connection, 'select text from note'))[0]?.text

const answers = async (connection: Connection) =>
  (await run<{ yes: boolean }>(connection, 'select true as yes'))[0]?.yes

async function run<Row>(connection: Connection, statements: string): Promise<Row[]> {
  await using db = openDatabase(connection)
  return (await sql.raw<Row>(statements).execute(db)).rows
}
