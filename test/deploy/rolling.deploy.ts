import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { connectForTest, postgresForTest, urlOf } from '../database.ts'
import {
  mailServer,
  nginxServer,
  nodeServer,
  signUpAt,
  type NodeServer,
} from '../cluster/servers.ts'
import { folderForTest } from '../for-test.ts'
import { freePort } from '../free-port.ts'
import { formOf } from '../upload-cv.ts'

/** The release before. */
const before = process.env['UPGRADE_FROM'] ?? '79ef9ffe'
const hasNginx = spawnSync('nginx', ['-v']).status === 0
const hasCaddy = spawnSync('caddy', ['version']).status === 0
const here = resolve('.')

test.skipIf(!hasNginx)(
  'a rolling restart under load, and an upgrade of the older version, fail no request',
  async () => {
    const site = await startSite()
    const older = await checkOut(before)
    const [one, two] = [await freePort(), await freePort()]
    const nodes = new Map([
      [one, await site.startNode(older, one)],
      [two, await site.startNode(older, two)],
    ])
    const replace = async (sources: string, port: number) => {
      await nodes.get(port)?.stop()
      nodes.set(port, await site.startNode(sources, port))
    }
    const proxy = await site.startProxy(one, two)
    const load = startLoad(site.publicUrl, await signUpAt(site.publicUrl, 'physician@board.test'))

    // Both nodes become the newer version; meanwhile the older one restarts on the newer schema.
    for (const [sources, port] of [
      [here, one],
      [older, two],
      [here, two],
    ] as const) {
      await proxy.leaveOut(port)
      await replace(sources, port)
      await proxy.leaveOut()
    }
    await setTimeout(1_000)
    const upgrade = load.count()
    const sentTwice = site.mail.mailsTwice()
    for (let round = 0; round < 3; round++) {
      await replace(here, one)
      await replace(here, two)
    }
    const { sent, uploads, failed, accepted } = await load.stop()

    console.log(
      `Upgrade: ${upgrade.sent} requests, ${upgrade.failed.length} failed; with six restarts: ${sent}, ${uploads} uploads of 2 s among them, ${failed.length} failed.`,
    )
    expect(failed.slice(0, 20)).toEqual([])
    expect(sent).toBeGreaterThan(500)
    expect(uploads).toBeGreaterThan(20)
    expect((await site.subscribers()).toSorted()).toEqual(accepted.toSorted())
    // Tasks that ran when their node ended were finished by it, or by another one: each mail was
    // sent, and once.
    await expect.poll(() => site.unsent(), { timeout: 120_000 }).toBe(0)
    expect(site.mail.mailsTwice()).toBe(sentTwice)
  },
)

test.skipIf(!hasNginx)(
  'while a node hangs, its visitors wait for seconds, and then nobody does',
  async () => {
    const site = await startSite()
    const ports = [await freePort(), await freePort()] as const
    const [hanging] = await Promise.all(ports.map((port) => site.startNode(here, port)))
    await site.startProxy(...ports)
    let count = 0
    const seconds = async (): Promise<number> => {
      const began = performance.now()
      expect(await statusOf(site.publicUrl, `/api/jobs?keyword=word${count++}`)).toBe(200)
      return (performance.now() - began) / 1000
    }
    const readers = () => Promise.all(Array.from({ length: 8 }, seconds))
    await readers()
    hanging?.freeze()
    const waits: number[] = []
    const frozenAt = performance.now()
    while (performance.now() - frozenAt < 15_000) waits.push(...(await readers()))
    hanging?.thaw()
    const slow = waits.filter((wait) => wait > 2)
    console.log(
      `A node hung for 15 s: ${waits.length} reads, ${slow.length} of them slow, the slowest ${Math.max(...waits)} s.`,
    )
    expect(Math.max(...waits)).toBeLessThan(8)
    expect(slow.length).toBeLessThan(20)
  },
)

test.skipIf(!hasNginx)(
  'while an upgrade is under way, each page finds its files through the proxy',
  async () => {
    const site = await startSite()
    const ports = [await freePort(), await freePort()] as const
    const newer = await checkOut('HEAD', 'src/app/web/app.tsx', (text) =>
      text.replace('You are offline', 'You are off line'),
    )
    await site.startNode(here, ports[0])
    await site.startNode(newer, ports[1])
    await site.startProxy(...ports)
    const builds = [here, newer].map((sources) => readdirSync(join(sources, 'dist/client/assets')))
    expect(builds[0]).not.toEqual(builds[1])
    const files = [...new Set(builds.flat())].filter((name) => !/\.(?:br|gz)$/.test(name))
    const missing = []
    for (const name of files)
      for (const _ of ports)
        if ((await statusOf(site.publicUrl, `/assets/${name}?${missing.length}`)) !== 200)
          missing.push(name)
    console.log(`Two builds: ${files.length} files, ${missing.length} times missing.`)
    expect(missing).toEqual([])
  },
)

test.skipIf(!hasCaddy)(
  'a rolling restart behind Caddy fails no request, and visitors do not see what is for monitors',
  async () => {
    const site = await startSite()
    const [one, two, port] = [await freePort(), await freePort(), await freePort()]
    const [left, right] = [await site.startNode(here, one), await site.startNode(here, two)]
    const caddy = spawn(
      'caddy',
      ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'],
      {
        env: {
          ...process.env,
          SITE_ADDRESS: `http://127.0.0.1:${port}`,
          UPSTREAMS: `127.0.0.1:${one} 127.0.0.1:${two}`,
        },
        stdio: 'ignore',
      },
    )
    onTestFinished(() => void caddy.kill('SIGTERM'))
    const visit = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    await expect.poll(() => visit('/').catch(String), { timeout: 30_000 }).toBe(200)
    expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(visit))).toEqual([
      200, 404, 404,
    ])

    const ending = new AbortController()
    const statuses: unknown[] = []
    const load = Promise.all(
      [1, 2, 3, 4].map(async (reader) => {
        for (let n = 0; !ending.signal.aborted; n++)
          statuses.push(await visit(`/api/jobs?keyword=${reader}-${n}`).catch(String))
      }),
    )
    await left.stop()
    await site.startNode(here, one)
    await setTimeout(2_000)
    await right.stop()
    await site.startNode(here, two)
    ending.abort()
    await load

    console.log(
      `Behind Caddy: ${statuses.length} requests, ${statuses.filter((status) => status !== 200).length} failed.`,
    )
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  },
)

async function startSite() {
  const folder = await folderForTest()
  const postgres = await postgresForTest({ dataDir: join(folder, 'database') })
  const mail = await mailServer()
  onTestFinished(() => mail.close())
  // A mail is often on its way when a node ends.
  mail.slowMs = 100
  const port = await freePort()
  const publicUrl = `https://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: urlOf(postgres.connection),
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '3',
    SMTP_URL: mail.url,
    INDEXNOW_URL: 'off',
  }

  const db = connectForTest(postgres.connection)

  async function startNode(sources: string, port: number): Promise<NodeServer> {
    const node = await nodeServer(folder, String(port), env, { sources, port })
    onTestFinished(() => node.kill())
    return node
  }

  return {
    mail,
    startNode,
    publicUrl,
    async startProxy(...nodes: number[]) {
      const nginx = await nginxServer(folder, port, nodes)
      onTestFinished(() => nginx.stop())
      const file = join(folder, 'nginx.conf')
      const config = readFileSync(file, 'utf8')
      // The certificate is its own.
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      await expect
        .poll(() => fetch(`${publicUrl}/healthz`).then(({ status }) => status, String))
        .toBe(200)
      return {
        /** Until the next call. */
        async leaveOut(node?: number) {
          writeFileSync(file, config.replace(`127.0.0.1:${node} max_fails=3`, '$& down'))
          process.kill(nginx.pid, 'SIGHUP')
          // The workers before answer what they have begun.
          await setTimeout(1_500)
        },
      }
    },
    async subscribers(): Promise<string[]> {
      const { rows } = await sql<{
        to: string
      }>`select to_address as to from mails where to_address like 'load-%'`.execute(db)
      return rows.map((row) => row.to)
    },
    unsent: async () =>
      (await sql`select from mails where state <> 'sent'`.execute(db)).rows.length,
  }
}

/**
 * The sources of a commit with its own pages and packages; a `change` of one file makes another
 * build.
 */
async function checkOut(
  commit: string,
  file?: string,
  change = (text: string) => text,
): Promise<string> {
  const folder = await folderForTest()
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder])
  if (file !== undefined)
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
  const [packages, own] = [here, folder].map((root) =>
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  if (packages === own) symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--silent'], {
      cwd: folder,
      stdio: 'inherit',
    })
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  expect(existsSync(join(folder, 'dist/server'))).toBe(true)
  return folder
}

/** Readers and writers, each of which sends its next request once it has an answer. */
function startLoad(origin: string, cookie: string) {
  const failed: string[] = []
  const accepted: string[] = []
  let [sent, uploads] = [0, 0]
  const ending = new AbortController()
  async function visit(path: string, sending: Sending = {}): Promise<boolean> {
    sent++
    const status = await statusOf(origin, path, sending).catch(String)
    if (status !== 200) failed.push(`${path}: ${status}`)
    return status === 200
  }
  const again = async (act: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; !ending.signal.aborted; n++) await act(n)
  }
  const subscribe = (name: string) =>
    again(async (n) => {
      const email = `load-${name}-${n}@board.test`
      const headers = { 'content-type': 'application/json' }
      if (await visit('/api/subscribe', { headers, body: Buffer.from(JSON.stringify({ email })) }))
        accepted.push(email)
      await setTimeout(20)
    })
  const upload = async (): Promise<void> => {
    const { headers, payload } = await formOf([
      { name: 'cv.pdf', content: pdfFile({ text: 'x'.repeat(200_000) }) },
    ])
    const sending = { headers: { ...headers, cookie }, body: payload, pauseMs: 2_000 }
    await again(async () => void ((await visit('/api/profile/cv', sending)) && uploads++))
  }
  const all = Promise.all([
    again(() => visit('/')),
    again((n) => visit(`/jobs?keyword=word${n}`)),
    again((n) => visit(`/api/jobs?keyword=word${n}`)),
    again(() => visit('/api/jobs')),
    subscribe('one'),
    subscribe('two'),
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

type Sending = { headers?: Record<string, string>; body?: Buffer; pauseMs?: number }

/**
 * On a connection of its own: one that is kept open may be closed while the next request is on its
 * way.
 */
async function statusOf(
  origin: string,
  path: string,
  { headers, body, pauseMs = 0 }: Sending = {},
): Promise<number | undefined> {
  const call = request(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { origin, ...headers, ...(body && { 'content-length': body.length }) },
    agent: false,
    rejectUnauthorized: false,
  })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => {})
  if (pauseMs > 0) call.write(body?.subarray(0, 1_000))
  await setTimeout(pauseMs)
  call.end(pauseMs > 0 ? body?.subarray(1_000) : body)
  const [answer] = await answered
  await once(answer.resume(), 'end')
  return answer.statusCode
}
