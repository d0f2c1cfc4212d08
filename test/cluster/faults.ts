// npm run faults [-- --rounds 5 --only node,postgres]: kills every server of a cluster in the midst of writes, and counts what was lost.
import { randomUUID } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { publicPost } from '#features/postings/postings.fixture.ts'
import { openDatabase } from '#server/lib/database.ts'
import { addJobs, jobRow } from '../factories.ts'
import { formOf } from '../upload-cv.ts'
import {
  isReady,
  mailServer,
  nodeServer,
  openFolder,
  postgresServer,
  redisServer,
  storeServer,
  type Postgres,
  type Server,
} from './servers.ts'

type Cluster = Awaited<ReturnType<typeof startCluster>>

async function startCluster(folder: string) {
  const hasSmallDisk = mountSmallDisk(join(folder, 'primary'))
  const primary = await postgresServer(join(folder, 'primary'))
  const standby = await postgresServer(join(folder, 'standby'), { of: primary })
  // A write is acknowledged when both have it, so that none is lost with the primary.
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  const redis = await redisServer(folder)
  const store = await storeServer(folder)
  const mail = await mailServer()
  const env = {
    DATABASE_URL: `${primary.url.replace(/\/whitecoat$/, '')},127.0.0.1:${standby.port}/whitecoat`,
    REDIS_URL: redis.url,
    RATE_LIMITS: 'off',
    SMTP_URL: mail.url,
    ...store.env,
  }
  const node = await nodeServer(folder, 'node', { ...env, WORKER: 'off' })
  const clock = join(folder, 'clock')
  await writeFile(clock, '+0')
  const worker = await nodeServer(folder, 'worker', { ...env, ...fakeClock(clock) })
  return { hasSmallDisk, clock, primary, standby, redis, store, mail, node, worker, folder, current: primary }
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
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What the server said it had taken, by kind and key. */
type Ledger = { acknowledged: Map<string, string[]>; unanswered: number; refused: number }

const countOf: Record<string, (keys: string[]) => string> = {
  inquiry: (keys) => `select email as key, count(*)::int as n from inquiries where email in (${list(keys)}) group by 1`,
  account: (keys) => `select email as key, count(*)::int as n from users where email in (${list(keys)}) group by 1`,
  posting: (keys) => `select title as key, count(*)::int as n from jobs where title in (${list(keys)}) group by 1`,
  subscription: (keys) =>
    `select email as key, count(*)::int as n from newsletter_subscribers where email in (${list(keys)}) group by 1`,
  cv: (keys) => `select file_name as key, count(*)::int as n from cv_files where file_name in (${list(keys)}) group by 1`,
}
const list = (keys: string[]): string => keys.map((it) => `'${it}'`).join(',')

type Writer = { origin: string; ledger: Ledger; job: { id: string; title: string }; cookie: string }

/** One write of each kind; what is not answered may or may not have happened. */
async function writeEach({ origin, ledger, job, cookie }: Writer): Promise<void> {
  const key = randomUUID()
  const email = `${key}@mail.test`
  const form = await formOf([{ name: `${key}.pdf`, content: pdfFile({ text: key }) }])
  const json = (path: string, body: object) => ({
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const person = {
    firstName: 'Alex',
    lastName: 'Example',
    password: 'correct horse battery staple',
    website: '',
    role: 'physician',
  }
  const writes: Record<
    string,
    { key: string; path: string; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }
  > = {
    inquiry: {
      key: email,
      ...json('/api/job-inquiry', {
        name: 'Alex',
        email,
        message: 'Is the position still open?',
        jobId: job.id,
        jobTitle: job.title,
      }),
    },
    account: { key: email, ...json('/api/auth/register', { ...person, email }) },
    posting: {
      key: `Physician ${key}`,
      ...json('/employers/post', publicPost({ title: `Physician ${key}`, contactEmail: email })),
    },
    subscription: { key: email, ...json('/api/subscribe', { email }) },
    cv: {
      key: `${key}.pdf`,
      path: '/api/profile/cv',
      headers: { ...form.headers, cookie, origin },
      body: new Uint8Array(form.payload),
    },
  }
  await Promise.all(
    Object.entries(writes).map(async ([kind, write]) => {
      const answer = await fetch(`${origin}${write.path}`, {
        method: 'POST',
        headers: write.headers,
        body: write.body,
        signal: AbortSignal.timeout(30_000),
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (!answer) ledger.unanswered++
      else if (answer.ok) ledger.acknowledged.set(kind, [...(ledger.acknowledged.get(kind) ?? []), write.key])
      else if (answer.status === 503) ledger.refused++
      else throw new Error(`${kind} answered ${answer.status}`)
    }),
  )
}

type Fault = { about: string; strike(cluster: Cluster): Promise<void>; mend(cluster: Cluster): Promise<void> }

const killing = (about: string, pick: (cluster: Cluster) => Server): Fault => ({
  about,
  strike: (cluster) => pick(cluster).kill(),
  mend: (cluster) => pick(cluster).start(),
})

const faults: Record<string, Fault> = {
  node: killing('kill -9 of the node that answers', (it) => it.node),
  worker: killing('kill -9 of the worker', (it) => it.worker),
  postgres: killing('kill -9 of PostgreSQL', (it) => it.current),
  redis: killing('kill -9 of Redis', (it) => it.redis),
  store: killing('kill -9 of the S3 store', (it) => it.store),
  listen: {
    about: 'every connection to PostgreSQL cut, LISTEN too',
    strike: async ({ current }) => {
      await current.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
    },
    mend: async () => {},
  },
  connections: {
    about: 'connection limit reached for two seconds',
    strike: async ({ current }) => {
      await current.query(`alter database whitecoat connection limit 1`)
      await current.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      await setTimeout(2_000)
    },
    mend: async ({ current }) => void (await current.query('alter database whitecoat connection limit -1')),
  },
  lock: {
    about: 'a lock on the inquiries held for 20 s',
    strike: async ({ current }) => {
      void current.query(`begin; lock table inquiries in access exclusive mode; select pg_sleep(20); commit`).catch(() => {})
      await setTimeout(500)
    },
    mend: async () => {},
  },
  mail: {
    about: 'a mail server that takes 2 s and refuses half with 451',
    strike: async ({ mail }) => {
      Object.assign(mail, { slowMs: 2_000, breaks: true })
      await setTimeout(3_000)
    },
    mend: async ({ mail }) => void Object.assign(mail, { slowMs: 0, breaks: false }),
  },
  frozenRedis: {
    about: 'Redis stopped (SIGSTOP) for two seconds',
    strike: async ({ redis }) => {
      process.kill(redis.pid, 'SIGSTOP')
      await setTimeout(2_000)
    },
    mend: async ({ redis }) => void process.kill(redis.pid, 'SIGCONT'),
  },
  clock: {
    about: "the worker's clock an hour ahead for three seconds, and back",
    strike: async ({ clock }) => {
      if (faketime === undefined) throw new Error('Install libfaketime, or name the other faults with --only')
      await writeFile(clock, '+3600')
      await setTimeout(3_000)
    },
    mend: ({ clock }) => writeFile(clock, '+0'),
  },
  disk: {
    about: "PostgreSQL's disk full for three seconds",
    strike: async ({ hasSmallDisk, folder: inside }) => {
      if (!hasSmallDisk) throw new Error('Run as root, or name the other faults with --only')
      const disk = join(inside, 'primary')
      // It ends with an error, when nothing is left.
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1M'], { stdio: 'ignore' })
      await setTimeout(3_000)
    },
    mend: async ({ folder: inside, primary }) => {
      await rm(join(inside, 'primary/filler'))
      // A database that cannot recover for want of space ends.
      await primary.query('select 1').catch(() => setTimeout(2_000))
      await primary.query('select 1').catch(() => primary.start())
    },
  },
  failover: {
    about: 'primary killed, its standby promoted (once)',
    strike: async (cluster) => {
      await cluster.primary.kill()
      await cluster.standby.query(`alter system set synchronous_standby_names = ''`).catch(() => {})
      await cluster.standby.promote()
      await cluster.standby.query(`alter system set synchronous_standby_names = ''`)
      await cluster.standby.query('select pg_reload_conf()')
      cluster.current = cluster.standby
    },
    mend: async () => {},
  },
}

type Row = {
  about: string
  rounds: number
  acknowledged: number
  refused: number
  unanswered: number
  lost: number
  doubled: number
  recoveryMs: number
}

async function strikeRounds(cluster: Cluster, fault: Fault, rounds: number, writer: Omit<Writer, 'ledger'>): Promise<Row> {
  const ledger: Ledger = { acknowledged: new Map(), unanswered: 0, refused: 0 }
  let recoveryMs = 0
  for (let round = 0; round < rounds; round++) {
    const writing = Array.from({ length: 6 }, async () => {
      await setTimeout(Math.random() * 1_500)
      await writeEach({ ...writer, ledger })
    })
    await setTimeout(Math.random() * 2_500)
    await fault.strike(cluster)
    await fault.mend(cluster)
    const began = performance.now()
    await untilReady(cluster)
    recoveryMs = Math.max(recoveryMs, performance.now() - began)
    await Promise.all(writing)
  }
  const { lost, doubled } = await compare(cluster.current, ledger)
  const acknowledged = [...ledger.acknowledged.values()].reduce((sum, it) => sum + it.length, 0)
  return {
    about: fault.about,
    rounds,
    acknowledged,
    refused: ledger.refused,
    unanswered: ledger.unanswered,
    lost,
    doubled,
    recoveryMs,
  }
}

async function untilReady({ node, worker }: Cluster): Promise<void> {
  const end = Date.now() + 60_000
  while (!((await isReady(node.origin)) && (await isReady(worker.origin)))) {
    if (Date.now() > end) {
      const state = ({ origin }: { origin: string }) => fetch(`${origin}/readyz`).then((it) => it.text(), String)
      const texts = await Promise.all([node, worker].map(state))
      throw new Error(`The cluster did not recover within a minute: ${texts.join('; ')}`)
    }
    await setTimeout(50)
  }
}

async function compare(database: Postgres, { acknowledged }: Ledger): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0]
  for (const [kind, keys] of acknowledged) {
    const rows = await database.query<{ key: string; n: number }>(countOf[kind]?.(keys) ?? '')
    const found = new Map(rows.map((it) => [it.key, it.n]))
    for (const key of keys) {
      // A CV replaces the one before, whose row goes with it.
      if (!found.has(key) && kind !== 'cv') lost++
      if ((found.get(key) ?? 0) > 1) doubled++
    }
    if (kind === 'cv' && keys.length > 0 && rows.length === 0) lost++
  }
  return { lost, doubled }
}

/** Waits until no task is left that is due, and says what mail and files came to. */
async function settle({ current, mail, folder }: Cluster) {
  const end = Date.now() + 240_000
  const open = async () =>
    (
      await current.query<{ n: number }>(`
        select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active') and name in ('deliver-mail', 'remove-cv-file')
      `)
    )[0]?.n ?? 0
  while ((await open()) > 0 && Date.now() < end) {
    // Retries are due after minutes; nobody waits for them here.
    await current.query(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
    await setTimeout(1_000)
  }
  const [mails] = await current.query<{ sent: number; other: number }>(`
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state <> 'sent')::int as other from mails
  `)
  const [{ files: rows } = { files: 0 }] = await current.query<{ files: number }>('select count(*)::int as files from cv_files')
  const stored = (await readdir(join(folder, 'store/files/cv')).catch((): string[] => [])).filter((it) => it.endsWith('_object'))
  const [{ dead } = { dead: 0 }] = await current.query<{ dead: number }>(
    `select count(*)::int as dead from pgboss.job where name = 'dead-tasks'`,
  )
  return {
    tasksLeft: await open(),
    deadTasks: dead,
    deadNames: await current.query(
      `select source_name, output ->> 'message' as reason from pgboss.job where name = 'dead-tasks'`,
    ),
    mailsSent: mails?.sent ?? 0,
    mailsNotSent: mails?.other ?? 0,
    accepted: mail.accepted.size,
    acceptedTwice: [...mail.accepted.values()].filter((it) => it > 1).length,
    files: stored.length,
    rows,
  }
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' }, save: { type: 'boolean' } },
})
const folder = await mkdtemp(join(tmpdir(), 'whitecoat-faults-'))
openFolder(folder)
const began = Date.now()
const cluster = await startCluster(folder)
try {
  const db = openDatabase({ connectionString: cluster.primary.url })
  const job = jobRow({ contact_email: 'employer@mail.test' })
  await addJobs(db, [job])
  await db.destroy()
  const cookie = await physician(cluster)
  const names = values.only?.split(',') ?? Object.keys(faults)
  const lines: string[] = []
  for (const name of names) {
    const fault = faults[name]
    if (!fault) throw new Error(`There is no fault ${name}: ${Object.keys(faults).join(', ')}`)
    const rounds = name === 'failover' ? 1 : name === 'lock' ? Math.min(2, Number(values.rounds)) : Number(values.rounds)
    const row = await strikeRounds(cluster, fault, rounds, { origin: cluster.node.origin, job, cookie })
    lines.push(
      `| ${row.about} | ${row.rounds} | ${row.acknowledged} | ${row.refused} | ${row.unanswered} | ${row.lost} | ${row.doubled} | ${(row.recoveryMs / 1000).toFixed(1)} s |`,
    )
    console.log(lines.at(-1))
  }
  const end = await settle(cluster)
  console.log(JSON.stringify(end))
  console.log(`${((Date.now() - began) / 1000).toFixed(0)} s`)
  if (values.save) await writeFile(join(folder, '../faults-table.md'), `${lines.join('\n')}\n`)
} catch (error) {
  for (const name of ['node', 'worker', 'primary', 'standby']) {
    const log = await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '')
    console.error(`${name}: ${log.split('\n').slice(-6).join('\n').slice(-1500)}`)
  }
  throw error
} finally {
  await Promise.all([cluster.node.stop(), cluster.worker.stop()])
  await Promise.all([
    cluster.primary.kill(),
    cluster.standby.kill(),
    cluster.redis.kill(),
    cluster.store.kill(),
    cluster.mail.close(),
  ])
  if (cluster.hasSmallDisk) execFileSync('umount', [join(folder, 'primary')])
  await rm(folder, { recursive: true, force: true })
}

/** A physician who is signed in. */
async function physician({ node, current }: Cluster): Promise<string> {
  const email = 'physician@mail.test'
  const password = 'correct horse battery staple'
  const post = (path: string, body: object) =>
    fetch(`${node.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/api/auth/register', { firstName: 'Alex', lastName: 'Example', password, website: '', role: 'physician', email })
  await current.query(`update users set email_verified_at = now() where email = '${email}'`)
  const answer = await post('/api/auth/login', { email, password, website: '' })
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((it) => it.split(';', 1)[0])
    .join('; ')
}
