import { sql } from 'kysely'
import { countBounces } from '#features/deliveries/server/bounce-mailbox.ts'
import type { DependencyCheck } from '#features/system/server/routes.ts'
import { formatNumber } from '#shared/numbers.ts'
import { clamdAt } from '#platform/server/clamd.ts'
import type { Db } from '#platform/server/database.ts'
import { openRedis } from '#platform/server/http/rate-limit.ts'
import { openSmtp } from '#platform/server/mail/delivery.ts'
import type { Replicas } from '#platform/server/replicas.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'

type ServiceOptions = { settings: Settings; storage: FileStorage | undefined }
type Options = ServiceOptions & { db: Db; replicas: Replicas }

/** What the site depends on, for the system page. */
export const dependencyChecks = ({ settings, db, replicas, storage }: Options): DependencyCheck[] => [
  { name: 'PostgreSQL', check: () => describeDatabase(db) },
  ...describeReplicas(replicas),
  ...serviceChecks({ settings, storage }),
]

/** Those that the site starts without. */
export function serviceChecks({ settings, storage }: ServiceOptions): DependencyCheck[] {
  const { redisUrl, s3, smtpUrl, bounceMailbox, clamdUrl } = settings
  return [
    { name: 'Files', check: storage && (() => checkStorage(storage, s3?.bucket)) },
    { name: 'Mail server', check: smtpUrl === undefined ? undefined : () => checkSmtp(smtpUrl) },
    { name: 'Bounce mailbox', check: bounceMailbox === undefined ? undefined : () => countBounces(bounceMailbox) },
    { name: 'Redis', check: redisUrl === undefined ? undefined : () => checkRedis(redisUrl) },
    { name: 'ClamAV', check: clamdUrl === undefined ? undefined : () => clamdAt(clamdUrl).version() },
  ]
}

async function describeDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string; megabytes: number; used: number; most: number; standbys: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) / 1048576 as megabytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'walsender') as standbys
  `.execute(db)
  const { version = '', megabytes = 0, used = 0, most = 0, standbys = 0 } = rows[0] ?? {}
  const standby = standbys === 0 ? '' : `, ${standbys} ${standbys === 1 ? 'standby' : 'standbys'}`
  return `${version}, ${megabytes} MB, ${used} of ${most} connections${standby}`
}

/** As the watch over them found them. */
function describeReplicas(replicas: Replicas): DependencyCheck[] {
  if (replicas.statuses.length === 0) return [{ name: 'Replicas', check: undefined }]
  return replicas.statuses.map((status) => ({
    name: `Replica ${status.name}`,
    async check() {
      if (status.problem !== undefined) throw new Error(`Left out: ${status.problem}`)
      return `${(status.lagSeconds ?? 0).toFixed(1)} s behind, ${formatNumber(status.reads)} reads, ${formatNumber(status.retries)} retried on the primary`
    },
  }))
}

/** Asks for a file that does not exist. */
async function checkStorage(storage: FileStorage, bucket: string | undefined): Promise<string> {
  await storage.get('system/check')
  return bucket === undefined ? 'In the data folder' : `Bucket ${bucket}`
}

async function checkSmtp(url: string): Promise<string> {
  const transport = openSmtp(url)
  try {
    await transport.verify()
    return 'Accepts mail'
  } finally {
    transport.close()
  }
}

async function checkRedis(url: string): Promise<string> {
  // The command below fails, too.
  const redis = await openRedis(url, () => {})
  try {
    const [, version = 'unknown version'] = /redis_version:(\S+)/.exec(await redis.info('server')) ?? []
    return version
  } finally {
    redis.disconnect()
  }
}
