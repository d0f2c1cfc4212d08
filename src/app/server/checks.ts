import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { countBounces } from '#features/deliveries/server/bounce-mailbox.ts'
import { indexNowOf } from '#features/postings/server/search-engines.ts'
import { checkDependency, type DependencyCheck } from '#features/system/server/routes.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import { findLastBackup } from '#platform/server/backup/backup.ts'
import { listNames, placeOf } from '#platform/server/backup/places.ts'
import { clamdAt } from '#platform/server/clamd.ts'
import type { Db } from '#platform/server/database.ts'
import { openSmtp } from '#platform/server/mail/delivery.ts'
import { countOtherNodes } from '#platform/server/http/invalidate-on-change.ts'
import { openDataFolder } from '#platform/server/postgres/data-folder.ts'
import type { Replicas } from '#platform/server/replicas.ts'
import type { Settings } from '#platform/server/settings.ts'
import { cannotWrite, errorCode, StartError } from '#platform/server/errors.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'

type PortSettings = Pick<Settings, 'port' | 'host'>

/**
 * A start and `whitecoat check` run these before they ask a database. Each throws a `StartError`.
 */
export const machineChecks: readonly ((settings: Settings) => Promise<void>)[] = [
  probePort,
  // Uploads are written there on their way to a store, too.
  ({ dataDir }) => openDataFolder(dataDir),
  checkBackupFolder,
]

export async function probePort({ port, host }: PortSettings): Promise<void> {
  await explainingPort({ port, host }, async () => {
    const probe = createServer()
    await once(probe.listen(port, host), 'listening')
    probe.close()
    await once(probe, 'close')
  })
}

/** @throws {StartError} that says what to do about a port that cannot be opened. */
export async function explainingPort(
  { port, host }: PortSettings,
  open: () => Promise<void>,
): Promise<void> {
  try {
    await open()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE')
      throw new StartError(
        `PORT ${port} is in use on ${host}: stop what listens there, or set PORT.`,
      )
    if (code === 'EACCES')
      throw new StartError(`PORT ${port} is not open to this user: take one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}

async function checkBackupFolder({ backupTo }: Settings) {
  const place = backupTo === undefined ? undefined : placeOf(backupTo)
  if (!place || !('folder' in place)) return
  // The first backup makes the folder.
  let { folder } = place
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    await rmdir(await mkdtemp(join(folder, '.probe-')))
  } catch (error) {
    throw cannotWrite(`BACKUP_TO ${place.folder}`, error)
  }
}

/**
 * @throws {StartError} if the server's role could change what only the owner may, or the database
 * is a standby.
 */
export async function checkDatabaseRole(db: Db, { databaseOwnerUrl }: Settings): Promise<void> {
  const owner = databaseOwnerUrl && new pg.Client({ connectionString: databaseOwnerUrl[0] }).user
  const { rows } = await sql<{ standby: boolean; owns: boolean }>`
    select pg_is_in_recovery() as standby, coalesce(pg_has_role(current_user, ${owner ?? null}::text::name, 'member'), false) as owns
  `.execute(db)
  if (rows[0]?.standby)
    throw new StartError(
      'DATABASE_URL names a standby, which cannot be written to: name the primary.',
    )
  if (rows[0]?.owns)
    throw new StartError(
      'DATABASE_URL must name a role that is no superuser and no member of the one of DATABASE_OWNER_URL.',
    )
}

/** A start goes on with it. */
export const ownerServes =
  'The server owns the audit log: set DATABASE_OWNER_URL, and let DATABASE_URL name another ' +
  'role, which is no superuser.'

/**
 * Nodes that see each other and keep files apart lose uploads. @param nodes how many others are
 * connected.
 */
export const describeApart = ({ s3 }: Settings, nodes: number) =>
  nodes > 0 && !s3
    ? [
        'Another node is connected, and files lie in DATA_DIR: set S3_BUCKET on all nodes, or ' +
          'they miss each other’s uploads.',
      ]
    : []

/** For administrators, until the operator has set it up. A demo needs nothing. */
export async function describeMissing(db: Db, settings: Settings): Promise<string[]> {
  if (settings.appMode === 'demo') return []
  const others = await countOtherNodes(db)
  return [
    ...describeApart(settings, others),
    // A shared file store and an outside database mean that several nodes are planned.
    ...(others === 0 && settings.s3 && settings.databaseUrl
      ? ['Only one node is connected: the site ends with it.']
      : []),
    ...(settings.backupTo === undefined ? ['No backup is made: set BACKUP_TO.'] : []),
    ...(settings.smtpUrl === undefined ? ['No mail leaves: set SMTP_URL.'] : []),
  ]
}

/**
 * A line for each setting that is gone, and for each service that does not answer. The site starts
 * without them, and uses the services when they are back.
 */
export async function describeAbsent(options: ServiceOptions): Promise<string[]> {
  const results = await Promise.all(
    [...serviceChecks(options), backupStore(options.settings)].map(checkDependency),
  )
  const absent = results.flatMap(({ name, state, detail }) =>
    state === 'down'
      ? [`${settingOf[name] ?? name} cannot be used now: ${detail.replace(/\.$/, '')}.`]
      : [],
  )
  return [...options.settings.removed, ...absent]
}

const settingOf: Readonly<Record<string, string>> = {
  Files: 'S3_BUCKET',
  'Mail server': 'SMTP_URL',
  ClamAV: 'CLAMD_URL',
  IndexNow: 'INDEXNOW_URL (a search engine; off tells none)',
}

function backupStore(settings: Settings): DependencyCheck {
  const place = settings.backupTo === undefined ? undefined : placeOf(settings.backupTo)
  const check = async () => `${(await listNames(place ?? placeOf(''), settings)).length} backups`
  return { name: 'BACKUP_TO', check: place && 'bucket' in place ? check : undefined }
}

type ServiceOptions = { settings: Settings; storage: FileStorage | undefined }
type Options = ServiceOptions & { db: Db; replicas: Replicas }

/** What the site depends on, for the system page. */
export const dependencyChecks = ({
  settings,
  db,
  replicas,
  storage,
}: Options): DependencyCheck[] => [
  { name: 'PostgreSQL', check: () => describeDatabase(db) },
  { name: 'Disk of DATA_DIR', check: () => describeDisk(settings.dataDir) },
  {
    name: 'Last backup',
    check: settings.backupTo === undefined ? undefined : () => describeBackup(db),
  },
  ...describeReplicas(replicas),
  ...serviceChecks({ settings, storage }),
]

/** Those that the site starts without. */
function serviceChecks({ settings, storage }: ServiceOptions): DependencyCheck[] {
  const { s3, smtpUrl, bounceMailbox, clamdUrl } = settings
  const indexNow = indexNowOf(settings)
  return [
    {
      name: 'Files',
      check: storage && (() => checkStorage(storage, s3?.bucket)),
      address: addressOf(s3?.endpoint),
    },
    {
      name: 'Mail server',
      check: smtpUrl === undefined ? undefined : () => checkSmtp(smtpUrl),
      address: addressOf(smtpUrl, smtpUrl?.startsWith('smtps:') ? 465 : 587),
    },
    {
      name: 'Bounce mailbox',
      check: bounceMailbox === undefined ? undefined : () => countBounces(bounceMailbox),
      address: addressOf(bounceMailbox),
    },
    {
      name: 'ClamAV',
      check: clamdUrl === undefined ? undefined : () => clamdAt(clamdUrl).version(),
      address: addressOf(clamdUrl),
    },
    {
      name: 'IndexNow',
      check: indexNow && (() => checkHost(indexNow.url)),
      address: addressOf(indexNow?.url),
    },
  ]
}

function addressOf(url: string | undefined, port?: number) {
  if (url === undefined) return undefined
  const { hostname, host } = new URL(url)
  return port === undefined || host !== hostname ? host : `${hostname}:${port}`
}

/** Whatever it answers. */
async function checkHost(url: string) {
  const { origin, host } = new URL(url)
  const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual' }).catch(
    (error: unknown) => {
      throw error instanceof Error && error.cause ? error.cause : error
    },
  )
  await answer.body?.cancel()
  return `${host} answers`
}

async function describeDatabase(db: Db) {
  const { rows } = await sql<{
    version: string
    megabytes: number
    used: number
    most: number
    standbys: number
  }>`
    select current_setting('server_version') as version,
      (pg_database_size(current_database()) / 1048576)::int as megabytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'walsender') as standbys
  `.execute(db)
  const { version = '', megabytes = 0, used = 0, most = 0, standbys = 0 } = rows[0] ?? {}
  const standby = standbys === 0 ? '' : `, ${counted(standbys, 'standby')}`
  return `${version}, ${megabytes} MB, ${used} of ${most} connections${standby}`
}

async function describeDisk(folder: string) {
  const { blocks, bavail, bsize } = await statfs(folder)
  const [size, free] = [blocks, bavail].map((count) => Math.round((count * bsize) / 1e9))
  if (bavail / blocks < 0.1) throw new Error(`Only ${free} of ${size} GB are free`)
  return `${free} of ${size} GB free`
}

async function describeBackup(db: Db) {
  const { made, tried } = await findLastBackup(db)
  const text = `${made ? timeOf(made) : 'None within a week'}; ${tried ? `rehearsed ${timeOf(tried)}` : 'never rehearsed'}`
  if (!made || Date.now() - made.getTime() > 2 * 86_400_000) throw new Error(text)
  return text
}

const timeOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** As the watch over them found them. */
function describeReplicas(replicas: Replicas): DependencyCheck[] {
  if (replicas.statuses.length === 0) return [{ name: 'Replicas', check: undefined }]
  return replicas.statuses.map((status) => ({
    name: `Replica ${status.name}`,
    async check() {
      if (status.problem !== undefined) throw new Error(`Left out: ${status.problem}`)
      return (
        `${(status.lagSeconds ?? 0).toFixed(1)} s behind, ${formatNumber(status.reads)} ` +
        `reads, ${formatNumber(status.retries)} retried on the primary`
      )
    },
  }))
}

/** Asks for a file that does not exist. */
async function checkStorage(storage: FileStorage, bucket: string | undefined) {
  await storage.get('system/check')
  return bucket === undefined ? 'In the data folder' : `Bucket ${bucket}`
}

async function checkSmtp(url: string) {
  const transport = openSmtp(url)
  try {
    await transport.verify()
    return 'Accepts mail'
  } finally {
    transport.close()
  }
}
