import { version } from '#platform/server/version.ts'
import { readdir, rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { appForTest } from '../app.ts'
import { templateConnection } from '../database.ts'

// The run's first file waits for PostgreSQL and all migrations, which takes a busy machine longer
// than a test may.
beforeAll(async () => void (await templateConnection()), 120_000)

test('healthz and readyz answer', async () => {
  const board = await appForTest()
  expect((await board.get('/healthz')).json()).toEqual({
    status: 'ok',
    version,
    commit: expect.stringMatching(/^[\da-f]{12}$/),
  })
  expect((await board.get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('a node whose database is read-only, or away, is alive but not ready', async () => {
  const board = await appForTest()
  await sql
    .raw(
      `alter database ${String(board.connection.database)} set default_transaction_read_only = on`,
    )
    .execute(board.db)
  expect((await board.get('/healthz')).statusCode).toBe(200)
  expect((await board.get('/readyz')).statusCode).toBe(503)

  await board.loseDatabase()
  expect((await board.get('/healthz')).statusCode).toBe(200)
  expect((await board.get('/readyz?for=reads')).statusCode).toBe(503)
  const answer = await board.get('/readyz')
  expect(answer).toMatchObject({ statusCode: 503, headers: { 'cache-control': 'no-store' } })
  expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
})

test('a node that can write no block is not ready, and serves pages', async () => {
  const board = await appForTest()
  const { dataDir } = board.settings
  const name = String(board.connection.database)
  const readiness = async () => [
    (await board.get('/readyz')).statusCode,
    (await board.get('/readyz?for=reads')).statusCode,
  ]
  await rename(dataDir, `${dataDir}-away`)
  await expect.poll(readiness).toEqual([503, 200])
  await rename(`${dataDir}-away`, dataDir)
  await expect.poll(readiness).toEqual([200, 200])
  expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('probe'))
  await sql.raw(`alter database ${name} set temp_file_limit = 0`).execute(board.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`.execute(
    board.db,
  )
  await expect.poll(readiness).toEqual([503, 200])
})

test('a clock that is set back holds no readiness', async () => {
  const board = await appForTest()
  const readiness = async () => (await board.get('/readyz')).statusCode
  expect(await readiness()).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  await board.loseDatabase()
  await expect.poll(readiness).toBe(503)
})

const token = 'a token for the monitor'

test('metrics are for the token only', async () => {
  const [board, closed] = [await appForTest({ env: { METRICS_TOKEN: token } }), await appForTest()]
  for (const headers of [
    {},
    { authorization: 'Bearer another token ......' },
    { authorization: token },
  ]) {
    expect((await board.get('/metrics', headers)).statusCode).toBe(404)
  }
  expect((await closed.get('/metrics', { authorization: `Bearer ${token}` })).statusCode).toBe(404)
})

test('metrics count requests by route and status, tasks and mails', async () => {
  const board = await appForTest({ env: { METRICS_TOKEN: token } })
  await board.get('/api/jobs?keyword=private+words')
  await board.get('/api/jobs/nothing')
  await enqueueMail(board.db, {
    cause: 'test',
    to: 'ana@example.org',
    content: { subject: 'Hello', blocks: [] },
  })
  const text = (await board.get('/metrics', { authorization: `Bearer ${token}` })).payload

  expect(text).toContain(
    'whitecoat_request_seconds_count{method="GET",route="/api/jobs",status="200"} 1',
  )
  expect(text).toContain(
    'whitecoat_request_seconds_count{method="GET",route="/api/jobs/:id",status="404"} 1',
  )
  expect(text).toContain('whitecoat_mails{state="queued"} 1')
  expect(text).toContain('whitecoat_tasks{name="deliver-mail"} 1')
  expect(text).toMatch(/whitecoat_mail_wait_seconds [\d.]*[1-9]/)
  expect(text).not.toContain('private')
})
