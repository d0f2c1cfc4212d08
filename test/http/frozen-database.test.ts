import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, requestLimits, type Db } from '#platform/server/database.ts'
import { startPostgres, type Postgres } from '#platform/server/postgres/start.ts'
import { testApp, type TestApp } from '../app.ts'
import { freezePostgres } from '../data-dir.ts'
import { connectForTest, migratedCluster } from '../database.ts'
import { folderForFile } from '../for-test.ts'

const folder = folderForFile()
let postgres: Postgres
let db: Db
let board: TestApp
const token = 'a token for the monitor'

beforeAll(async () => {
  await migratedCluster(folder.path)
  postgres = await startPostgres({ dataDir: folder.path })
  db = openDatabase(postgres.connection)
  const database = { db, connection: postgres.connection, drop: () => db.destroy() }
  board = await testApp({ database, env: { METRICS_TOKEN: token } })
}, 120_000)

afterAll(async () => {
  await board.close()
  await postgres.stop()
})

const readiness = async () => (await board.get('/readyz')).statusCode

/** From then on the statement itself would be given up. */
const ownLimitMs = 4_000

async function expectQuickNo(): Promise<void> {
  await expect.poll(readiness, { timeout: 5_000 }).toBe(503)
  const ask = async (url: string) => {
    const began = performance.now()
    const { statusCode, payload } = await board.get(url, { authorization: `Bearer ${token}` })
    return { statusCode, payload, isQuick: performance.now() - began < ownLimitMs }
  }
  expect(await Promise.all([ask('/readyz'), ask('/metrics')])).toMatchObject([
    { statusCode: 503, isQuick: true },
    { statusCode: 200, isQuick: true, payload: expect.stringContaining('whitecoat_database_up 0') },
  ])
}

/** As for requests, without their patience. */
const limits = { ...requestLimits, statement: 500, lock: 300, newConnection: 1_000 }

test('a server that accepts connections and does not answer: readiness and metrics answer soon, and who needs one is refused', async () => {
  await expect.poll(readiness).toBe(200)
  expect((await board.get('/metrics', { authorization: `Bearer ${token}` })).payload).toContain(
    'whitecoat_database_up 1',
  )
  // The last connection of a pool is as new as the others.
  const requests = requestsOf({ max: 3 })
  const thaw = await freezePostgres(folder.path)
  onTestFinished(thaw)
  const asked = Promise.allSettled(Array.from({ length: 3 }, () => sql`select 1`.execute(requests)))
  await expectQuickNo()
  const refused = expect.objectContaining({
    name: 'UnavailableError',
    message: 'the database does not answer',
  }) as Error
  expect((await asked).map((it) => it.status === 'rejected' && it.reason)).toEqual([
    refused,
    refused,
    refused,
  ])
  thaw()
  await expect.poll(readiness, { timeout: 5_000 }).toBe(200)
  await sql`select 1`.execute(requests)
})

/** Connections with limits, as requests have them. */
const requestsOf = (options: Parameters<typeof openDatabase>[0] = {}): Db =>
  connectForTest({ ...postgres.connection, limits, ...options })

async function setStandbys(names: string): Promise<void> {
  await sql`set synchronous_commit = local`.execute(db)
  await sql.raw(`alter system set synchronous_standby_names = '${names}'`).execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

test('a lost synchronous standby: a node that cannot commit is not ready, and a write stays unseen when its client gives up, so that nobody acknowledges it', async () => {
  await sql`create table note (text text primary key)`.execute(db)
  await expect.poll(readiness).toBe(200)
  const { newConnection } = requestLimits
  const requests = requestsOf({ max: 1, limits: { ...limits, newConnection } })
  const write = () => sql`insert into note values ('only here')`.execute(requests)
  const notes = async () => (await sql`select from note`.execute(db)).rows
  onTestFinished(() => setStandbys(''))
  await setStandbys('lost')
  // Commits wait when the checkpointer has read the setting, some time after the reload.
  await expect.poll(readiness).toBe(503)
  await Promise.all([expectQuickNo(), expect(write()).rejects.toThrow('Connection terminated')])
  const { rows: waiting } =
    await sql`select from pg_stat_activity where wait_event = 'SyncRep' and query like '%node_heartbeats%'`.execute(
      db,
    )
  expect(waiting).toHaveLength(1)
  expect(await notes()).toEqual([])
  await expect(write()).rejects.toThrow('lock timeout')
  await setStandbys('')
  await expect.poll(notes).toHaveLength(1)
  await expect.poll(readiness, { timeout: 5_000 }).toBe(200)
})

test('a statement, and a streamed read, that PostgreSQL does not end in time end with their connection, and their places are free', async () => {
  // As if PostgreSQL were frozen: its own limit does not count.
  const withoutLimit = async () => {
    const requests = requestsOf({ max: 1 })
    await sql`select set_config('statement_timeout', '0', false)`.execute(requests)
    return requests
  }
  const [one, other] = [await withoutLimit(), await withoutLimit()]
  const streamed = other.selectNoFrom(sql<string>`pg_sleep(8)`.as('it')).stream()
  await Promise.all(
    [sql`select pg_sleep(8)`.execute(one), streamed.next()].map((it) =>
      expect(it).rejects.toThrow('Connection terminated'),
    ),
  )
  for (const it of [one, other]) await sql`select 1`.execute(it)
})

test('a streamed read whose connection is cut fails, and its place is free', async () => {
  const requests = requestsOf({ max: 1 })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(requests)
  const many = requests
    .selectFrom(sql<{ n: number }>`generate_series(1, 100000)`.as<'it'>(sql`it(n)`))
    .selectAll()
    .stream(1)
  await many.next()
  await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}, 5000)`.execute(db)
  const rest = async () => {
    for await (const row of many) expect(row).toHaveProperty('n')
  }
  await expect(rest()).rejects.toThrow(/terminat/)
  await sql`select 1`.execute(requests)
})

test('PostgreSQL is told to notice when the node is gone', async () => {
  const requests = requestsOf({ max: 1 })
  // The value counts for TCP only: for this socket it is shown as zero.
  const { rows } = await sql<{ name: string; source: string }>`
    select name, source from pg_settings where name in ('tcp_user_timeout', 'tcp_keepalives_idle') order by name
  `.execute(requests)
  expect(rows.map((row) => row.source)).toEqual(['session', 'session'])
})
