import type { FastifyInstance, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { AppError } from '#shared/errors.ts'
import type { Primaries } from '../primaries.ts'
import type { Replicas, ReplicaStatus } from '../replicas.ts'
import { version } from '../version.ts'
import { poolOf, type Db } from '../database.ts'
import { mailDropped } from '../mail/limits.ts'
import type { AnswerCache } from './answer-cache.ts'
import { sourceFile } from './endpoint.ts'

type Options = {
  db: Db
  answers: AnswerCache
  replicas: Replicas
  dataDir: string
  /** Servers that accept writes; undefined for the embedded database. */
  primaries: Primaries | undefined
  isWritable(this: void): Promise<boolean>
  /** Undefined closes `/metrics`. */
  token: string | undefined
}

const prefix = 'whitecoat_'
/** Somewhat more than the check of writes takes. */
const answerMs = 1_700

/** `/metrics` in Prometheus' text format, for who knows the token; counts and times all requests for it. */
export function registerMetrics(app: FastifyInstance, { token, ...sources }: Options): void {
  const droppedMails = countDroppedMails(app)
  const registry = token === undefined ? undefined : collectMetrics(app, { ...sources, droppedMails })
  app.get(
    '/metrics',
    { config: { access: 'public', file: sourceFile(import.meta.url), name: 'metrics' } },
    async (request, reply) => {
      if (!registry || !isBearer(request, token ?? '')) throw new AppError('NOT_FOUND')
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics())
    },
  )
}

/** By class. Logs each, without the address. */
function countDroppedMails(app: FastifyInstance): Map<string, number> {
  const dropped = new Map<string, number>()
  const count = (mailClass: unknown) => {
    const name = String(mailClass)
    dropped.set(name, (dropped.get(name) ?? 0) + 1)
    app.log.warn({ class: name }, 'a mail was dropped: its recipient has had too many')
  }
  mailDropped.subscribe(count)
  app.addHook('onClose', async () => {
    mailDropped.unsubscribe(count)
  })
  return dropped
}

type Sources = Omit<Options, 'token'> & { droppedMails: ReadonlyMap<string, number> }

function collectMetrics(
  app: FastifyInstance,
  { db, answers, replicas, primaries, isWritable, dataDir, droppedMails }: Sources,
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  // Gauges that are called as counters are; those by type say the same.
  for (const it of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`${prefix}nodejs_active_${it}_total`)
  new Gauge({
    name: `${prefix}build_info`,
    help: 'The version, as a label.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  countRequests(app, registry)
  gauge(registry, 'cache_bytes', 'Size of the answer cache.', () => answers.bytes)
  counter(registry, 'cached_answers_total', 'Requests answered from the cache without a handler.', () => answers.sentFromCache)
  const help = 'Requests that were refused with 503 because a class of work had no room.'
  counterByClass(registry, 'refused_requests_total', help, () =>
    Object.entries(app.semaphores).map(([cost, { refused }]) => [cost, refused]),
  )
  counterByClass(registry, 'dropped_mails_total', 'Mails that were dropped because their recipient has had too many.', () => [
    ...droppedMails,
  ])
  counted(registry, 'database_connections', 'Connections for requests, and what waits for one.', ['state'], async () => {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolOf(db) ?? {}
    return {
      rows: [
        { state: 'busy', value: totalCount - idleCount },
        { state: 'idle', value: idleCount },
        { state: 'waiting', value: waitingCount },
      ],
    }
  })
  counted(registry, 'data_folder_bytes', 'The disk of DATA_DIR: its size, and what is free.', ['what'], async () => {
    const { blocks, bavail, bsize } = await statfs(dataDir)
    return {
      rows: [
        { what: 'size', value: blocks * bsize },
        { what: 'free', value: bavail * bsize },
      ],
    }
  })
  counted(registry, 'database_up', '1 while this node can commit a write, 0 while it cannot.', [], async () => ({
    rows: [{ value: (await isWritable()) ? 1 : 0 }] as Counted[],
  }))
  gauge(registry, 'database_primaries', 'Servers that accept writes, as this node sees them.', () => primaries?.writable ?? 1)
  addReplicas(registry, replicas)
  addQueues(registry, db)
  app.addHook('onClose', async () => registry.clear())
  return registry
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const labelNames = ['method', 'route', 'status'] as const
  const duration = new Histogram({
    name: `${prefix}request_seconds`,
    help: 'Time to answer a request, without those that the cache answers.',
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: routeOf(request), status: String(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
}

/** The pattern, never the address, which may hold names and words. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'

/** As this node sees them; the lag is missing while a replica does not answer. */
function addReplicas(registry: Registry, replicas: Replicas): void {
  const kinds: [
    name: string,
    Kind: typeof Gauge | typeof Counter,
    help: string,
    read: (it: ReplicaStatus) => number | undefined,
  ][] = [
    ['replica_lag_seconds', Gauge, 'Age of the oldest change that a replica lacks.', (it) => it.lagSeconds],
    ['replica_lag_bytes', Gauge, 'Size of the write-ahead log that a replica lacks.', (it) => it.lagBytes],
    ['replica_in_use', Gauge, '1 while answers are read from a replica, 0 while it is left out.', (it) => (it.inUse ? 1 : 0)],
    ['replica_reads_total', Counter, 'Reads from a replica.', (it) => it.reads],
    ['replica_retries_total', Counter, 'Reads that failed on a replica and ran on the primary.', (it) => it.retries],
  ]
  for (const [name, Kind, help, read] of kinds) {
    const metric: Gauge | Counter = new Kind({
      name: prefix + name,
      help,
      labelNames: ['replica'],
      registers: [],
      collect() {
        metric.reset()
        for (const it of replicas.statuses) {
          const value = read(it)
          if (value !== undefined) metric.inc({ replica: it.name }, value)
        }
      },
    })
    registry.registerMetric(metric)
  }
}

/** Nothing counts further in the database, so that a question costs milliseconds however much waits. */
const most = 10_000

/** What waits in the database. The same on every node; missing while the database is away. */
function addQueues(registry: Registry, db: Db): void {
  counted(
    registry,
    'tasks',
    `Tasks that wait, by kind; dead ones are in the queue dead-tasks. Counted up to ${most}.`,
    ['name'],
    () =>
      sql<Counted>`select queue.name, (select count(*)::int from (
        select from pgboss.job where name = queue.name and state < 'active' and not blocked limit ${most}) as found) as value
      from pgboss.queue`.execute(db),
  )
  counted(registry, 'task_wait_seconds', 'How long the oldest due task of a kind waits.', ['name'], () =>
    sql<Counted>`select queue.name, extract(epoch from now() - oldest.at)::float as value
      from pgboss.queue cross join lateral (select min(found.start_after) as at from (
        select start_after from pgboss.job where name = queue.name and state < 'active' and not blocked
        order by priority desc, created_on limit ${most}) as found) as oldest
      where oldest.at <= now() and queue.name <> 'dead-tasks'`.execute(db),
  )
  counted(registry, 'mails', `Mails that wait, and those that were given up. Counted up to ${most}.`, ['state'], () =>
    sql<Counted>`select state, (select count(*)::int from (
        select from mails where mails.state = states.state limit ${most}) as found) as value
      from unnest(array['queued', 'dead']) as states (state)`.execute(db),
  )
  counted(registry, 'mail_wait_seconds', 'How long the oldest mail waits that is not sent.', [], () =>
    sql<Counted>`select extract(epoch from now() - created_at)::float as value from mails
      where state = 'queued' order by state, id limit 1`.execute(db),
  )
  counted(registry, 'backup_age_seconds', 'Time since the last scheduled backup, or since it was scheduled first.', [], () =>
    sql<Counted>`select extract(epoch from now() - coalesce(
        (select max(completed_on) from pgboss.job where name = schedule.name and state = 'completed'), created_on))::float as value
      from pgboss.schedule where name = 'back-up'`.execute(db),
  )
  counted(registry, 'imports', 'Imports of the last day by status.', ['status'], () =>
    sql<Counted>`select status, count(*)::int as value from imports
      where started_at > now() - interval '1 day' group by status`.execute(db),
  )
}

type Counted = { value: number; [label: string]: string | number }

function counted(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: () => Promise<{ rows: Counted[] }>,
): void {
  let reading: ReturnType<typeof read> | undefined
  const metric = new Gauge({
    name: prefix + name,
    help,
    labelNames,
    registers: [],
    async collect() {
      this.reset()
      // A database that does not answer is not asked twice, and holds nobody up.
      reading ??= read().finally(() => (reading = undefined))
      const none = { rows: [] }
      const end = new AbortController()
      const tooLate = delay(answerMs, none, { signal: end.signal }).catch(() => none)
      const { rows } = await Promise.race([reading.catch(() => none), tooLate])
      end.abort()
      for (const { value, ...labels } of rows) this.set(labels as Record<string, string>, value)
    },
  })
  registry.registerMetric(metric)
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const metric = new Gauge({
    name: prefix + name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })
  registry.registerMetric(metric)
}

function counter(registry: Registry, name: string, help: string, read: () => number): void {
  const metric = new Counter({
    name: prefix + name,
    help,
    registers: [],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
  registry.registerMetric(metric)
}

function counterByClass(
  registry: Registry,
  name: string,
  help: string,
  read: () => readonly (readonly [string, number])[],
): void {
  const metric = new Counter({
    name: prefix + name,
    help,
    labelNames: ['class'],
    registers: [],
    collect() {
      this.reset()
      for (const [label, value] of read()) this.inc({ class: label }, value)
    },
  })
  registry.registerMetric(metric)
}

function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
