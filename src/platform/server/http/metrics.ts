import type { FastifyInstance } from 'fastify'
import { statfs } from 'node:fs/promises'
import { sql, type RawBuilder } from 'kysely'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { bounceKinds } from '#shared/mail.ts'
import { AppError } from '#shared/errors.ts'
import type { Primaries } from '../primaries.ts'
import type { Replicas, ReplicaStatus } from '../replicas.ts'
import { findHeldRuns } from '../retention.ts'
import { version } from '../version.ts'
import { poolOf, type Db } from '../database.ts'
import { within } from '../errors.ts'
import { isEqual } from '../secret.ts'
import type { AnswerCache } from './answer-cache.ts'
import { sourceFile } from './endpoint.ts'
import type { Health } from './health.ts'
import { countOtherNodes } from './invalidate-on-change.ts'

type Options = {
  db: Db
  answers: AnswerCache
  replicas: Replicas
  dataDir: string
  /** Servers that accept writes; undefined for the embedded database. */
  primaries: Primaries | undefined
  health: Health
  /** Whether all nodes read the same files. */
  hasSharedStore: boolean
  /** Undefined closes `/metrics`. */
  token: string | undefined
}

const prefix = 'whitecoat_'
/** Somewhat more than the check of writes takes. */
const answerMs = 1_700

/**
 * `/metrics` in Prometheus' text format, for who knows the token; counts and times all requests for
 * it.
 */
export function registerMetrics(app: FastifyInstance, { token, ...sources }: Options): void {
  const registry = token === undefined ? undefined : collectMetrics(app, sources)
  app.get(
    '/metrics',
    { config: { access: 'public', file: sourceFile(import.meta.url), name: 'metrics' } },
    async (request, reply) => {
      const given = Buffer.from(request.headers.authorization ?? '')
      if (!registry || !isEqual(given, Buffer.from(`Bearer ${token}`)))
        throw new AppError('NOT_FOUND')
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics())
    },
  )
}

function collectMetrics(
  app: FastifyInstance,
  { db, answers, replicas, primaries, health, hasSharedStore, dataDir }: Omit<Options, 'token'>,
) {
  const registry = new Registry()
  const { gauge, counter } = metricsIn(registry)
  collectDefaultMetrics({ register: registry, prefix })
  // Gauges that are called as counters are; those by type say the same.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`${prefix}nodejs_active_${kind}_total`)
  gauge('build_info', 'The version, as a label.', () => [{ version, value: 1 }], 'version')
  timeRequests(app, registry)
  gauge('cache_bytes', 'Size of the answer cache.', () => answers.bytes)
  counter(
    'cached_answers_total',
    'Requests answered from the cache without a handler.',
    () => answers.sentFromCache,
  )
  counter(
    'refused_requests_total',
    'Requests that were refused with 503 because a class of work had no room.',
    () =>
      Object.entries(app.semaphores).map(([cost, { refused: value }]) => ({ class: cost, value })),
    'class',
  )
  const connections = () => {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolOf(db) ?? {}
    const counts = { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    return Object.entries(counts).map(([state, value]) => ({ state, value }))
  }
  gauge(
    'database_connections',
    'Connections for requests, and what waits for one.',
    connections,
    'state',
  )
  const disk = async () => {
    const { blocks, bavail, bsize } = await statfs(dataDir)
    return Object.entries({ size: blocks, free: bavail }).map(([what, count]) => ({
      what,
      value: count * bsize,
    }))
  }
  gauge('data_folder_bytes', 'The disk of DATA_DIR: its size, and what is free.', disk, 'what')
  gauge('database_up', '1 while this node can commit a write, 0 while it cannot.', async () =>
    Number(await health.isWritable()),
  )
  gauge(
    'clock_skew_seconds',
    'How far this node’s clock is ahead of the database’s; 0 within a minute.',
    async () => (await health.clockSkew()) / 1000,
  )
  gauge(
    'database_primaries',
    'Servers that accept writes, as this node sees them.',
    () => primaries?.writable ?? 1,
  )
  // As this node sees them; the lag is missing while a replica does not answer.
  const each = (read: (replica: ReplicaStatus) => number | undefined) => () =>
    replicas.statuses.flatMap((status) =>
      [read(status) ?? []].flat().map((value) => ({ replica: status.name, value })),
    )
  gauge(
    'replica_lag_seconds',
    'Age of the oldest change that a replica lacks.',
    each((replica) => replica.lagSeconds),
    'replica',
  )
  gauge(
    'replica_in_use',
    '1 while answers are read from a replica, 0 while it is left out.',
    each((replica) => Number(replica.inUse)),
    'replica',
  )
  counter(
    'replica_reads_total',
    'Reads from a replica.',
    each((replica) => replica.reads),
    'replica',
  )
  counter(
    'replica_retries_total',
    'Reads that failed on a replica and ran on the primary.',
    each((replica) => replica.retries),
    'replica',
  )
  addQueues(gauge, db)
  gauge(
    'nodes_apart',
    'Other nodes that do not see the files of this one, because S3_BUCKET is not set.',
    async () => (hasSharedStore ? 0 : countOtherNodes(db)),
  )
  gauge(
    'held_rows',
    'What would end by age, and waits, because a clock may be wrong.',
    async () => (await findHeldRuns(db)).map(({ what, rows: value }) => ({ what, value })),
    'what',
  )
  app.addHook('onClose', async () => registry.clear())
  return registry
}

function timeRequests(app: FastifyInstance, registry: Registry) {
  const duration = new Histogram({
    name: `${prefix}request_seconds`,
    help: 'Time to answer a request, without those that the cache answers.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The pattern, never the address, which may hold names and words.
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
}

/**
 * Nothing counts further in the database, so that a question costs milliseconds however much waits.
 */
const most = 10_000
const latestMails = 2_000

/**
 * The work that waits in the database. The same on every node; missing while the database is away.
 */
function addQueues(gauge: AddMetric, db: Db) {
  const rows = (query: RawBuilder<Sample>) => async () => (await query.execute(db)).rows
  gauge(
    'tasks',
    `Tasks that wait, by kind; dead ones are in the queue dead-tasks. Counted up to ${most}.`,
    rows(sql`select queue.name, (select count(*)::int from (
        select from pgboss.job where name = queue.name and state < 'active' and not blocked
          limit ${most}) as found) as value
      from pgboss.queue`),
    'name',
  )
  gauge(
    'task_wait_seconds',
    'How long the oldest due task of a kind waits.',
    rows(sql`select queue.name, extract(epoch from now() - oldest.at)::float as value
      from pgboss.queue cross join lateral (select min(found.start_after) as at from (
        select start_after from pgboss.job where name = queue.name and state < 'active' and not blocked
        order by priority desc, created_on limit ${most}) as found) as oldest
      where oldest.at <= now() and queue.name <> 'dead-tasks'`),
    'name',
  )
  gauge(
    'mails',
    `Mails that wait, and those that were given up. Counted up to ${most}.`,
    rows(sql`select state, (select count(*)::int from (
        select from mails where mails.state = states.state limit ${most}) as found) as value
      from unnest(array['queued', 'dead']) as states (state)`),
    'state',
  )
  gauge(
    'mail_wait_seconds',
    'How long the oldest mail waits that is not sent.',
    rows(sql`select extract(epoch from now() - created_at)::float as value from mails
      where state = 'queued' order by state, id limit 1`),
  )
  const waiting = sql`select class, created_at from mails where state = 'waiting' order by state, id
    limit ${most}`
  gauge(
    'waiting_mails',
    `Mails above the pace of their mailbox, which wait until it has room. The oldest ${most} are counted.`,
    rows(sql`select class, count(*)::int as value from (${waiting}) as found group by class`),
    'class',
  )
  gauge(
    'waiting_mail_seconds',
    'How long the oldest of them waits.',
    rows(
      sql`select extract(epoch from now() - min(created_at))::float as value
        from (${waiting}) as found having count(*) > 0`,
    ),
  )
  gauge(
    'mail_outcomes',
    `What became of the latest ${latestMails} mails that were sent: all of them, and those that ` +
      'came back or were reported as spam.',
    rows(sql`with latest as (select id from mails where state = 'sent' order by id desc limit ${latestMails})
      select 'sent' as outcome, count(*)::int as value from latest
      union all select kinds.kind, count(bounced.mail_id)::int
      from unnest(${sql.val([...bounceKinds])}::text[]) as kinds (kind)
      left join (select kind, mail_id from latest join mail_bounces on mail_id = id) as bounced
        using (kind) group by 1`),
    'outcome',
  )
  gauge(
    'backup_age_seconds',
    'Time since the last scheduled backup, or since it was scheduled first.',
    rows(sql`select extract(epoch from now() - coalesce(
        (select max(completed_on) from pgboss.job where name = schedule.name
          and state = 'completed'), created_on))::float as value
      from pgboss.schedule where name = 'back-up'`),
  )
  gauge(
    'imports',
    'Imports of the last day by status.',
    rows(sql`select status, count(*)::int as value
      from (select status, started_at from imports order by id desc limit ${most}) latest
      where started_at > now() - interval '1 day' group by status`),
    'status',
  )
}

type Sample = { value: number; [label: string]: string | number }
type Value = number | readonly Sample[]
type AddMetric = (
  name: string,
  help: string,
  read: () => Value | Promise<Value>,
  ...labelNames: string[]
) => void

/** Adds metrics that are read whenever somebody asks for them. */
function metricsIn(registry: Registry): { gauge: AddMetric; counter: AddMetric } {
  const add =
    (Kind: typeof Gauge | typeof Counter): AddMetric =>
    (name, help, read, ...labelNames) => {
      let reading: Promise<Value> | undefined
      const metric: Gauge | Counter = new Kind({
        name: prefix + name,
        help,
        labelNames,
        registers: [],
        async collect() {
          // A database that does not answer is not asked twice, and holds nobody up.
          reading ??= (async () => read())().finally(() => (reading = undefined))
          const value = await within(answerMs, reading).catch(() => [])
          metric.reset()
          for (const { value: by, ...labels } of typeof value === 'number' ? [{ value }] : value)
            metric.inc(labels, by)
        },
      })
      registry.registerMetric(metric)
    }
  return { gauge: add(Gauge), counter: add(Counter) }
}
