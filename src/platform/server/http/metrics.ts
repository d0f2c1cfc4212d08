import type { FastifyInstance, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { AppError } from '#shared/errors.ts'
import type { Replicas, ReplicaStatus } from '../replicas.ts'
import { version } from '../version.ts'
import { poolOf, type Db } from '../database.ts'
import { mailDropped } from '../mail/limits.ts'
import type { Admission } from './admission.ts'
import type { AnswerCache } from './answer-cache.ts'
import { sourceFile } from './endpoint.ts'

type Options = {
  db: Db
  answers: AnswerCache
  admission: Admission
  replicas: Replicas
  /** Undefined closes `/metrics`. */
  token: string | undefined
}

const prefix = 'whitecoat_'

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

function collectMetrics(app: FastifyInstance, { db, answers, admission, replicas, droppedMails }: Sources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
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
    Object.entries({ ...admission.refused, password: app.semaphores.password.refused }),
  )
  counterByClass(registry, 'dropped_mails_total', 'Mails that were dropped because their recipient has had too many.', () => [
    ...droppedMails,
  ])
  for (const state of ['total', 'idle', 'waiting'] as const) {
    gauge(
      registry,
      `database_connections_${state}`,
      `Connections for requests: ${state}.`,
      () => poolOf(db)?.[`${state}Count`] ?? 0,
    )
  }
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

/** What waits in the database. The same on every node; missing while the database is away. */
function addQueues(registry: Registry, db: Db): void {
  counted(registry, 'tasks', 'Tasks by kind and state; dead ones are in the queue dead-tasks.', ['name', 'state'], () =>
    sql<Counted>`select name, state::text, count(*)::int as value from pgboss.job
      where state in ('created', 'retry', 'active') group by name, state`.execute(db),
  )
  counted(registry, 'task_wait_seconds', 'How long the oldest due task of a kind waits.', ['name'], () =>
    sql<Counted>`select name, extract(epoch from now() - min(start_after))::float as value from pgboss.job
      where state in ('created', 'retry') and start_after <= now() and name <> 'dead-tasks' group by name`.execute(db),
  )
  counted(registry, 'mails', 'Mails of the last month by state.', ['state'], () =>
    sql<Counted>`select state, count(*)::int as value from mails group by state`.execute(db),
  )
  counted(registry, 'imports', 'Imports of the last day by status.', ['status'], () =>
    sql<Counted>`select status, count(*)::int as value from imports
      where started_at > now() - interval '1 day' group by status`.execute(db),
  )
}

type Counted = Record<string, string> & { value: number }

function counted(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: () => Promise<{ rows: Counted[] }>,
): void {
  const metric = new Gauge({
    name: prefix + name,
    help,
    labelNames,
    registers: [],
    async collect() {
      this.reset()
      const { rows } = await read().catch(() => ({ rows: [] }))
      for (const { value, ...labels } of rows) this.set(labels, value)
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
