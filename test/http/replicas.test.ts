import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { startPostgres, type Postgres } from '#platform/server/postgres/start.ts'
import { Replicas } from '#platform/server/replicas.ts'
import { embeddedServerRole } from '#platform/server/migrate.ts'
import { AppError } from '#shared/errors.ts'
import { testApp, type TestApp } from '../app.ts'
import { freezePostgres } from '../data-dir.ts'
import { urlOf } from '../database.ts'
import { addJobs, jobRow } from '../factories.ts'
import { folderForFile } from '../for-test.ts'
import { signIn } from '../sign-in.ts'
import { clusterWithStandbys, copyFolder, makeStandby } from '../standby.ts'

let primary: Postgres
let standby: Postgres
/** The owner's, on each of them. */
let db: Db
let standbyDb: Db
const folder = folderForFile()
const folders = { one: '', two: '' }
let board: TestApp
/** What the server logs of answers that fail, so that a failed test says why. */
const failures: string[] = []
const logStream = new Writable({
  write(line, _, done) {
    failures.push(String(line))
    done()
  },
})

beforeAll(async () => {
  Object.assign(folders, { one: join(folder.path, 'one'), two: join(folder.path, 'two') })
  await clusterWithStandbys(folders.one)
  await startBoth()
  const database = { db, connection: primary.connection, drop: () => db.destroy() }
  board = await testApp({
    database,
    replicaUrls: [urlOf(standby.connection, { user: embeddedServerRole })],
    env: { LOG_LEVEL: 'error' },
    logStream,
  })
}, 120_000)

/** The primary, and a new copy of it as its standby. */
async function startBoth(): Promise<void> {
  await rm(folders.two, { recursive: true, force: true })
  copyFolder(folders.one, folders.two)
  await makeStandby(folders.two)
  primary = await startPostgres({ dataDir: folders.one })
  const { host, user } = primary.connection
  await appendFile(
    join(folders.two, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=5432 user=${user}'\n`,
  )
  standby = await startPostgres({ dataDir: folders.two })
  db = openDatabase(primary.connection)
  standbyDb = openDatabase(standby.connection)
}

afterAll(async () => {
  await board.close()
  await standbyDb.destroy()
  await primary.stop()
  await standby.stop()
})

const status = () => board.replicas.statuses[0]

const isInUse = async () => {
  await expect.poll(() => status()?.inUse, { timeout: 10_000 }).toBe(true)
}

/** Until the end of the test, or the function that it returns. */
async function pauseReplay(): Promise<() => Promise<void>> {
  const resume = async () => void (await sql`select pg_wal_replay_resume()`.execute(standbyDb))
  onTestFinished(async () => {
    await resume()
    await isInUse()
  })
  await sql`select pg_wal_replay_pause()`.execute(standbyDb)
  const state = async () =>
    (
      await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(
        standbyDb,
      )
    ).rows[0]?.state
  await expect.poll(state).toBe('paused')
  return resume
}

/** Adds a job, and waits until the replica has it and is in use. */
async function add(job: ReturnType<typeof jobRow>): Promise<void> {
  await addJobs(db, [job])
  const found = async () =>
    (await sql`select from jobs where id = ${job.id}`.execute(standbyDb)).rows.length
  await expect.poll(found).toBe(1)
  await isInUse()
}

let counter = 0
/** An address that no cache has. */
const uncached = (url: string) =>
  `${url}${url.includes('?') ? '&' : '?'}minPay=${10_000 + counter++}`

const titlesOf = (answer: { json(): unknown }) =>
  (answer.json() as { jobs: { title: string }[] }).jobs.map((job) => job.title)

test('public answers are read from a replica, and need nothing that a replica refuses', async () => {
  const job = jobRow({ title: 'Everywhere' })
  const employer = await signIn(board, 'employer')
  const widget: { id: string } = (await employer.get('/api/widget')).json()
  await add(job)
  const urls = [
    '/api/jobs?keyword=cardiology+austin',
    '/api/jobs?keyword=%22clinic+four%22&city=Austin',
    `/api/jobs/${job.id}`,
    '/api/facets?state=TX',
    '/api/job-map?state=TX',
    '/api/suggest?q=card',
    '/api/salaries',
    '/api/hero-figures',
    '/api/v1/jobs',
    `/api/v1/jobs/${job.id}`,
    '/api/v1/facets',
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/jobs.rss',
    '/jobs.json',
    '/jobs.xml',
    '/jobs?state=TX',
    `/widget?company=${widget.id}`,
  ]
  const retries = status()?.retries
  for (const url of urls) {
    await isInUse()
    const before = status()?.reads ?? 0
    const answer = await board.get(url)
    expect([url, answer.statusCode, failures]).toEqual([url, 200, []])
    expect([url, (status()?.reads ?? 0) > before]).toEqual([url, true])
  }
  expect(status()?.retries).toBe(retries)
})

test('a closed job does not come back from a replica that has not replayed its end', async () => {
  const job = jobRow({ title: 'Soon closed', specialty: 'Urology' })
  await add(job)
  const urls = [
    '/api/jobs?specialty=Urology',
    `/api/jobs/${job.id}`,
    '/jobs?specialty=Urology',
    `/jobs/${job.id}`,
  ]
  const shown = async () => {
    const answers = await Promise.all(urls.map((url) => board.get(url)))
    return answers.map(
      (answer) => answer.statusCode === 200 && answer.payload.includes('Soon closed'),
    )
  }
  expect(await shown()).toEqual([true, true, true, true])

  const resume = await pauseReplay()
  await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(db)

  await expect.poll(shown).toEqual([false, false, false, false])
  // Nor later, when it was asked for again while the replica still had it.
  for (let round = 0; round < 5; round++)
    expect(await shown()).toEqual([false, false, false, false])
  expect(titlesOf(await board.get(uncached('/api/jobs?specialty=Urology')))).toEqual([])
  await expect.poll(() => status()).toMatchObject({ inUse: false })
  await expect.poll(() => status()?.lagSeconds).toBeGreaterThan(0)

  await resume()
  await isInUse()
  expect(await shown()).toEqual([false, false, false, false])
})

test('who is signed in reads what was written before, and a replica that lags is left out for everybody', async () => {
  const job = jobRow({ title: 'Before', specialty: 'Rheumatology' })
  await add(job)
  const poster = await signIn(board, 'employer')
  await pauseReplay()
  // No node is notified of it.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update jobs set title = 'After' where id = ${job.id}`.execute(trx)
  })
  const list = () => uncached('/api/jobs?specialty=Rheumatology')
  const reads = status()?.reads

  expect(titlesOf(await poster.get(list()))).toEqual(['After'])
  expect(status()?.reads).toBe(reads)
  await expect
    .poll(() => status(), { timeout: 5_000 })
    .toMatchObject({ inUse: false, problem: 'too far behind' })
  expect(titlesOf(await board.get(list()))).toEqual(['After'])
})

test('a replica that ends fails no request, and is used again once it is back', async () => {
  await isInUse()
  const asked = async () => (await board.get(uncached('/api/jobs'))).statusCode
  await standbyDb.destroy()
  const [, ...statuses] = await Promise.all([
    standby.stop(),
    ...Array.from({ length: 40 }, () => asked()),
  ])
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await asked()).toBe(200)
  expect(status()).toMatchObject({ inUse: false })

  standby = await startPostgres({ dataDir: folders.two })
  standbyDb = openDatabase(standby.connection)
  await isInUse()
})

test('a replica that accepts connections and does not answer is left out, until it answers', async () => {
  await isInUse()
  const thaw = await freezePostgres(folders.two)
  onTestFinished(thaw)
  await expect.poll(() => status(), { timeout: 5_000 }).toMatchObject({ inUse: false })
  expect((await board.get(uncached('/api/jobs'))).statusCode).toBe(200)
  thaw()
  await isInUse()
})

describe('a read that fails on a replica', () => {
  test.each([
    ['it takes too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
    ['what it reads is not there', new AppError('NOT_FOUND')],
  ])('runs once more on the primary: %s', async (_why, error) => {
    await isInUse()
    const read = board.replicas.reader(db)
    const asked: Db[] = []
    const answer = await read(async (on) => {
      asked.push(on)
      if (on !== db) throw error
      return 'from the primary'
    })
    expect(answer).toBe('from the primary')
    expect(asked).toHaveLength(2)
    // What follows is not older than that.
    await read(async (on) => expect(on).toBe(db))
  })

  test('runs once more on the primary: recovery needs a lock on what it reads', async () => {
    await sql`alter system set max_standby_streaming_delay = 0`.execute(standbyDb)
    await sql`select pg_reload_conf()`.execute(standbyDb)
    const delay = () =>
      sql<{
        delay: string
      }>`select current_setting('max_standby_streaming_delay') as delay`.execute(standbyDb)
    await expect.poll(async () => (await delay()).rows[0]?.delay).toBe('0')
    await isInUse()
    const before = status()?.retries ?? 0
    const read = board.replicas.reader(db)((on) =>
      sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby, pg_sleep(${on === db ? 0 : 8}) as slept from (select count(*) from site_settings) _
      `.execute(on),
    )
    const running = async () =>
      (await sql`select from pg_stat_activity where wait_event = 'PgSleep'`.execute(standbyDb)).rows
        .length
    await expect.poll(running).toBe(1)
    await db
      .transaction()
      .execute((trx) => sql`lock table site_settings in access exclusive mode`.execute(trx))
    expect((await read).rows).toMatchObject([{ standby: false }])
    expect(status()?.retries).toBe(before + 1)
  })

  test('because of a mistake fails', async () => {
    await isInUse()
    await expect(
      board.replicas.reader(db)(() => Promise.reject(new TypeError('a mistake'))),
    ).rejects.toThrow('a mistake')
  })
})

describe('an address that is', () => {
  const started = async (address: string) => {
    const replicas = new Replicas(primary.connection, [address])
    onTestFinished(() => replicas.close())
    return replicas.start()
  }

  test('a primary is left out, with a line', async () => {
    expect(await started(urlOf(primary.connection, { user: embeddedServerRole }))).toEqual([
      expect.stringMatching(
        /^DATABASE_REPLICA_URLS: \S+ is not read from now: it is a primary, not a standby\.$/,
      ),
    ])
  })

  test('another database ends the start', async () => {
    await expect(
      started(urlOf(standby.connection, { user: embeddedServerRole, database: 'postgres' })),
    ).rejects.toThrow(
      /^DATABASE_REPLICA_URLS: \S+ has another database than DATABASE_URL; name its standbys\.$/,
    )
  })

  test('nobody’s is left out, with a line', async () => {
    expect(await started('postgres://somebody@127.0.0.1:1/whitecoat')).toEqual([
      'DATABASE_REPLICA_URLS: 127.0.0.1:1 is not read from now: ECONNREFUSED.',
    ])
  })
})

test('while the primary is away, public answers come from the replica', async () => {
  await isInUse()
  await db.destroy()
  await primary.stop()

  await expect.poll(async () => (await board.get(uncached('/api/jobs'))).statusCode).toBe(200)
  expect((await board.get(uncached('/jobs'))).statusCode).toBe(200)
  expect(
    (
      await board.app.inject({
        method: 'POST',
        url: '/api/subscribe',
        payload: { email: 'a@mail.test' },
      })
    ).statusCode,
  ).toBe(503)
  expect((await board.get('/readyz')).statusCode).toBe(503)
  expect((await board.get('/readyz?for=reads')).json()).toEqual({ status: 'reads' })

  // A second crash, before the replica has found the primary again.
  for (const isLast of [false, true]) {
    primary = await startPostgres({ dataDir: folders.one })
    db = openDatabase(primary.connection)
    if (isLast) break
    await sql`create table if not exists written_again as select n from generate_series(1, 10000) n`.execute(
      db,
    )
    await expect.poll(async () => (await board.get('/readyz')).statusCode).toBe(200)
    await db.destroy()
    await primary.stop()
    expect(await statusesFor(2_000)).toEqual([200])
  }
  board.db = db
  await isInUse()
})

/** All that requests were answered with meanwhile. */
async function statusesFor(ms: number): Promise<number[]> {
  const statuses = new Set<number>()
  const end = performance.now() + ms
  while (performance.now() < end) statuses.add((await board.get(uncached('/api/jobs'))).statusCode)
  return [...statuses]
}

test('while the primary accepts connections and does not answer, public answers come from the replica', async () => {
  // It lags, so that requests ask the primary until that one is silent.
  await pauseReplay()
  await addJobs(db, [jobRow({ title: 'Not replayed' })])
  await expect.poll(() => status(), { timeout: 5_000 }).toMatchObject({ inUse: false })
  const thaw = await freezePostgres(folders.one)
  try {
    // Its lag is no longer known after two seconds.
    expect(await statusesFor(3_000)).toEqual([200])
  } finally {
    thaw()
  }
})

test('after a failover, a standby with changes that the primary does not have is left out', async () => {
  onTestFinished(async () => {
    await Promise.all([db.destroy(), standbyDb.destroy()])
    await Promise.all([primary.stop(), standby.stop()])
    await startBoth()
    board.db = db
    await isInUse()
  })
  await sql`select pg_promote()`.execute(standbyDb)
  await sql`create table only_here as select n from generate_series(1, 10000) n`.execute(standbyDb)
  await standbyDb.destroy()
  await standby.stop()
  await makeStandby(folders.two)
  standby = await startPostgres({ dataDir: folders.two })
  standbyDb = openDatabase(standby.connection)

  const isAhead = { inUse: false, problem: 'it has changes that the primary does not have' }
  await expect.poll(() => status(), { timeout: 25_000 }).toMatchObject(isAhead)
  // Also when the primary has written more than it.
  await sql`create table more as select n from generate_series(1, 50000) n`.execute(db)
  const ahead = status()?.reads
  expect((await board.get(uncached('/api/jobs'))).statusCode).toBe(200)
  expect(status()).toMatchObject({ ...isAhead, reads: ahead })
})
