// npm run faults [-- --rounds 5 --only node,postgres --save table.md]: kills, freezes and cuts off
// every server of a cluster in the midst of writes, and counts what was lost.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { pdfFile } from '#test/cv-files.ts'
import { startImportRun } from '#features/imports/server/runs/run-tasks.ts'
import { publicPost } from '#test/posting-forms.ts'
import { openDatabase } from '#platform/server/database.ts'
import { openBoss } from '#platform/server/tasks/worker.ts'
import { addJobs, jobRow } from '../factories.ts'
import { serveLocally } from '../for-test.ts'
import { formOf } from '../upload-cv.ts'
import { brokenNetwork, brokenStore } from './broken.ts'
import * as servers from './servers.ts'

type Cluster = Awaited<ReturnType<typeof startCluster>>

async function startCluster(folder: string) {
  const hasSmallDisk = mountSmallDisk(join(folder, 'primary'))
  const primary = await servers.postgresServer(join(folder, 'primary'))
  const standby = await servers.postgresServer(join(folder, 'standby'), { of: primary })
  // A write is acknowledged when both have it, so that none is lost with the primary.
  await setStandbys(primary, '*')
  const network = await brokenNetwork(primary.port, standby.port)
  const store = await servers.storeServer(folder)
  const brokenFiles = await brokenStore(store.env['S3_ENDPOINT'] ?? '')
  const feed = await startFeed()
  const mail = await servers.mailServer()
  const env = {
    DATABASE_URL: `postgres://postgres@${network.ports.map((port) => `127.0.0.1:${port}`).join(',')}/whitecoat`,
    SMTP_URL: mail.url,
    ...store.env,
    S3_ENDPOINT: brokenFiles.url,
    IMPORT_ALLOWED_HOSTS: new URL(feed).host,
    INDEXNOW_URL: 'off',
  }
  const node = await servers.nodeServer(folder, 'node', { ...env, WORKER: 'off' })
  const clock = join(folder, 'clock')
  await writeFile(clock, '+0')
  const worker = await servers.nodeServer(folder, 'worker', { ...env, ...fakeClock(clock) })
  const workerLog = join(folder, 'worker.log')
  // It listens before its tasks run, and ends if it cannot start them.
  await until(60, async () =>
    (await readFile(workerLog, 'utf8').catch(() => '')).includes('is ready at'),
  )
  const state = { current: primary, standby, cutAt: 0, slowestReadinessMs: 0 }
  return {
    ...state,
    hasSmallDisk,
    clock,
    primary,
    network,
    store,
    brokenFiles,
    feed,
    mail,
    node,
    worker,
    folder,
  }
}

/** Asks until it is true. @returns whether it became so in time. */
async function until(seconds: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + seconds * 1_000; !(await isTrue()); await setTimeout(100))
    if (Date.now() > end) return false
  return true
}

/** Which standbys a commit waits for. */
async function setStandbys(server: servers.Postgres, names: '*' | ''): Promise<void> {
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
async function startFeed(): Promise<string> {
  const server = await serveLocally((request, response) => {
    const name = /\/([\w-]+)\.json/.exec(request.url ?? '')?.[1] ?? ''
    const words = () =>
      Array.from({ length: 20 }, () => Math.random().toString(36).slice(2, 10)).join(' ')
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
  return server.origin
}

const [faketime] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

/** Lets a file move the clock, where Debian's libfaketime is installed. */
const fakeClock = (file: string): Record<string, string> =>
  faketime === undefined
    ? {}
    : {
        LD_PRELOAD: faketime,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }

/** Only root may. */
function mountSmallDisk(path: string): boolean {
  mkdirSync(path)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1500m', 'tmpfs', path])
  if (status === 0) servers.cleanup.defer(() => void execFileSync('umount', [path]))
  return status === 0
}

type Physician = { cookie: string; id: string; cv: { name: string; content: Buffer } | undefined }
type Scene = { cluster: Cluster; job: { id: string; title: string }; physicians: Physician[] }

/**
 * What the servers said they had taken, by kind and address, and the sources that were imported.
 */
type Ledger = {
  acknowledged: Map<string, string[]>
  imported: string[]
  unanswered: number
  refused: number
}

const person = {
  firstName: 'Alex',
  lastName: 'Example',
  password: 'correct horse battery staple',
  website: '',
  role: 'physician',
}

type KindName = 'inquiry' | 'account' | 'posting' | 'subscription'
type Kind = {
  path: string
  body(email: string, job: Scene['job']): object
  table: string
  column?: string
}

/** What visitors send, and where its address is stored. */
const kinds: Record<KindName, Kind> = {
  inquiry: {
    path: '/api/job-inquiry',
    body: (email, { id, title }) => ({
      name: 'Alex',
      email,
      message: 'Is the position still open?',
      jobId: id,
      jobTitle: title,
    }),
    table: 'inquiries',
  },
  account: { path: '/api/auth/register', body: (email) => ({ ...person, email }), table: 'users' },
  posting: {
    path: '/employers/post',
    body: (email) => publicPost({ contactEmail: email, idempotencyKey: email.split('@', 1)[0] }),
    table: 'jobs',
    column: 'contact_email',
  },
  subscription: {
    path: '/api/subscribe',
    body: (email) => ({ email }),
    table: 'newsletter_subscribers',
  },
}

/** One write of each kind, and a CV in place of the one before. */
async function writeEach(
  { cluster, job }: Scene,
  physician: Physician,
  ledger: Ledger,
): Promise<void> {
  const { origin } = cluster.node
  const cv = { name: `${randomUUID()}.pdf`, content: pdfFile({ text: randomUUID() }) }
  const { headers, payload } = await formOf([cv])
  const upload = () => {
    const sending = {
      method: 'POST',
      headers: { ...headers, cookie: physician.cookie, origin },
      body: new Uint8Array(payload),
    }
    return fetch(`${origin}/api/profile/cv`, { ...sending, signal: AbortSignal.timeout(answerMs) })
  }
  const writing = (Object.keys(kinds) as KindName[]).map((kind) => write(origin, kind, job, ledger))
  await Promise.all([...writing, untilAcknowledged('cv', cv.name, upload, ledger)])
  physician.cv = cv
}

/** How long somebody waits for an answer, and tries again. */
const [answerMs, patienceMs] = [30_000, 300_000]

async function write(
  origin: string,
  name: KindName,
  job: Scene['job'],
  ledger: Ledger,
): Promise<void> {
  const kind = kinds[name]
  const email = `${randomUUID()}@mail.test`
  const body = kind.body(email, job)
  const send = () =>
    servers.postJson(`${origin}${kind.path}`, body, { signal: AbortSignal.timeout(answerMs) })
  await untilAcknowledged(name, email, send, ledger)
}

async function untilAcknowledged(
  kind: string,
  key: string,
  send: () => Promise<Response>,
  ledger: Ledger,
): Promise<void> {
  const end = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    const answer = await send().catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.ok || (answer?.status === 409 && attempt > 1)) {
      // Its headers are the acknowledgement, even if the rest is cut off.
      ledger.acknowledged.set(kind, [...(ledger.acknowledged.get(kind) ?? []), key])
      return
    }
    if (!answer) ledger.unanswered++
    else if (answer.status === 503) ledger.refused++
    else throw new Error(`${kind} answered ${answer.status}: ${text}`)
    if (Date.now() > end)
      throw new Error(`${kind} was not taken in ${patienceMs / 1000} s; the last answer: ${text}`)
    await setTimeout(1_000)
  }
}

/** Accounts through both nodes, one after the other, until the end. */
async function signUps({ cluster, job }: Scene, ledger: Ledger, end: AbortSignal): Promise<void> {
  const signUp = async (origin: string): Promise<void> => {
    while (!end.aborted) await write(origin, 'account', job, ledger)
  }
  await Promise.all([cluster.node, cluster.worker].map(({ origin }) => signUp(origin)))
}

/** As balancers do, who wait two seconds. */
async function askReadiness(cluster: Cluster, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await setTimeout(200)) {
    for (const { origin } of [cluster.node, cluster.worker]) {
      const began = performance.now()
      await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => {})
      cluster.slowestReadinessMs = Math.max(cluster.slowestReadinessMs, performance.now() - began)
    }
  }
}

type Effect = (cluster: Cluster) => unknown

type Fault = {
  about: string
  strike: Effect
  /** How long it lasts. */
  seconds?: number
  mend?: Effect
  /** Once both nodes are ready again. */
  rebuild?: Effect
  /** Accounts are signed up through both nodes meanwhile, and no visitor writes. */
  signsUp?: boolean
  /** It takes longer than a minute. */
  mostRounds?: number
  /** Runs an import meanwhile. */
  imports?: boolean
}

type Name = 'node' | 'worker' | 'current' | 'standby' | 'store'

const killed = (name: Name) => ({
  strike: (cluster: Cluster) => cluster[name].kill(),
  mend: (cluster: Cluster) => cluster[name].start(),
})

const frozen = (name: Name) => ({
  strike: (cluster: Cluster) => cluster[name].freeze(),
  mend: (cluster: Cluster) => cluster[name].thaw(),
  seconds: 5,
})

/** The former primary ends after a while. */
const twoPrimaries = {
  seconds: 8,
  mend: ({ standby }: Cluster) => standby.kill(),
  rebuild: rejoin,
  signsUp: true,
}

const cutConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
`

const otherFaults: Record<string, Fault> = {
  node: { about: 'kill -9 of the node that answers', ...killed('node') },
  worker: { about: 'kill -9 of the worker', ...killed('worker') },
  store: { about: 'kill -9 of the S3 store', ...killed('store') },
  importWorker: {
    about: `kill -9 of the worker in an import of ${rowsOfFeed} rows`,
    ...killed('worker'),
    imports: true,
  },
  brokenStore: {
    about: 'an S3 store whose every third call fails: 503, a body cut in half, an answer lost',
    strike: ({ brokenFiles }) => (brokenFiles.breaks = true),
    seconds: 2,
    mend: ({ brokenFiles }) => (brokenFiles.breaks = false),
  },
  lock: {
    about: 'a lock on the inquiries held for a minute',
    strike: ({ current }) =>
      current.query(
        `begin; lock table inquiries in access exclusive mode; select pg_sleep(60); commit`,
      ),
    mostRounds: 3,
  },
  mail: {
    about: 'a mail server that takes 2 s and refuses half with 451',
    strike: ({ mail }) => Object.assign(mail, { slowMs: 2_000, breaks: true }),
    seconds: 3,
    mend: ({ mail }) => Object.assign(mail, { slowMs: 0, breaks: false }),
  },
  clock: {
    about: "the worker's clock an hour ahead for three seconds, and back",
    strike: ({ clock }) => {
      if (faketime === undefined)
        throw new Error('Install libfaketime, or name the other faults with --only')
      return writeFile(clock, '+3600')
    },
    seconds: 3,
    mend: ({ clock }) => writeFile(clock, '+0'),
  },
  frozenNode: {
    about: 'the node that answers stopped (SIGSTOP) for five seconds',
    ...frozen('node'),
  },
}

/** A task that ends meanwhile cannot be marked as done. */
const databaseFaults: Record<string, Fault> = {
  postgres: { about: 'kill -9 of PostgreSQL', ...killed('current') },
  importPostgres: {
    about: `kill -9 of PostgreSQL in an import of ${rowsOfFeed} rows`,
    ...killed('current'),
    imports: true,
  },
  listen: {
    about: 'every connection to PostgreSQL cut, LISTEN too',
    strike: ({ current }) => current.query(cutConnections),
  },
  connections: {
    about: 'connection limit reached for two seconds',
    strike: async ({ current }) => {
      await current.query('alter database whitecoat connection limit 1')
      await current.query(cutConnections)
    },
    seconds: 2,
    mend: ({ current }) => current.query('alter database whitecoat connection limit -1'),
  },
  disk: {
    about: "PostgreSQL's disk full for three seconds",
    strike: ({ hasSmallDisk, folder }) => {
      if (!hasSmallDisk) throw new Error('Run as root, or name the other faults with --only')
      // It ends with an error, when nothing is left.
      spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'primary/filler')}`, 'bs=1M'], {
        stdio: 'ignore',
      })
    },
    seconds: 3,
    mend: async ({ folder, primary }) => {
      await rm(join(folder, 'primary/filler'))
      // A database that cannot recover for want of space ends.
      await primary.query('select 1').catch(() => setTimeout(2_000))
      await primary.query('select 1').catch(() => primary.start())
    },
  },
  failover: {
    about: 'primary killed, its standby promoted',
    strike: async (cluster) => {
      await cluster.current.kill()
      await promoteStandby(cluster)
    },
    rebuild: rejoin,
  },
  frozenPostgres: {
    about: 'PostgreSQL stopped (SIGSTOP, all its processes) for five seconds',
    ...frozen('current'),
  },
  frozenStandby: {
    about: 'the synchronous standby stopped (SIGSTOP) for five seconds',
    ...frozen('standby'),
  },
  lostStandby: {
    about: 'the synchronous standby killed, and away for five seconds',
    ...killed('standby'),
    seconds: 5,
  },
  packetLoss: {
    about: 'a network to PostgreSQL that loses packets for five seconds',
    strike: ({ network }) => (network.loses = true),
    seconds: 5,
    mend: ({ network }) => (network.loses = false),
  },
  halfOpen: {
    about: 'all connections to PostgreSQL half-open, and reset after 20 s, as keepalive does',
    strike: ({ network }) => network.halfOpen(),
    seconds: 20,
    mend: ({ network }) => network.resetHalfOpen(),
  },
  returningPrimary: {
    about: 'primary killed, its standby promoted, the former primary started again as it was',
    strike: async (cluster) => {
      const former = cluster.current
      // It will wait for no standby when it starts again.
      await former.query(`alter system set synchronous_standby_names = ''`)
      await setTimeout(2_000)
      await former.kill()
      await promoteStandby(cluster)
      await former.start()
    },
    ...twoPrimaries,
  },
  unfencedPrimary: {
    about:
      'standby promoted while the primary, without synchronous standbys, goes on accepting writes',
    strike: async (cluster) => {
      await setStandbys(cluster.current, '')
      await setTimeout(2_000)
      await promoteStandby(cluster)
    },
    ...twoPrimaries,
  },
}

const faults = { ...otherFaults, ...databaseFaults }

/** Strikes again and again while visitors write. @returns the figures of a row of the table. */
async function strikeRounds(scene: Scene, fault: Fault, rounds: number) {
  const { cluster, physicians } = scene
  const ledger: Ledger = { acknowledged: new Map(), imported: [], unanswered: 0, refused: 0 }
  const mailsTwice = cluster.mail.mailsTwice()
  let [lostCvs, left, recoveryMs] = [0, 0, 0]
  cluster.slowestReadinessMs = 0
  for (let round = 1; round <= rounds; round++) {
    const ending = new AbortController()
    const visit = async (physician: Physician): Promise<void> => {
      await setTimeout(Math.random() * 1_200)
      await writeEach(scene, physician, ledger)
    }
    const writing = fault.signsUp
      ? signUps(scene, ledger, ending.signal)
      : Promise.all(physicians.map(visit))
    const importId = fault.imports && (await startImport(cluster, ledger))
    await setTimeout(Math.random() * (fault.imports ? 4_000 : 1_500))
    await fault.strike(cluster)
    if (fault.seconds !== undefined) await askReadiness(cluster, fault.seconds)
    ending.abort()
    await fault.mend?.(cluster)
    const began = performance.now()
    await untilReady(cluster)
    recoveryMs = Math.max(recoveryMs, performance.now() - began)
    if (Object.values(databaseFaults).includes(fault)) cluster.cutAt = Date.now()
    await fault.rebuild?.(cluster)
    await writing
    if (importId) await untilImported(cluster, importId)
    const tasks = await settleTasks(cluster)
    const processes = countStrangers(cluster)
    if (tasks.length + processes > 0)
      console.error(
        `${fault.about}, round ${round}: ${JSON.stringify(tasks)} and ${processes} processes left`,
      )
    left += tasks.length + processes
    lostCvs += await countLostCvs(scene)
  }
  if (cluster.slowestReadinessMs > 0)
    console.log(`/readyz answered within ${cluster.slowestReadinessMs.toFixed(0)} ms`)
  const { acknowledged, lost, doubled } = await compare(cluster, ledger)
  const mails = cluster.mail.mailsTwice() - mailsTwice
  if (mails > 0) console.error(`${fault.about}: ${mails} mails were accepted twice`)
  const orphans = await countOrphanFiles(cluster)
  const { refused, unanswered } = ledger
  const figures = [
    rounds,
    acknowledged,
    refused,
    unanswered,
    lost + lostCvs,
    doubled + mails,
    left + orphans,
  ]
  return [fault.about, ...figures, `${(recoveryMs / 1000).toFixed(1)} s`]
}

async function untilReady({ node, worker }: Cluster): Promise<void> {
  const origins = [node.origin, worker.origin]
  if (await until(60, async () => (await Promise.all(origins.map(servers.isReady))).every(Boolean)))
    return
  const texts = await Promise.all(
    origins.map((origin) => fetch(`${origin}/readyz`).then((answer) => answer.text(), String)),
  )
  throw new Error(`The cluster did not recover within a minute: ${texts.join('; ')}`)
}

/** An import of a source of its own, which a worker runs. @returns its id. */
async function startImport({ current, feed }: Cluster, ledger: Ledger): Promise<string> {
  await using db = openDatabase({ connectionString: current.url })
  const [sourceId, name] = [randomUUIDv7(), `feed-${randomUUID()}`]
  await sql`
    insert into import_sources (id, name, url, schedule, is_complete) values (${sourceId}, ${name}, ${`${feed}/${name}.json`}, 'never', true)
  `.execute(db)
  ledger.imported.push(name)
  return await startImportRun(db, { sourceId, startedBy: null })
}

async function untilImported(cluster: Cluster, id: string): Promise<void> {
  type Run = { status: string; message: string }
  const isFinished = async (): Promise<boolean> => {
    const [run] = await cluster.current.query<Run>(
      `select status, message from imports where id = '${id}'`,
    )
    if (run?.status === 'finished') return true
    if (run?.status !== 'running') throw new Error(`the import is ${run?.status}: ${run?.message}`)
    await moveTimeOn(cluster)
    return false
  }
  if (!(await until(patienceMs / 1_000, isFinished))) throw new Error('the import has not ended')
}

/**
 * Retries are due after minutes, and a dead worker's tasks are taken over after one, or 15 if they
 * are pg-boss's own: nobody waits here.
 */
async function moveTimeOn({ current, worker, cutAt }: Cluster): Promise<void> {
  await current.query(
    `update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`,
  )
  // Whoever sent a mail writes that down as soon as the database is back.
  const isWritten = Date.now() > cutAt + 5_000
  const since = new Date(
    isWritten ? Math.max(worker.startedAt, cutAt) : worker.startedAt,
  ).toISOString()
  const { length } = await current.query(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour', started_on = started_on - interval '1 hour'
     where state = 'active' and started_on < '${since}' returning id`,
  )
  if (length === 0) return
  await current.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  await withBoss(current, (boss) => boss.supervise())
}

async function withBoss(
  { url }: servers.Postgres,
  run: (boss: PgBoss) => Promise<unknown>,
): Promise<void> {
  const log = { error: () => {}, warn: () => {} }
  const boss = await openBoss({ connectionString: url }, { log, supervise: false, schedule: false })
  await run(boss)
  await boss.stop({ graceful: false })
}

const openTasks = `name <> 'dead-tasks' and state in ('created', 'retry', 'active') and (state = 'retry' or start_after <= now())`

/** Waits until no task is due. @returns those that are after a minute. */
async function settleTasks(cluster: Cluster): Promise<object[]> {
  let left: object[] = []
  await until(60, async () => {
    left = await cluster.current.query(
      `select name, state, retry_count as attempts from pgboss.job where ${openTasks}`,
    )
    if (left.length > 0) await moveTimeOn(cluster)
    return left.length === 0
  })
  return left
}

/** Processes of killed nodes. */
function countStrangers({ folder, node, worker }: Cluster): number {
  const isOurs = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`DATA_DIR=${folder}/`)
    } catch {
      return false
    }
  }
  const known = new Set([node.pid, worker.pid].map(String))
  return globSync('[0-9]*', { cwd: '/proc' }).filter((pid) => !known.has(pid) && isOurs(pid)).length
}

/** Each physician has the CV that was acknowledged last, whole, and no other. */
async function countLostCvs({ cluster, physicians }: Scene): Promise<number> {
  let lost = 0
  for (const { id, cookie, cv } of physicians) {
    const rows = await cluster.current.query<{ file_name: string }>(
      `select file_name from cv_files where physician_id = '${id}'`,
    )
    const answer = await fetch(`${cluster.node.origin}/api/profile/cv/download`, {
      headers: { cookie },
    })
    const content = Buffer.from(await answer.arrayBuffer())
    if (cv && !(rows.length === 1 && rows[0]?.file_name === cv.name && content.equals(cv.content)))
      lost++
  }
  return lost
}

/** Files without a row, and rows without a file, after the nightly sweep. */
async function countOrphanFiles(cluster: Cluster): Promise<number> {
  const folder = join(cluster.folder, 'store/files/cv')
  const yesterday = new Date(Date.now() - 48 * 60 * 60_000)
  const stored = async () =>
    (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('_object'))
  const before = await stored()
  for (const name of before) await utimes(join(folder, name), yesterday, yesterday)
  await withBoss(cluster.current, (boss) => boss.send('sweep-cv-files', {}))
  await settleTasks(cluster)
  const ids = (await cluster.current.query<{ id: string }>('select id from cv_files')).map(
    (row) => row.id,
  )
  const after = await stored()
  if (before.length > after.length)
    console.log(`the sweep removed ${before.length - after.length} files of aborted uploads`)
  return (
    after.filter((file) => !ids.some((id) => file.includes(id))).length +
    ids.filter((id) => !after.some((file) => file.includes(id))).length
  )
}

/** Looks up each acknowledged write and each row of an import. */
async function compare({ current }: Cluster, { acknowledged, imported }: Ledger) {
  const list = (keys: string[]) => keys.map((key) => `'${key}'`).join(',')
  const total = { acknowledged: acknowledged.get('cv')?.length ?? 0, lost: 0, doubled: 0 }
  const count = async (expected: number, rows: string) => {
    const [found] = await current.query<{ all: number; different: number }>(rows)
    total.acknowledged += expected
    total.lost += expected - (found?.different ?? 0)
    total.doubled += (found?.all ?? 0) - (found?.different ?? 0)
  }
  const counts = (column: string) =>
    `select count(*)::int as all, count(distinct ${column})::int as different`
  for (const [kind, { table, column = 'email' }] of Object.entries(kinds)) {
    const keys = acknowledged.get(kind) ?? []
    if (keys.length > 0)
      await count(keys.length, `${counts(column)} from ${table} where ${column} in (${list(keys)})`)
  }
  if (imported.length > 0)
    await count(
      imported.length * rowsOfFeed,
      `${counts('title')} from jobs where source in (${list(imported)})`,
    )
  return total
}

/** What mail and tasks came to. */
async function outcome({ current, mail }: Cluster) {
  const [mails] = await current.query<object>(`
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state <> 'sent')::int as "notSent" from mails
  `)
  const dead = await current.query(
    `select source_name, output ->> 'message' as reason from pgboss.job where name = 'dead-tasks'`,
  )
  return { ...mails, accepted: mail.accepted.size, dead }
}

/** A physician who is signed in. */
async function signUpPhysician({ node, current }: Cluster, email: string): Promise<Physician> {
  const cookie = await servers.signUpAt(node.origin, email)
  const verified = `update users set email_verified_at = now() where email = '${email}' returning id`
  const [user] = await current.query<{ id: string }>(verified)
  return { cookie, id: user?.id ?? '', cv: undefined }
}

const visitors = ['one@mail.test', 'two@mail.test', 'three@mail.test']

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    save: { type: 'string' },
  },
})
const chosen = (values.only?.split(',') ?? Object.keys(faults)).map((name) => {
  const fault = faults[name]
  if (!fault) throw new Error(`There is no fault ${name}: ${Object.keys(faults).join(', ')}`)
  return fault
})
await servers.withServers('whitecoat-faults-', async (folder) => {
  const cluster = await startCluster(folder)
  const job = jobRow({ contact_email: 'employer@mail.test' })
  {
    await using db = openDatabase({ connectionString: cluster.primary.url })
    await addJobs(db, [job])
  }
  const physicians = await Promise.all(visitors.map((email) => signUpPhysician(cluster, email)))
  const lines: string[] = []
  for (const fault of chosen) {
    const rounds = Math.min(fault.mostRounds ?? Infinity, Number(values.rounds))
    const row = await strikeRounds({ cluster, job, physicians }, fault, rounds)
    lines.push(`| ${row.join(' | ')} |`)
    console.log(lines.at(-1))
    if (values.save !== undefined) await writeFile(values.save, `${lines.join('\n')}\n`)
  }
  console.log(JSON.stringify(await outcome(cluster)))
})
