// npm run faults [-- --rounds 5 --only node,postgres --save table.md]: kills, freezes and cuts off every server of a cluster in the midst of
// writes, and counts what was lost.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { startImportRun } from '#features/imports/server/runs/run-tasks.ts'
import { publicPost } from '#features/postings/postings.fixture.ts'
import { openDatabase } from '#platform/server/database.ts'
import { openBoss } from '#platform/server/tasks/worker.ts'
import { addJobs, jobRow } from '../factories.ts'
import { formOf } from '../upload-cv.ts'
import { brokenNetwork, brokenStore, listening } from './broken.ts'
import {
  isReady,
  mailServer,
  nodeServer,
  postJson,
  openFolder,
  postgresServer,
  redisServer,
  signInAt,
  storeServer,
  type Postgres,
  type Server,
} from './servers.ts'

const quiet = { error: () => {}, warn: () => {} }

type Cluster = Awaited<ReturnType<typeof startCluster>>

async function startCluster(folder: string) {
  const hasSmallDisk = mountSmallDisk(join(folder, 'primary'))
  const primary = await postgresServer(join(folder, 'primary'))
  const standby = await postgresServer(join(folder, 'standby'), { of: primary })
  // A write is acknowledged when both have it, so that none is lost with the primary.
  await setStandbys(primary, '*')
  const networks = [await brokenNetwork(primary.port), await brokenNetwork(standby.port)]
  const redis = await redisServer(folder)
  const store = await storeServer(folder)
  const between = await brokenStore(store.env['S3_ENDPOINT'] ?? '')
  const feed = await startFeed()
  const mail = await mailServer()
  const env = {
    DATABASE_URL: `postgres://postgres@${networks.map((network) => `127.0.0.1:${network.port}`).join(',')}/whitecoat`,
    REDIS_URL: redis.url,
    RATE_LIMITS: 'off',
    SMTP_URL: mail.url,
    ...store.env,
    S3_ENDPOINT: between.url,
    IMPORT_ALLOWED_HOSTS: new URL(feed.url).host,
    INDEXNOW_URL: 'off',
  }
  const node = await nodeServer(folder, 'node', { ...env, WORKER: 'off' })
  const clock = join(folder, 'clock')
  await writeFile(clock, '+0')
  const worker = await nodeServer(folder, 'worker', { ...env, ...fakeClock(clock) })
  // It listens before its tasks run, and ends if it cannot start them.
  while (!(await readFile(join(folder, 'worker.log'), 'utf8').catch(() => '')).includes('is ready at')) await setTimeout(250)
  return {
    hasSmallDisk,
    clock,
    primary,
    networks,
    redis,
    store,
    between,
    feed,
    mail,
    node,
    worker,
    folder,
    current: primary,
    standby,
    cutAt: 0,
    slowestReadinessMs: 0,
    signUps: { acknowledged: 0, refused: 0, unanswered: 0, lost: 0 },
  }
}

/** Which standbys a commit waits for. */
async function setStandbys(server: Postgres, names: '*' | ''): Promise<void> {
  await server.query(`alter system set synchronous_standby_names = '${names}'`)
  await server.query('select pg_reload_conf()')
}

async function promoteStandby(cluster: Cluster): Promise<void> {
  const { current, standby } = cluster
  await standby.promote()
  await setStandbys(standby, '')
  Object.assign(cluster, { current: standby, standby: current })
}

/** The former primary becomes the standby. */
async function rejoin({ current, standby }: Cluster): Promise<void> {
  await standby.follow(current)
  await setStandbys(current, '*')
}

const rowsOfFeed = 1_000

/** A dataset whose rows have the name of its file. */
async function startFeed() {
  const server = createServer((request, response) => {
    const name = /\/([\w-]+)\.json/.exec(request.url ?? '')?.[1] ?? ''
    const words = () => Array.from({ length: 20 }, () => Math.random().toString(36).slice(2, 10)).join(' ')
    const row = (n: number) => ({
      id: `${name}-${n}`,
      jobUrl: `https://boards.example.org/${name}/${n}`,
      title: `Cardiologist ${name} ${n}`,
      companyName: `Practice ${name} ${n}`,
      location: 'Boise, ID',
      description: `A physician sees patients on four days a week: ${words()}.`,
    })
    response.end(JSON.stringify(Array.from({ length: rowsOfFeed }, (_, n) => row(n))))
  })
  return listening(server)
}

const [faketime] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

/** Lets a file move the clock, where Debian's libfaketime is installed. */
const fakeClock = (file: string): Record<string, string> =>
  faketime === undefined
    ? {}
    : { LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }

/** Only root may. */
function mountSmallDisk(path: string): boolean {
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1500m', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What the server said it had taken, by kind and key. */
type Ledger = { acknowledged: Map<string, string[]>; unanswered: number; refused: number }

/** Where each kind is stored, and by what; a CV replaces the one before, and `countLostCvs` looks after each round. */
const placeOf: Record<string, [table: string, column: string]> = {
  inquiry: ['inquiries', 'email'],
  account: ['users', 'email'],
  posting: ['jobs', 'title'],
  subscription: ['newsletter_subscribers', 'email'],
}
const list = (keys: string[]): string => keys.map((key) => `'${key}'`).join(',')

type Physician = { cookie: string; id: string; cv: { name: string; content: Buffer } | undefined }
type Writer = { origin: string; ledger: Ledger; job: { id: string; title: string }; physician: Physician }

type Write = { kind: string; key: string; path: string; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }

/** How long somebody tries again. */
const patienceMs = 300_000

const person = {
  firstName: 'Alex',
  lastName: 'Example',
  password: 'correct horse battery staple',
  website: '',
  role: 'physician',
}

/** One write of each kind, each tried again until it is answered. */
async function writeEach({ origin, ledger, job, physician }: Writer): Promise<void> {
  const key = randomUUID()
  const email = `${key}@mail.test`
  const content = pdfFile({ text: key })
  const form = await formOf([{ name: `${key}.pdf`, content }])
  const json = (path: string, body: object) => ({
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const inquiry = { name: 'Alex', email, message: 'Is the position still open?', jobId: job.id, jobTitle: job.title }
  const title = `Physician ${key}`
  const upload = {
    path: '/api/profile/cv',
    headers: { ...form.headers, cookie: physician.cookie, origin },
    body: new Uint8Array(form.payload),
  }
  const writes: Write[] = [
    { kind: 'inquiry', key: email, ...json('/api/job-inquiry', inquiry) },
    { kind: 'account', key: email, ...json('/api/auth/register', { ...person, email }) },
    { kind: 'posting', key: title, ...json('/employers/post', publicPost({ title, contactEmail: email, idempotencyKey: key })) },
    { kind: 'subscription', key: email, ...json('/api/subscribe', { email }) },
    { kind: 'cv', key: `${key}.pdf`, ...upload },
  ]
  await Promise.all(writes.map((write) => untilAcknowledged(origin, write, ledger)))
  physician.cv = { name: `${key}.pdf`, content }
}

async function untilAcknowledged(origin: string, { kind, key, path, headers, body }: Write, ledger: Ledger): Promise<void> {
  const end = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body, signal }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.ok || (answer?.status === 409 && attempt > 1)) {
      // Its headers are the acknowledgement, even if the rest is cut off.
      ledger.acknowledged.set(kind, [...(ledger.acknowledged.get(kind) ?? []), key])
      return
    }
    if (!answer) ledger.unanswered++
    else if (answer.status === 503) ledger.refused++
    else throw new Error(`${kind} answered ${answer.status}: ${text}`)
    if (Date.now() > end) throw new Error(`${kind} was not taken in ${patienceMs / 1000} s; the last answer: ${text}`)
    await setTimeout(1_000)
  }
}

type Fault = {
  about: string
  strike(cluster: Cluster): Promise<void>
  mend(cluster: Cluster): Promise<void>
  /** Once both nodes are ready again. */
  rebuild?(cluster: Cluster): Promise<void>
  /** It signs up through both nodes, and no visitor writes. */
  signsUp?: boolean
  /** Each takes longer than a minute, or can happen once. */
  mostRounds?: number
  /** Runs an import meanwhile. */
  imports?: boolean
  /** A task that ends meanwhile cannot be marked as done. */
  cutsDatabase?: boolean
}

const killing = (about: string, pick: (cluster: Cluster) => Server): Fault => ({
  about,
  strike: (cluster) => pick(cluster).kill(),
  mend: (cluster) => pick(cluster).startAgain(),
})

const freezing = (about: string, pick: (cluster: Cluster) => Server): Fault => ({
  about,
  strike: async (cluster) => {
    pick(cluster).freeze()
    await askReadiness(cluster)
  },
  mend: async (cluster) => pick(cluster).thaw(),
})

/** As balancers do, who wait two seconds. */
async function askReadiness(cluster: Cluster, ms = 5_000): Promise<void> {
  const end = Date.now() + ms
  while (Date.now() < end) {
    for (const { origin } of [cluster.node, cluster.worker]) {
      const began = performance.now()
      const signal = AbortSignal.timeout(5_000)
      await fetch(`${origin}/readyz`, { signal }).catch(() => {})
      cluster.slowestReadinessMs = Math.max(cluster.slowestReadinessMs, performance.now() - began)
    }
    await setTimeout(200)
  }
}

/** Signs up through both nodes before, during and after a change of primaries, and counts what the new one does not have. */
async function signUpsDuring(cluster: Cluster, change: () => Promise<void>): Promise<void> {
  const end = new AbortController()
  const taken: { email: string; at: number }[] = []
  const signUp = async (origin: string): Promise<void> => {
    while (!end.signal.aborted) {
      const email = `${randomUUID()}@mail.test`
      const signal = AbortSignal.timeout(5_000)
      const answer = await postJson(`${origin}/api/auth/register`, { ...person, email }, { signal }).catch(() => undefined)
      if (answer?.ok) taken.push({ email, at: Date.now() })
      else if (answer?.status === 503) cluster.signUps.refused++
      else cluster.signUps.unanswered++
    }
  }
  const writing = Promise.all([cluster.node, cluster.worker].map(({ origin }) => signUp(origin)))
  await setTimeout(2_000)
  const former = cluster.current
  const began = Date.now()
  await change()
  const changed = Date.now()
  await setTimeout(8_000)
  end.abort()
  await writing
  const emails = async (server: Postgres) => {
    const known = `select email from users where email in (${list(taken.map(({ email }) => email))})`
    return new Set((await server.query<{ email: string }>(known)).map(({ email }) => email))
  }
  const [here, there] = [await emails(cluster.current), await emails(former)]
  const missing = taken.filter((person) => !here.has(person.email))
  const last = Math.max(0, ...missing.map((it) => it.at - began))
  console.log(
    `${taken.length} accounts acknowledged, ${taken.filter((it) => it.at > changed).length} of them after the change, which took ${changed - began} ms; ` +
      `${missing.length} not on the new primary (${missing.filter((it) => there.has(it.email)).length} on the former only), the last acknowledged ${last} ms after the change began`,
  )
  cluster.signUps.acknowledged += taken.length
  cluster.signUps.lost += missing.length
}

type Effect = (cluster: Cluster) => unknown

/** Begins, lasts for so many seconds, and ends. */
const lasting = (about: string, seconds: number, begin: Effect, end: Effect): Fault => ({
  about,
  strike: async (cluster) => {
    await begin(cluster)
    await setTimeout(seconds * 1_000)
  },
  mend: async (cluster) => void (await end(cluster)),
})

const cutConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
`

const faults: Record<string, Fault> = {
  node: killing('kill -9 of the node that answers', (cluster) => cluster.node),
  worker: killing('kill -9 of the worker', (cluster) => cluster.worker),
  postgres: { ...killing('kill -9 of PostgreSQL', (cluster) => cluster.current), cutsDatabase: true },
  redis: killing('kill -9 of Redis', (cluster) => cluster.redis),
  store: killing('kill -9 of the S3 store', (cluster) => cluster.store),
  importWorker: { ...killing(`kill -9 of the worker in an import of ${rowsOfFeed} rows`, (it) => it.worker), imports: true },
  importPostgres: {
    ...killing(`kill -9 of PostgreSQL in an import of ${rowsOfFeed} rows`, (cluster) => cluster.current),
    imports: true,
    cutsDatabase: true,
  },
  brokenStore: lasting(
    'an S3 store whose every third call fails: 503, a body cut in half, an answer lost',
    2,
    ({ between }) => (between.breaks = true),
    ({ between }) => (between.breaks = false),
  ),
  listen: {
    about: 'every connection to PostgreSQL cut, LISTEN too',
    cutsDatabase: true,
    strike: async ({ current }) => void (await current.query(cutConnections)),
    mend: async () => {},
  },
  connections: {
    ...lasting(
      'connection limit reached for two seconds',
      2,
      async ({ current }) => {
        await current.query('alter database whitecoat connection limit 1')
        await current.query(cutConnections)
      },
      ({ current }) => current.query('alter database whitecoat connection limit -1'),
    ),
    cutsDatabase: true,
  },
  lock: {
    about: 'a lock on the inquiries held for a minute',
    mostRounds: 3,
    strike: ({ current }) =>
      current.query(`begin; lock table inquiries in access exclusive mode; select pg_sleep(60); commit`).then(() => {}),
    mend: async () => {},
  },
  mail: lasting(
    'a mail server that takes 2 s and refuses half with 451',
    3,
    ({ mail }) => Object.assign(mail, { slowMs: 2_000, breaks: true }),
    ({ mail }) => Object.assign(mail, { slowMs: 0, breaks: false }),
  ),
  frozenRedis: lasting(
    'Redis stopped (SIGSTOP) for two seconds',
    2,
    ({ redis }) => redis.freeze(),
    ({ redis }) => redis.thaw(),
  ),
  clock: lasting(
    "the worker's clock an hour ahead for three seconds, and back",
    3,
    ({ clock }) => {
      if (faketime === undefined) throw new Error('Install libfaketime, or name the other faults with --only')
      return writeFile(clock, '+3600')
    },
    ({ clock }) => writeFile(clock, '+0'),
  ),
  disk: {
    ...lasting(
      "PostgreSQL's disk full for three seconds",
      3,
      ({ hasSmallDisk, folder: inside }) => {
        if (!hasSmallDisk) throw new Error('Run as root, or name the other faults with --only')
        // It ends with an error, when nothing is left.
        spawnSync('dd', ['if=/dev/zero', `of=${join(inside, 'primary/filler')}`, 'bs=1M'], { stdio: 'ignore' })
      },
      async ({ folder: inside, primary }) => {
        await rm(join(inside, 'primary/filler'))
        // A database that cannot recover for want of space ends.
        await primary.query('select 1').catch(() => setTimeout(2_000))
        await primary.query('select 1').catch(() => primary.start())
      },
    ),
    cutsDatabase: true,
  },
  failover: {
    about: 'primary killed, its standby promoted',
    cutsDatabase: true,
    strike: async (cluster) => {
      await cluster.current.kill()
      await promoteStandby(cluster)
    },
    mend: async () => {},
    rebuild: rejoin,
  },
  frozenNode: freezing('the node that answers stopped (SIGSTOP) for five seconds', (cluster) => cluster.node),
  frozenPostgres: {
    ...freezing('PostgreSQL stopped (SIGSTOP, all its processes) for five seconds', (cluster) => cluster.current),
    cutsDatabase: true,
  },
  frozenStandby: {
    ...freezing('the synchronous standby stopped (SIGSTOP) for five seconds', (cluster) => cluster.standby),
    cutsDatabase: true,
  },
  lostStandby: {
    ...killing('the synchronous standby killed, and away for five seconds', (cluster) => cluster.standby),
    cutsDatabase: true,
    strike: async (cluster) => {
      await cluster.standby.kill()
      await askReadiness(cluster)
    },
  },
  packetLoss: {
    about: 'a network to PostgreSQL that loses packets for five seconds',
    cutsDatabase: true,
    strike: async (cluster) => {
      for (const it of cluster.networks) it.loses = true
      await askReadiness(cluster)
    },
    mend: async ({ networks }) => {
      for (const it of networks) it.loses = false
    },
  },
  halfOpen: {
    about: 'all connections to PostgreSQL half-open, and reset after 20 s, as keepalive does',
    cutsDatabase: true,
    strike: async (cluster) => {
      for (const it of cluster.networks) it.halfOpen()
      await askReadiness(cluster, 20_000)
    },
    mend: async ({ networks }) => {
      for (const it of networks) it.resetHalfOpen()
    },
  },
  returningPrimary: {
    about: 'primary killed, its standby promoted, the former primary started again as it was',
    cutsDatabase: true,
    signsUp: true,
    strike: async (cluster) => {
      const former = cluster.current
      // It will wait for no standby when it starts again.
      await former.query(`alter system set synchronous_standby_names = ''`)
      await signUpsDuring(cluster, async () => {
        await former.kill()
        await promoteStandby(cluster)
        await former.start()
      })
    },
    mend: ({ standby }) => standby.kill(),
    rebuild: rejoin,
  },
  unfencedPrimary: {
    about: 'standby promoted while the primary, without synchronous standbys, goes on accepting writes',
    cutsDatabase: true,
    signsUp: true,
    strike: async (cluster) => {
      await setStandbys(cluster.current, '')
      await signUpsDuring(cluster, () => promoteStandby(cluster))
    },
    mend: ({ standby }) => standby.kill(),
    rebuild: rejoin,
  },
}

const nothing = { acknowledged: 0, refused: 0, unanswered: 0, lost: 0, doubled: 0, orphans: 0, recoveryMs: 0 }
type Row = { about: string; rounds: number } & typeof nothing

const visitors = 3

type Scene = { cluster: Cluster; job: Writer['job']; physicians: Physician[] }

const bossOf = ({ current }: Cluster): Promise<PgBoss> =>
  openBoss({ connectionString: current.url }, { log: quiet, supervise: false, schedule: false })

async function strikeRounds(
  { cluster, job, physicians }: Scene,
  fault: Fault,
  rounds: number,
  report: (row: Row) => Promise<void>,
): Promise<void> {
  const ledger: Ledger = { acknowledged: new Map(), unanswered: 0, refused: 0 }
  let primary = cluster.current
  let boss = await bossOf(cluster)
  cluster.slowestReadinessMs = 0
  cluster.signUps = { acknowledged: 0, refused: 0, unanswered: 0, lost: 0 }
  const row: Row = { about: fault.about, rounds, ...nothing }
  for (let round = 1; round <= rounds; round++) {
    const writing = Promise.all(
      (fault.signsUp ? [] : physicians).map(async (physician) => {
        await setTimeout(Math.random() * 1_200)
        await writeEach({ origin: cluster.node.origin, ledger, job, physician })
      }),
    )
    const importing = fault.imports && (await startImport(cluster))
    await setTimeout(Math.random() * (fault.imports ? 4_000 : 1_500))
    await fault.strike(cluster)
    await fault.mend(cluster)
    const began = performance.now()
    await untilReady(cluster)
    row.recoveryMs = Math.max(row.recoveryMs, performance.now() - began)
    if (fault.cutsDatabase) cluster.cutAt = Date.now()
    await fault.rebuild?.(cluster)
    if (cluster.current !== primary) {
      primary = cluster.current
      void boss.stop({ graceful: false }).catch(() => {})
      boss = await bossOf(cluster)
    }
    await writing
    if (importing) await untilImported(cluster, boss, importing)
    const tasks = await settleTasks(cluster, boss)
    const processes = await strangers(cluster)
    const left = tasks.length + processes
    if (left > 0) console.error(`${fault.about}, round ${round}: ${JSON.stringify(tasks)} and ${processes} processes left`)
    row.orphans += left
    row.lost += await countLostCvs(cluster, physicians)
    if (importing) {
      const [found] = await cluster.current.query<{ n: number; other: number }>(`
        select count(*)::int as n, count(distinct title)::int as other from jobs where source = '${importing.name}'
      `)
      row.lost += rowsOfFeed - (found?.other ?? 0)
      row.doubled += (found?.n ?? 0) - (found?.other ?? 0)
      row.acknowledged += rowsOfFeed
    }
    if (round % 10 !== 0 && round !== rounds) continue
    const { lost, doubled } = await compare(cluster.current, ledger)
    const orphans = row.orphans + (await countOrphanFiles(cluster, boss))
    const mailsTwice = doubledMails(cluster)
    if (mailsTwice > 0) console.error(`${fault.about}: ${mailsTwice} mails were accepted twice`)
    row.doubled += mailsTwice
    const { signUps } = cluster
    const taken = row.acknowledged + signUps.acknowledged
    if (cluster.slowestReadinessMs > 0) console.log(`/readyz answered within ${cluster.slowestReadinessMs.toFixed(0)} ms`)
    await report({
      ...row,
      rounds: round,
      acknowledged: [...ledger.acknowledged.values()].reduce((sum, it) => sum + it.length, taken),
      refused: ledger.refused + signUps.refused,
      unanswered: ledger.unanswered + signUps.unanswered,
      lost: row.lost + signUps.lost + lost,
      doubled: row.doubled + doubled,
      orphans,
    })
  }
  await boss.stop({ graceful: false }).catch(() => {})
}

/** An import of a source of its own, which a worker runs. */
async function startImport({ current, feed }: Cluster): Promise<{ id: string; name: string }> {
  const db = openDatabase({ connectionString: current.url })
  try {
    const [sourceId, name] = [randomUUIDv7(), `feed-${randomUUID()}`]
    await sql`
      insert into import_sources (id, name, url, schedule, is_complete) values (${sourceId}, ${name}, ${`${feed.url}/${name}.json`}, 'never', true)
    `.execute(db)
    return { id: await startImportRun(db, { sourceId, startedBy: null }), name }
  } finally {
    await db.destroy()
  }
}

async function untilImported(cluster: Cluster, boss: PgBoss, { id }: { id: string }): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    const [run] = await cluster.current.query<{ status: string; message: string }>(
      `select status, message from imports where id = '${id}'`,
    )
    if (run?.status === 'finished') return
    if (run?.status !== 'running' || Date.now() > end) throw new Error(`the import is ${run?.status}: ${run?.message}`)
    await moveTimeOn(cluster, boss)
    await setTimeout(500)
  }
}

const openTasks = `name <> 'dead-tasks' and state in ('created', 'retry', 'active') and (state = 'retry' or start_after <= now())`

/** Retries are due after minutes, and a dead worker's tasks are taken over after one, or 15 if they are pg-boss's own: nobody waits here. */
async function moveTimeOn({ worker, cutAt }: Cluster, boss: PgBoss): Promise<void> {
  await rowsOf(boss, `update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
  // Whoever sent a mail writes that down as soon as the database is back.
  const isWritten = Date.now() > cutAt + 5_000
  const since = new Date(isWritten ? Math.max(worker.startedAt, cutAt) : worker.startedAt).toISOString()
  const { length } = await rowsOf(
    boss,
    `update pgboss.job set heartbeat_on = now() - interval '1 hour', started_on = started_on - interval '1 hour'
     where state = 'active' and started_on < '${since}' returning id`,
  )
  if (length === 0) return
  await rowsOf(boss, 'update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  await boss.supervise()
}

type Task = { name: string; state: string; attempts: number }

/** Over connections that stay open: a new one costs a process. */
async function rowsOf<T = unknown>(boss: PgBoss, text: string): Promise<T[]> {
  const read = async (): Promise<T[]> => (await boss.getDb().executeSql(text)).rows
  // The first one after a fault meets a connection that is broken.
  return read().catch(read)
}

/** Waits until no task is due. @returns those that are after a minute. */
async function settleTasks(cluster: Cluster, boss: PgBoss): Promise<Task[]> {
  const end = Date.now() + 60_000
  for (;;) {
    const left = await rowsOf<Task>(boss, `select name, state, retry_count as attempts from pgboss.job where ${openTasks}`)
    if (left.length === 0 || Date.now() > end) return left
    await moveTimeOn(cluster, boss)
    await setTimeout(500)
  }
}

/** Processes of killed nodes. */
async function strangers({ folder: inside, node, worker }: Cluster): Promise<number> {
  const known = new Set([node.pid, worker.pid].map(String))
  const ours = async (pid: string) =>
    (await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')).includes(`DATA_DIR=${inside}/`)
  const found = await Promise.all(globSync('[0-9]*', { cwd: '/proc' }).map(async (pid) => !known.has(pid) && (await ours(pid))))
  return found.filter(Boolean).length
}

/** Each physician has the CV that was acknowledged last, whole, and no other. */
async function countLostCvs({ current, node }: Cluster, physicians: Physician[]): Promise<number> {
  let lost = 0
  for (const { id, cookie, cv } of physicians) {
    const rows = await current.query<{ file_name: string }>(`select file_name from cv_files where physician_id = '${id}'`)
    const answer = await fetch(`${node.origin}/api/profile/cv/download`, { headers: { cookie } })
    const content = Buffer.from(await answer.arrayBuffer())
    if (cv && !(rows.length === 1 && rows[0]?.file_name === cv.name && content.equals(cv.content))) lost++
  }
  return lost
}

/** Files without a row, and rows without a file, after the nightly sweep. */
async function countOrphanFiles(cluster: Cluster, boss: PgBoss): Promise<number> {
  const inside = join(cluster.folder, 'store/files/cv')
  const yesterday = new Date(Date.now() - 48 * 60 * 60_000)
  const stored = async () => (await readdir(inside).catch((): string[] => [])).filter((it) => it.endsWith('_object'))
  const before = await stored()
  for (const name of before) await utimes(join(inside, name), yesterday, yesterday)
  await boss.send('sweep-cv-files', {})
  await settleTasks(cluster, boss)
  const ids = (await cluster.current.query<{ id: string }>('select id from cv_files')).map((it) => it.id)
  const after = await stored()
  if (before.length > after.length) console.log(`the sweep removed ${before.length - after.length} files of aborted uploads`)
  return (
    after.filter((file) => !ids.some((id) => file.includes(id))).length +
    ids.filter((id) => !after.some((file) => file.includes(id))).length
  )
}

let knownDoubles = 0
/** Since the last call. */
function doubledMails({ mail }: Cluster): number {
  const before = knownDoubles
  knownDoubles = [...mail.accepted.values()].filter((it) => it > 1).length
  return knownDoubles - before
}

async function untilReady({ node, worker }: Cluster): Promise<void> {
  const end = Date.now() + 60_000
  while (!((await isReady(node.origin)) && (await isReady(worker.origin)))) {
    if (Date.now() > end) {
      const state = ({ origin }: { origin: string }) => fetch(`${origin}/readyz`).then((response) => response.text(), String)
      const texts = await Promise.all([node, worker].map(state))
      throw new Error(`The cluster did not recover within a minute: ${texts.join('; ')}`)
    }
    await setTimeout(50)
  }
}

async function compare(database: Postgres, { acknowledged }: Ledger): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0]
  for (const [kind, [table, column]] of Object.entries(placeOf)) {
    const keys = acknowledged.get(kind) ?? []
    if (keys.length === 0) continue
    const rows = await database.query<{ key: string; n: number }>(
      `select ${column} as key, count(*)::int as n from ${table} where ${column} in (${list(keys)}) group by 1`,
    )
    const found = new Map(rows.map((row) => [row.key, row.n]))
    for (const key of keys) {
      if (!found.has(key)) lost++
      if ((found.get(key) ?? 0) > 1) doubled++
    }
  }
  return { lost, doubled }
}

/** What mail and tasks came to. */
async function outcome({ current, mail }: Cluster) {
  const [mails] = await current.query<{ sent: number; other: number }>(`
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state <> 'sent')::int as other from mails
  `)
  const dead = await current.query(`select source_name, output ->> 'message' as reason from pgboss.job where name = 'dead-tasks'`)
  return { sent: mails?.sent, notSent: mails?.other, accepted: mail.accepted.size, dead }
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' }, save: { type: 'string' } },
})
const names = values.only?.split(',') ?? Object.keys(faults)
for (const name of names) if (!faults[name]) throw new Error(`There is no fault ${name}: ${Object.keys(faults).join(', ')}`)
const folder = await mkdtemp(join(tmpdir(), 'whitecoat-faults-'))
openFolder(folder)
const began = Date.now()
const cluster = await startCluster(folder)
try {
  const db = openDatabase({ connectionString: cluster.primary.url })
  const job = jobRow({ contact_email: 'employer@mail.test' })
  await addJobs(db, [job])
  await db.destroy()
  const physicians = await Promise.all(
    Array.from({ length: visitors }, (_, n) => signUpPhysician(cluster, `physician-${n}@mail.test`)),
  )
  const lines = new Map<string, string>()
  for (const name of names) {
    const fault = faults[name]
    if (!fault) continue
    const rounds = Math.min(fault.mostRounds ?? Infinity, Number(values.rounds))
    await strikeRounds({ cluster, job, physicians }, fault, rounds, async (row) => {
      const figures = [row.rounds, row.acknowledged, row.refused, row.unanswered, row.lost, row.doubled, row.orphans]
      lines.set(name, `| ${[row.about, ...figures, `${(row.recoveryMs / 1000).toFixed(1)} s`].join(' | ')} |`)
      if (values.save !== undefined) await writeFile(values.save, `${[...lines.values()].join('\n')}\n`)
    })
    console.log(lines.get(name))
  }
  console.log(JSON.stringify(await outcome(cluster)))
  console.log(`${((Date.now() - began) / 1000).toFixed(0)} s`)
} catch (error) {
  for (const name of ['node', 'worker', 'primary', 'standby']) {
    const log = await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '')
    console.error(`${name}: ${log.split('\n').slice(-6).join('\n').slice(-1500)}`)
  }
  throw error
} finally {
  await Promise.all([cluster.node.stop(), cluster.worker.stop()])
  await Promise.all([
    cluster.current.kill(),
    cluster.standby.kill(),
    cluster.redis.kill(),
    cluster.store.kill(),
    cluster.mail.close(),
  ])
  cluster.between.close()
  for (const it of cluster.networks) it.close()
  cluster.feed.close()
  if (cluster.hasSmallDisk) execFileSync('umount', [join(folder, 'primary')])
  await rm(folder, { recursive: true, force: true })
}

/** A physician who is signed in. */
async function signUpPhysician({ node, current }: Cluster, email: string): Promise<Physician> {
  await postJson(`${node.origin}/api/auth/register`, { ...person, email })
  await current.query(`update users set email_verified_at = now() where email = '${email}'`)
  const cookie = await signInAt(node.origin, { email, password: person.password })
  const [user] = await current.query<{ id: string }>(`select id from users where email = '${email}'`)
  return { cookie, id: user?.id ?? '', cv: undefined }
}
