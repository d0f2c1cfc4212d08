import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { mailServer, nginxServer } from '../cluster/servers.ts'
import { freePort } from '../free-port.ts'
import { startProgram, type Program } from '../processes/spawn.ts'
import { production } from '../production.ts'
import { formOf } from '../upload-cv.ts'

/** The last commit whose nodes know no DRAIN_SECONDS and no limits of the database. */
const before = process.env['UPGRADE_FROM'] ?? '8e455b0^'
const hasNginx = spawnSync('nginx', ['-v']).status === 0
const hasCaddy = spawnSync('caddy', ['version']).status === 0
const here = resolve('.')

test.skipIf(!hasNginx)('a rolling restart under load, and an upgrade of the older version, fail no request', async () => {
  const site = await startSite()
  const older = checkOut(before)
  const [one, two] = [await freePort(), await freePort()]
  let [left, right] = [await site.startNode(older, one), await site.startNode(older, two)]
  const proxy = await site.startProxy(one, two)
  const load = startLoad(proxy.port, await site.signUp(proxy.port))

  // Both nodes become the newer version; meanwhile the older one restarts on the newer schema. It does not drain, so the proxy leaves
  // it out first.
  for (const [sources, port] of [
    [here, one],
    [older, two],
    [here, two],
  ] as const) {
    await proxy.leaveOut(port)
    const node = await site.replace(port === one ? left : right, sources, port)
    if (port === one) left = node
    else right = node
    await proxy.leaveOut()
  }
  await setTimeout(1_000)
  const upgrade = load.count()
  const sentTwice = site.mailsTwice()
  for (let round = 0; round < 3; round++) {
    left = await site.replace(left, here, one)
    right = await site.replace(right, here, two)
  }
  const { sent, uploads, failed, accepted } = await load.stop()

  console.log(
    `Upgrade: ${upgrade.sent} requests, ${upgrade.failed.length} failed; with six restarts: ${sent}, ${uploads} uploads of 2 s among them, ${failed.length} failed.`,
  )
  expect(failed.slice(0, 20)).toEqual([])
  expect(sent).toBeGreaterThan(500)
  expect(uploads).toBeGreaterThan(20)
  expect((await site.subscribers()).toSorted()).toEqual(accepted.toSorted())
  // Tasks that ran when their node ended were finished by it, or by another one: each mail was sent, and once.
  await expect.poll(() => site.unsent(), { timeout: 120_000 }).toBe(0)
  expect(site.mailsTwice()).toBe(sentTwice)
})

test.skipIf(!hasCaddy)(
  'a rolling restart behind Caddy fails no request, and visitors do not see what is for monitors',
  async () => {
    const site = await startSite()
    const [one, two, port] = [await freePort(), await freePort(), await freePort()]
    const [left, right] = [await site.startNode(here, one), await site.startNode(here, two)]
    const caddy = spawn('caddy', ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
      env: { ...process.env, SITE_ADDRESS: `http://127.0.0.1:${port}`, UPSTREAMS: `127.0.0.1:${one} 127.0.0.1:${two}` },
      stdio: 'ignore',
    })
    onTestFinished(() => void caddy.kill('SIGTERM'))
    const visit = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    await expect.poll(() => visit('/').catch(String), { timeout: 30_000 }).toBe(200)
    expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(visit))).toEqual([200, 404, 404])

    const ending = new AbortController()
    const statuses: unknown[] = []
    const load = Promise.all(
      [1, 2, 3, 4].map(async (reader) => {
        for (let n = 0; !ending.signal.aborted; n++) statuses.push(await visit(`/api/jobs?keyword=${reader}-${n}`).catch(String))
      }),
    )
    await site.replace(left, here, one)
    await setTimeout(2_000)
    await site.replace(right, here, two)
    ending.abort()
    await load

    console.log(`Behind Caddy: ${statuses.length} requests, ${statuses.filter((status) => status !== 200).length} failed.`)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  },
)

async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'rolling-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ dataDir: join(folder, 'database') })
  onTestFinished(() => postgres.stop())
  const mail = await mailServer()
  onTestFinished(() => mail.close())
  // A mail is often on its way when a node ends.
  mail.slowMs = 100
  const { host = '', user, database } = postgres.connection
  const env = {
    ...production,
    NODE_ENV: 'production',
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${database}`,
    PUBLIC_URL: 'https://board.test',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '3',
    SMTP_URL: mail.url,
    INDEXNOW_URL: 'off',
  }

  async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
    const client = new pg.Client(postgres.connection)
    await client.connect()
    const { rows } = await client.query<T>(text)
    await client.end()
    return rows
  }

  async function startNode(sources: string, port: number): Promise<Program> {
    const program = startProgram([join(sources, 'src/app/server/main.ts')], {
      ...env,
      PORT: String(port),
      DATA_DIR: join(folder, String(port)),
    })
    await program.line(/is ready/)
    return program
  }

  return {
    startNode,
    async replace(node: Program, sources: string, port: number): Promise<Program> {
      node.kill('SIGTERM')
      expect(await node.exited).toBe(0)
      return startNode(sources, port)
    },
    async startProxy(...nodes: number[]) {
      const port = await freePort()
      const nginx = await nginxServer(folder, port, nodes)
      onTestFinished(() => nginx.stop())
      const file = join(folder, 'nginx.conf')
      const config = readFileSync(file, 'utf8')
      await expect.poll(() => ask(port, 'GET', '/healthz').catch(String)).toBe(200)
      return {
        port,
        /** Until the next call. */
        async leaveOut(node?: number) {
          writeFileSync(file, config.replace(`127.0.0.1:${node} max_fails=0`, '$& down'))
          process.kill(nginx.pid, 'SIGHUP')
          // The workers before answer what they have begun.
          await setTimeout(1_500)
        },
      }
    },
    async subscribers(): Promise<string[]> {
      const rows = await query<{ to_address: string }>(`select to_address from mails where to_address like 'load-%'`)
      return rows.map((row) => row.to_address)
    },
    async unsent(): Promise<number> {
      const [row] = await query<{ n: number }>(`select count(*)::int as n from mails where state <> 'sent'`)
      return row?.n ?? 0
    },
    mailsTwice: () => [...mail.accepted.values()].filter((it) => it > 1).length,
    /** A physician's session. */
    async signUp(port: number): Promise<string> {
      const person = { email: 'physician@board.test', password: 'correct horse battery staple', website: '' }
      const names = { firstName: 'Alex', lastName: 'Example', role: 'physician' }
      await ask(port, 'POST', '/api/auth/register', { body: { ...person, ...names } })
      const { cookie } = await answerTo(port, 'POST', '/api/auth/login', { body: person })
      return cookie
    },
  }
}

/** The sources of a commit with its own pages and today's packages. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'older-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder])
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  expect(existsSync(join(folder, 'dist/server'))).toBe(true)
  return folder
}

const agent = new Agent({ rejectUnauthorized: false, maxSockets: 16 })

/** Readers and writers, each of which sends its next request once it has an answer. */
function startLoad(port: number, cookie: string) {
  const failed: string[] = []
  const accepted: string[] = []
  let [sent, uploads] = [0, 0]
  const ending = new AbortController()
  const read = async (path: (n: number) => string): Promise<void> => {
    for (let n = 0; !ending.signal.aborted; n++) await visit('GET', path(n))
  }
  const write = async (name: string): Promise<void> => {
    for (let n = 0; !ending.signal.aborted; n++) {
      const email = `load-${name}-${n}@board.test`
      if (await visit('POST', '/api/subscribe', { body: { email } })) accepted.push(email)
      await setTimeout(20)
    }
  }
  const upload = async (): Promise<void> => {
    const { headers, payload } = await formOf([{ name: 'cv.pdf', content: pdfFile({ text: 'x'.repeat(200_000) }) }])
    while (!ending.signal.aborted)
      if (await visit('POST', '/api/profile/cv', { headers: { ...headers, cookie }, payload })) uploads++
  }
  async function visit(method: string, path: string, sending: Sending = {}): Promise<boolean> {
    sent++
    const status = await ask(port, method, path, sending).catch((error: unknown) => String(error))
    if (status !== 200) failed.push(`${method} ${path}: ${status}`)
    return status === 200
  }
  const all = Promise.all([
    read(() => '/'),
    read((n) => `/jobs?keyword=word${n}`),
    read((n) => `/api/jobs?keyword=word${n}`),
    read(() => '/api/jobs'),
    write('one'),
    write('two'),
    upload(),
    upload(),
  ])
  const count = () => ({ sent, uploads, failed: [...failed], accepted })
  return {
    count,
    async stop() {
      ending.abort()
      await all
      return count()
    },
  }
}

type Sending = { body?: object; headers?: Record<string, string>; payload?: Buffer }

const ask = async (port: number, method: string, path: string, sending: Sending = {}): Promise<number | undefined> =>
  (await answerTo(port, method, path, sending)).status

/** A file takes two seconds to send. */
function answerTo(
  port: number,
  method: string,
  path: string,
  { body, payload, headers = {} }: Sending,
): Promise<{ status: number | undefined; cookie: string }> {
  return new Promise((done, fail) => {
    const content = payload ?? Buffer.from(body ? JSON.stringify(body) : '')
    const described = content.length === 0 ? {} : { 'content-type': 'application/json', 'content-length': content.length }
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      headers: { host: 'board.test', origin: 'https://board.test', ...described, ...headers },
    }
    const call = request(options, (answer) => {
      const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0])
      answer
        .resume()
        .on('end', () => done({ status: answer.statusCode, cookie: cookies.join('; ') }))
        .on('error', fail)
    })
    call.on('error', fail)
    if (!payload) return call.end(content)
    const half = Math.floor(content.length / 2)
    call.write(content.subarray(0, half))
    return void setTimeout(2_000).then(() => call.end(content.subarray(half)))
  })
}
