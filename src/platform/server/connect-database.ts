import { sql } from 'kysely'
import type pg from 'pg'
import { backgroundLimits, openDatabase, type Db } from './database.ts'
import {
  embeddedServerRole,
  ensureServerRole,
  type Migrated,
  type MigrateOptions,
  migrateToLatest,
  ownsAuditLog,
} from './migrate.ts'
import { findRunningPostgres, requireCluster } from './postgres/data-folder.ts'
import { Primaries } from './primaries.ts'
import { startPostgres } from './postgres/start.ts'
import type { Settings } from './settings.ts'
import { errorCode, StartError } from './errors.ts'

export type Connected = {
  /** As the server's role, with the limits of tasks and commands. */
  db: Db
  connection: pg.PoolConfig
  /** Of `DATABASE_URL`. */
  primaries?: Primaries
  /** As the owner of the tables. */
  owner: pg.PoolConfig
  /** As the owner. Run it before the first query. */
  migrate: (options?: Pick<MigrateOptions, 'restoring'>) => Promise<Migrated>
  close: () => Promise<void>
}

type Options = {
  /** Lets a command use the embedded database of a running server. */
  shared?: boolean
  /** Whether an embedded database is made where there is none: unless it is false. */
  creates?: boolean
  /** The embedded database died, or could not be restarted; it is tried again. */
  onDeath?(error: Error): void
}

const backgroundConnections = 5
const connectWithinMs = 3_000

/**
 * Connects to the configured database: `DATABASE_URL`, or else the embedded one.
 * @throws {StartError} if it is unavailable.
 */
export async function connectDatabase(
  settings: Settings,
  options: Options = {},
): Promise<Connected> {
  const { databaseUrl, databaseOwnerUrl } = settings
  if (databaseUrl) {
    const primaries = new Primaries(databaseUrl)
    const owners = databaseOwnerUrl && new Primaries(databaseOwnerUrl)
    const access = {
      server: connectionTo(databaseUrl, primaries),
      owner: databaseOwnerUrl && owners && connectionTo(databaseOwnerUrl, owners),
    }
    void primaries.watch()
    const connected = await reach(access, async () => {
      primaries.close()
      owners?.close()
    })
    return { ...connected, primaries }
  }
  const running = options.shared ? await findRunningPostgres(settings.dataDir) : undefined
  if (running) return reach(embedded(running))
  if (options.creates === false) requireCluster(settings.dataDir)
  const postgres = await startPostgres({
    dataDir: settings.dataDir,
    memoryMb: settings.memoryMb,
    onDeath: (error) => options.onDeath?.(error),
  })
  return reach(embedded(postgres.connection), () => postgres.stop())
}

type Access = { server: pg.PoolConfig; owner: pg.PoolConfig | undefined; createsRole?: boolean }

const embedded = (owner: pg.PoolConfig): Access => ({
  server: { ...owner, user: embeddedServerRole },
  owner,
  createsRole: true,
})

async function reach(
  { server, owner, createsRole = false }: Access,
  stopServer?: () => Promise<void>,
): Promise<Connected> {
  const db = openDatabase({ ...server, max: backgroundConnections, limits: backgroundLimits })
  async function close() {
    await db.destroy()
    await stopServer?.()
  }
  try {
    if (owner) await asOwner(owner, createsRole ? ensureServerRole : ping)
    await ping(db)
  } catch (error) {
    await close()
    // An error that sums up several addresses has no message.
    const reason =
      error instanceof Error && error.message ? error.message : (errorCode(error) ?? String(error))
    throw new StartError(`Cannot reach the database at DATABASE_URL: ${reason}`)
  }
  return {
    db,
    connection: server,
    owner: owner ?? server,
    migrate: (given) =>
      owner
        ? asOwner(owner, (ownerDb) => migrateFor(ownerDb, db, given))
        : migrateToLatest(db, given),
    close,
  }
}

const ping = async (db: Db): Promise<void> => void (await sql`select 1`.execute(db))

async function asOwner<T>(connection: pg.PoolConfig, work: (owner: Db) => Promise<T>) {
  const owner = openDatabase({ ...connection, max: 1 })
  try {
    return await work(owner)
  } finally {
    await owner.destroy()
  }
}

async function migrateFor(
  owner: Db,
  server: Db,
  options: Pick<MigrateOptions, 'restoring'> = {},
): Promise<Migrated> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(server)
  const migrated = await migrateToLatest(owner, { ...options, serverRole: rows[0]?.role })
  if (await ownsAuditLog(server))
    throw new StartError(
      'DATABASE_URL must name a role that is no superuser and no member of the one of DATABASE_OWNER_URL.',
    )
  return migrated
}

const connectionTo = (
  urls: readonly [string, ...string[]],
  { Client }: Primaries,
): pg.PoolConfig => ({
  connectionString: urls[0],
  connectionTimeoutMillis: connectWithinMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  Client,
})
