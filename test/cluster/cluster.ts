// npm run cluster:test [-- --only caches,replica]: the browser's smoke tests against two nodes behind nginx, with a primary, a standby
// that is read from, Redis and an S3 store; then how soon a change on one node is seen on the other, and what a lagging standby does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../free-port.ts'
import {
  mailServer,
  missingPrograms,
  nginxServer,
  nodeServer,
  openFolder,
  postgresServer,
  redisServer,
  storeServer,
  signInAt,
  type NodeServer,
} from './servers.ts'

type Cluster = Awaited<ReturnType<typeof startCluster>>

const metricsToken = 'a token for the cluster test'

async function startCluster(folder: string) {
  const primary = await postgresServer(join(folder, 'primary'))
  const standby = await postgresServer(join(folder, 'standby'), { of: primary })
  const redis = await redisServer(folder)
  const store = await storeServer(folder)
  const mail = await mailServer()
  const port = await freePort()
  const env = {
    APP_MODE: 'demo',
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: standby.url,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    METRICS_TOKEN: metricsToken,
    TRUSTED_PROXIES: '127.0.0.1',
    IMPORT_ALLOWED_HOSTS: '127.0.0.1',
    ...store.env,
  }
  // The first one loads the demo's data.
  const one = await nodeServer(folder, 'one', env, { demo: true })
  const two = await nodeServer(folder, 'two', env, { demo: true })
  const proxy = await nginxServer(folder, port, [one.port, two.port])
  const [, password = ''] = /admin@demo\.example +(\S+)/.exec(await readFile(join(folder, 'one.log'), 'utf8')) ?? []
  return { primary, standby, redis, store, mail, one, two, proxy, password, publicUrl: env.PUBLIC_URL }
}

async function runSmokeTests({ publicUrl, primary, password }: Cluster, folder: string): Promise<boolean> {
  const tests = spawn('node_modules/.bin/playwright', ['test', '--config', 'test/cluster/playwright.config.ts'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      // The certificate is its own.
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_NO_WARNINGS: '1',
      E2E_URL: publicUrl,
      E2E_DATABASE_URL: primary.url,
      E2E_DEMO_PASSWORD: password,
      E2E_DATA_DIR: join(folder, 'one'),
    },
  })
  const [status] = (await once(tests, 'exit')) as [number | null]
  return status === 0
}

/** What a node has answered, and read from the standby. */
async function figuresOf({ origin }: NodeServer) {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await answer.text()
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^whitecoat_${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce((total, [, n]) => total + Number(n), 0)
  return {
    requests: sum('request_seconds_count') + sum('cached_answers_total'),
    replicaReads: sum('replica_reads_total'),
    retries: sum('replica_retries_total'),
    isReplicaInUse: sum('replica_in_use') === 1,
  }
}

/** Calls of one person, on whichever node. */
async function signIn(node: NodeServer, { password, publicUrl }: Cluster, role: string) {
  const headers = { 'content-type': 'application/json', origin: publicUrl }
  const cookie = await signInAt(node.origin, { email: `${role}@demo.example`, password }, { origin: publicUrl })
  return async <T>(on: NodeServer, method: string, path: string, value?: object): Promise<T> => {
    const called = await fetch(`${on.origin}${path}`, {
      method,
      headers: { ...headers, cookie },
      ...(value && { body: JSON.stringify(value) }),
    })
    if (!called.ok) throw new Error(`${method} ${path} answered ${called.status}: ${await called.text()}`)
    return (await called.json()) as T
  }
}

const textOf = async (node: NodeServer, path: string): Promise<string> => {
  const answer = await fetch(`${node.origin}${path}`)
  const text = await answer.text()
  return answer.ok ? text : ''
}

/** When the first question was asked whose answer is true, in milliseconds from now. */
async function msUntil(what: string, isTrue: () => Promise<boolean>, withinMs = 10_000): Promise<number> {
  const began = performance.now()
  for (;;) {
    const askedMs = performance.now() - began
    if (await isTrue()) return askedMs
    if (askedMs > withinMs) throw new Error(`${what}: not within ${withinMs} ms`)
    await setTimeout(2)
  }
}

const rounds = 20
const withinMs = 1_000
const rows: string[] = []
let isGood = true

/** A row of docs/reliability.md. */
function report(what: string, times: number[], limitMs = withinMs): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)} ms`
  if ((sorted.at(-1) ?? 0) > limitMs) isGood = false
  rows.push(`| ${what} | ${times.length} | ${at(0.5)} | ${at(1)} |`)
  console.log(rows.at(-1))
}

type Post = (title: string) => Promise<{ id: string; close(): Promise<void> }>

/** Postings of an employer whom moderators trust. */
async function posterOn(cluster: Cluster, node: NodeServer): Promise<Post> {
  await cluster.primary.query(
    `update users set email_verified_at = now(), trusted_at = now() where email = 'employer@demo.example'`,
  )
  const call = await signIn(node, cluster, 'employer')
  return async (title) => {
    const { id } = await call<{ id: string }>(node, 'POST', '/api/job-postings', {
      title,
      specialty: 'Cardiology',
      location: 'Austin, TX',
      description: 'You see patients of all ages in an outpatient clinic, 18 to 20 a day.',
      jobType: 'full-time',
    })
    return { id, close: async () => void (await call(node, 'PUT', `/api/job-postings/${id}`, { isActive: false })) }
  }
}

/** Whether a node shows a job in its list and on its page, from its caches where they have them. */
async function shows(node: NodeServer, id: string): Promise<boolean> {
  const texts = await Promise.all(
    [`/jobs/${id}`, `/api/jobs/${id}`, '/api/jobs?keyword=cluster'].map((path) => textOf(node, path)),
  )
  return texts.some((text) => text.includes(id))
}

async function measureCaches(cluster: Cluster): Promise<void> {
  const { one, two } = cluster
  const admin = await signIn(one, cluster, 'admin')
  const [settings, sessions, closings]: number[][] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const { periods } = await admin<{ periods: { version: number } }>(one, 'GET', '/api/admin/settings')
    const days = 30 + round
    // Cached on the other node.
    await textOf(two, '/api/posting-policy')
    await admin(one, 'PUT', '/api/admin/settings/periods', { days, reminderDays: 7, version: periods.version })
    const isSeen = async () => (await textOf(two, '/api/posting-policy')).includes(`"days":${days}`)
    settings?.push(await msUntil('the setting on the other node', isSeen))
  }
  report('a setting changed on one node, and seen on the other, which had it cached', settings ?? [])

  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [one, two] : [two, one]
    const call = await signIn(first, cluster, 'physician')
    const isKnown = () =>
      call(second, 'GET', '/api/auth/user').then(
        () => true,
        () => false,
      )
    sessions?.push(await msUntil('the session on the other node', isKnown))
  }
  report('somebody signs in on one node, and is known on the other', sessions ?? [])

  const post = await posterOn(cluster, one)
  for (let round = 0; round < rounds; round++) {
    const job = await post(`Cluster Cardiologist ${round}`)
    await msUntil('the new job on the other node', async () => (await textOf(two, `/api/jobs/${job.id}`)).includes(job.id))
    await shows(two, job.id)
    await job.close()
    closings?.push(await msUntil('the closed job on the other node', async () => !(await shows(two, job.id))))
  }
  report('a job closed on one node, and gone from list, page and answer of the other, which had them cached', closings ?? [])
}

async function measureReplica(cluster: Cluster): Promise<void> {
  const { one, two, standby } = cluster
  const inUse = (node: NodeServer) => async () => (await figuresOf(node)).isReplicaInUse
  const leftOut = (node: NodeServer) => async () => !(await inUse(node)())
  const post = await posterOn(cluster, one)
  await msUntil('the standby in use', inUse(two))
  const [closings, returns]: number[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const job = await post(`Cluster Cardiologist, paused ${round}`)
    await msUntil('the new job on the other node', () => shows(two, job.id))
    const [{ n } = { n: 0 }] = await standby.query<{ n: number }>(`select count(*)::int as n from jobs where id = '${job.id}'`)
    await standby.query('select pg_wal_replay_pause()')
    await job.close()
    closings?.push(await msUntil('the closed job on the other node', async () => !(await shows(two, job.id))))
    // It must not come back, although the standby still has it.
    for (let again = 0; again < 10; again++) if (n === 1 && (await shows(two, job.id))) throw new Error('a closed job came back')
    await standby.query('select pg_wal_replay_resume()')
    returns?.push(await msUntil('the standby in use', inUse(two)))
  }
  report('the same while replay on the standby is paused', closings ?? [])
  report('replay goes on, and the standby is used again', returns ?? [])

  await one.stop()
  await one.start()
  const search = (n: number) =>
    fetch(`${two.origin}/api/jobs?minPay=${100_000 + n}`).then(
      (response) => response.status,
      () => 0,
    )
  let asked = 0
  const statuses = new Map<number, number>()
  const ending = new AbortController()
  const visitors = Promise.all(
    [1, 2].map(async () => {
      while (!ending.signal.aborted) {
        const status = await search(asked++)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await setTimeout(5)
      }
    }),
  )
  const [kills, stops]: number[][] = [[], []]
  for (let round = 0; round < 5; round++) {
    await standby.kill()
    kills?.push(await msUntil('the killed standby left out', leftOut(two)))
    await standby.startAgain()
    await msUntil('the standby in use', inUse(two))
    standby.freeze()
    stops?.push(await msUntil('the frozen standby left out', leftOut(two)))
    standby.thaw()
    await msUntil('the standby in use', inUse(two))
  }
  ending.abort()
  await visitors
  report('standby killed (kill -9), and left out', kills ?? [])
  report('standby stopped (SIGSTOP, all its processes), and left out', stops ?? [])
  const failed = asked - (statuses.get(200) ?? 0)
  if (failed > 0) isGood = false
  console.log(`Searches meanwhile: ${asked}, of which ${failed} failed.`)
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const missing = missingPrograms(['postgres', 'pg_basebackup', 'redis-server', 'nginx', 'openssl'])
if (missing.length > 0) {
  console.log(`Skipped: ${missing.join(', ')} not found. Install Debian's postgresql, redis-server and nginx.`)
  process.exit()
}
const folder = await mkdtemp(join(tmpdir(), 'whitecoat-cluster-'))
openFolder(folder)
const began = performance.now()
let cluster: Cluster | undefined
try {
  cluster = await startCluster(folder)
  console.log(`The cluster answers at ${cluster.publicUrl} after ${Math.round((performance.now() - began) / 1000)} s.`)
  const wants = (name: string) => values.only?.split(',').includes(name) ?? true
  if (wants('smoke') && !(await runSmokeTests(cluster, folder))) isGood = false
  for (const [name, node] of Object.entries({ one: cluster.one, two: cluster.two })) {
    const { requests, replicaReads, retries } = await figuresOf(node)
    console.log(`Node ${name}: ${requests} requests, ${replicaReads} reads from the standby, ${retries} retried on the primary.`)
  }
  if (wants('caches')) await measureCaches(cluster)
  if (wants('replica')) await measureReplica(cluster)
  console.log(`${Math.round((performance.now() - began) / 1000)} s`)
} catch (error) {
  for (const name of ['one', 'two', 'nginx', 'primary', 'standby']) {
    const log = await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '')
    if (log) console.error(`${name}: ${log.split('\n').slice(-6).join('\n').slice(-1500)}`)
  }
  console.error(error)
  isGood = false
} finally {
  if (cluster) {
    const { one, two, proxy, primary, standby, redis, store, mail } = cluster
    await Promise.all([one.stop(), two.stop(), proxy.stop()])
    await Promise.all([primary.kill(), standby.kill(), redis.kill(), store.kill(), mail.close()])
  }
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
