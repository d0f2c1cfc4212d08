import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent, get, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { waiting } from '#test/at-once.ts'
import { signUpAt } from '#test/cluster/servers.ts'
import { postgresPid, temporaryDataDir } from '#test/data-dir.ts'
import { migratedCluster, freshDatabase, urlOf } from '#test/database.ts'
import { folderForFile } from '#test/for-test.ts'
import { freePort } from '#test/free-port.ts'
import { operator, randomSecret } from '#test/production.ts'
import { isAlive, startProgram, type Program } from '#test/processes/spawn.ts'
import { formOf } from '#test/upload-cv.ts'
import { openDatabase } from '#platform/server/database.ts'
import { findRunningPostgres } from '#platform/server/postgres/data-folder.ts'

// Each test starts a whole server.
vi.setConfig({ testTimeout: 120_000 })

/** The folder of an embedded database. */
const embedded = folderForFile()
beforeAll(() => migratedCluster(embedded.path))

const production = {
  NODE_ENV: 'production',
  ...operator,
  SECRET: randomSecret,
  PUBLIC_URL: 'http://localhost',
  LOG_LEVEL: 'warn',
}

test('SIGTERM with DRAIN_SECONDS: a proxy is answered on its connections until it has left them, what has begun ends, and so does the database', async () => {
  const DATA_DIR = embedded.path
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`
  const server = serve({ PORT, PUBLIC_URL, DATA_DIR, DRAIN_SECONDS: '2' })
  await server.line(/is ready/)
  const pid = await postgresPid(DATA_DIR)
  const upload = await beginUpload(PUBLIC_URL)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = async (path: string, options: RequestOptions = {}) => {
    const call = request(`${PUBLIC_URL}${path}`, { agent, ...options }).end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return {
      status: answer.statusCode,
      connection: answer.headers.connection,
      isReused: call.reusedSocket,
    }
  }
  expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive', isReused: false })
  const lock = await lockJobs((await findRunningPostgres(DATA_DIR)) ?? {})
  // A page is rendered by a thread, which must not end before.
  const begun = ['/api/jobs', '/jobs?keyword=nurse'].map((path) => fetch(`${PUBLIC_URL}${path}`))
  await expect.poll(() => lock.waiting()).toBeGreaterThan(1)

  server.kill('SIGTERM')

  await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
  expect(await ask('/api/posting-policy')).toEqual({
    status: 200,
    connection: 'keep-alive',
    isReused: true,
  })
  const onNewConnection = () =>
    ask('/healthz', { agent: false }).catch(({ code }: NodeJS.ErrnoException) => code)
  await expect.poll(onNewConnection, { timeout: 10_000 }).toBe('ECONNREFUSED')
  const last = { method: 'POST', headers: { 'content-length': 0 } }
  expect(await ask('/api/auth/login', last)).toEqual({
    status: 400,
    connection: 'close',
    isReused: true,
  })
  await lock.release()
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200])
  expect(await upload.end()).toBe(200)
  expect(await server.exited).toBe(0)
  expect(await isAlive(pid)).toBe(false)
})

/** A physician sends the beginning of a CV. */
async function beginUpload(origin: string) {
  const cookie = await signUpAt(origin, 'alex@mail.test')
  const { headers, payload } = await formOf([{ name: 'cv.pdf', content: pdfFile() }])
  const upload = request(`${origin}/api/profile/cv`, {
    method: 'POST',
    headers: { ...headers, 'content-length': payload.length, cookie, origin },
  })
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  await new Promise((sent) => upload.write(payload.subarray(0, 100), sent))
  return {
    async end() {
      upload.end(payload.subarray(100))
      const [answer] = await answered
      return answer.resume().statusCode
    },
  }
}

describe('a node', () => {
  let node: {
    server: Program
    url: string
    lock(): ReturnType<typeof lockJobs>
    ask(path: string): Promise<Response>
  }
  beforeAll(async () => {
    const ends: (() => unknown)[] = []
    const whenDone = (end: () => unknown) => void ends.unshift(end)
    const PORT = String(await freePort())
    const { path: DATA_DIR, remove } = await temporaryDataDir()
    whenDone(remove)
    const { connection, drop } = await freshDatabase()
    whenDone(drop)
    const DATABASE_URL = urlOf(connection)
    const server = serve(
      { PORT, DATA_DIR, DATABASE_URL, ACCESS_LOG: 'on', LOG_LEVEL: 'info' },
      whenDone,
    )
    await server.line(/is ready/)
    const lock = () => lockJobs(connection)
    const url = `http://127.0.0.1:${PORT}`
    node = { server, url, lock, ask: (path) => fetch(url + path) }
    return async () => {
      for (const end of ends) await end()
    }
  })

  test('ACCESS_LOG: a line for each request, also from the cache, with its route and without its words', async () => {
    const { server } = node
    const ask = async (query = '') =>
      (await node.ask(`/api/jobs?keyword=private${query}`)).headers.get('x-request-id')
    // Nothing is cached before the node hears of changes.
    const isCached = () => server.stdout.some((line) => line.includes('"cached":true'))
    await expect.poll(async () => (await ask('-once'), isCached())).toBe(true)
    const ids = [await ask(), await ask()]
    // More searches at once than are admitted: those beyond are answered first.
    const lock = await node.lock()
    const crowd = Array.from({ length: 20 * availableParallelism() }, (_, n) => ask(String(n)))
    ids.push(await Promise.race(crowd))
    await lock.release()
    await Promise.all(crowd)

    await server.line(new RegExp(String(ids[2])))
    const lines = server.stdout
      .filter((line) => ids.some((id) => line.includes(String(id))))
      .map((line) => JSON.parse(line) as object)
    expect(lines).toEqual([
      expect.objectContaining({ reqId: ids[0], method: 'GET', route: '/api/jobs', status: 200 }),
      expect.objectContaining({
        reqId: ids[1],
        method: 'GET',
        route: '/api/jobs',
        status: 200,
        cached: true,
      }),
      expect.objectContaining({ reqId: ids[2], method: 'GET', status: 503, refused: true }),
    ])
    expect(server.stdout.join()).not.toContain('private')
  })

  test('each entry of the audit log is a line of the log, without a network address', async () => {
    const body = JSON.stringify({ email: 'nobody@mail.test', password: 'not this one' })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${node.url}/api/auth/login`, { method: 'POST', headers, body })
    const line = await node.server.line(/"audit":/)
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      audit: { action: 'accounts.sign-in-refused', actorId: null },
    })
    expect(line).not.toContain('127.0.0.1')
  })

  test('a locked table: requests for it get 503 with Retry-After, others go on, and the node stays ready', async () => {
    const lock = await node.lock()
    const more = Array.from({ length: 15 }, () => node.ask(`/api/jobs/${randomUUID()}`))
    // A task may wait, too.
    await expect.poll(() => lock.waiting()).toBeGreaterThanOrEqual(10)
    expect((await node.ask('/readyz')).status).toBe(200)
    const answers = await Promise.all(more)
    expect(answers.map((answer) => answer.status)).toEqual(more.map(() => 503))
    expect(answers.map((answer) => answer.headers.get('retry-after'))).toEqual(more.map(() => '5'))
    await lock.release()

    await expect.poll(async () => (await node.ask('/api/jobs')).status).toBe(200)
  })

  test.skipIf(process.platform !== 'linux')(
    'without file descriptors it refuses, and stays up',
    async () => {
      const { pid } = node.server
      // Each on a connection of its own.
      const ask = (query: number) =>
        once(get(`${node.url}/jobs?keyword=${query}`, { agent: false }), 'response').then(
          ([answer]: IncomingMessage[]) => answer?.resume().statusCode,
          () => 'refused',
        )
      const limit = (descriptors: string) =>
        execFileSync('prlimit', ['--pid', String(pid), `--nofile=${descriptors}:`])
      onTestFinished(() => void limit('1024'))

      limit(String(readdirSync(`/proc/${pid}/fd`).length))
      const answers = new Set<unknown>()
      // Longer than the pauses between measurements, which read files; more than connections that
      // end meanwhile give back.
      for (const end = Date.now() + 3_000; Date.now() < end;)
        for (const answer of await Promise.all(
          Array.from({ length: 50 }, (_, query) => ask(query)),
        ))
          answers.add(answer)
      limit('1024')

      await expect.poll(() => ask(0), { timeout: 20_000 }).toBe(200)
      expect(answers).toContain('refused')
    },
  )
})

test('the server ends with the script that started it, even if that is killed', async () => {
  const DATA_DIR = embedded.path
  const PORT = String(await freePort())
  const script = `import { runServer } from './scripts/lib/run-server.mjs'; runServer(['src/app/server/main.ts'])`
  const starter = startProgram(['--input-type=module', '-e', script], {
    ...production,
    PORT,
    DATA_DIR,
  })
  await starter.line(/is ready/)
  const pid = await postgresPid(DATA_DIR)

  starter.kill('SIGKILL')

  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect(fetch(`http://127.0.0.1:${PORT}/healthz`)).rejects.toThrow('fetch failed')
})

const serve = (
  env: Record<string, string>,
  whenDone: (end: () => void) => void = onTestFinished,
): Program =>
  startProgram(['src/app/server/main.ts'], { ...production, ...env }, process.execPath, whenDone)

/** Blocks every search until its release. */
async function lockJobs(connection: Parameters<typeof openDatabase>[0]) {
  const db = openDatabase(connection)
  const locking = await db.startTransaction().execute()
  await sql`lock table jobs, segments in access exclusive mode`.execute(locking)
  return {
    waiting: () => waiting(db),
    release: async () => {
      await locking.rollback().execute()
      await db.destroy()
    },
  }
}
