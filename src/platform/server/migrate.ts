import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { grantServerRights } from './server-role.ts'
import { StartError } from './start-error.ts'

export type Migrated = {
  /** Applied by this call, in order. */
  applied: string[]
  /** Applied by a newer version; compatible, because migrations expand before they contract. */
  unknown: string[]
}

type Step = { up(db: Db): Promise<void> }

const releasedFolder = new URL('../../../db/migrations/', import.meta.url)

/** The key of our advisory lock. */
const migrationLock = 7_340_915

/** A database that has this table is half-restored from a backup: nothing starts on it. */
export const markerTable = 'restore_under_way'

export type MigrateOptions = {
  folder?: URL
  serverRole?: string | undefined
  /** Applies no others. */
  only?: ReadonlySet<string>
  /** Whether the caller fills the database from a backup. */
  restoring?: boolean
  /** Called at the end of each migration's transaction. */
  onApplied?: (transaction: Db, name: string) => Promise<void>
}

/**
 * Applies missing migrations: `.sql` files and modules with `up` (`.js` in the package), in order of their names, each in one
 * transaction. Nodes that start together wait for each other. The server's role, if it is not the owner, gets its rights on what was created.
 */
export async function migrateToLatest(db: Db, { serverRole, ...options }: MigrateOptions = {}): Promise<Migrated> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
    try {
      const migrated = await applyPending(connection, options)
      if (serverRole !== undefined) await grantMissingRights(connection, serverRole, migrated)
      return migrated
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection)
    }
  })
}

/** The names of the migrations that this version has, in order. */
export const listMigrations = async (folder = releasedFolder): Promise<string[]> => (await listFiles(folder)).map(nameOf)

const listFiles = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((it) => /\.(sql|ts|js)$/.test(it)).toSorted()

async function applyPending(
  db: Db,
  { folder = releasedFolder, only, restoring = false, onApplied }: MigrateOptions,
): Promise<Migrated> {
  const files = await listFiles(folder)
  const names = new Set(files.map(nameOf))
  if (!restoring) await refuseHalfRestored(db)
  await refuseForeign(db)
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    db,
  )
  const done = await readApplied(db)
  const pending = files.filter((it) => !done.has(nameOf(it)) && (only?.has(nameOf(it)) ?? true))
  for (const file of pending) await apply(db, new URL(file, folder), nameOf(file), onApplied)
  return { applied: pending.map(nameOf), unknown: [...done].filter((it) => !names.has(it)) }
}

async function grantMissingRights(db: Db, role: string, { applied }: Migrated): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`select has_table_privilege(${role}, 'migrations', 'select') as has`.execute(db)
  if (applied.length > 0 || rows[0]?.has !== true) await grantServerRights(db, role)
}

/** Reads what was applied. @throws {StartError} if the database is not ours, or half-restored. */
export async function checkDatabase(db: Db): Promise<Set<string>> {
  await refuseHalfRestored(db)
  await refuseForeign(db)
  return readApplied(db)
}

const nameOf = (file: string): string => file.replace(/\.\w+$/, '')

async function refuseHalfRestored(db: Db): Promise<void> {
  const { rows } = await sql`select where to_regclass(${markerTable}) is not null`.execute(db)
  if (rows.length > 0)
    throw new StartError('A restore into this database was broken off: empty database and files, and restore the backup again.')
}

const oldestPostgres = 15

/** Nothing is changed in a database that is too old or not ours. */
async function refuseForeign(db: Db): Promise<void> {
  const { rows: early } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (early.length > 0) {
    throw new StartError(
      'This database was made by an earlier development version: delete it, or choose another DATA_DIR or DATABASE_URL.',
    )
  }
  const { rows } = await sql<{ major: number; isOurs: boolean; table: string | null }>`
    select current_setting('server_version_num')::integer / 10000 as major,
      exists (select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'applied_at') as "isOurs",
      (select min(relname) from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and relname <> ${markerTable}
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as "table"
  `.execute(db)
  const [{ major, isOurs, table } = { major: 0, isOurs: false, table: null }] = rows
  if (major < oldestPostgres)
    throw new StartError(
      `The database is PostgreSQL ${major}: PostgreSQL ${oldestPostgres} or newer is needed. Name a newer server in DATABASE_URL, and restore a backup into it.`,
    )
  if (!isOurs && table !== null)
    throw new StartError(
      `The database belongs to another product (it has the table ${table}): name an empty one in DATABASE_URL.`,
    )
}

/** None before the first migration. */
export async function readApplied(db: Db): Promise<Set<string>> {
  const { rows: tables } = await sql`select where to_regclass('migrations') is not null`.execute(db)
  if (tables.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return new Set(rows.map((it) => it.name))
}

async function apply(db: Db, file: URL, name: string, onApplied: MigrateOptions['onApplied']): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      // A migration that waits for a lock blocks every query behind it, so it fails instead.
      await sql`set local lock_timeout = '10s'`.execute(transaction)
      await sql`set local statement_timeout = '15min'`.execute(transaction)
      await (await loadStep(file)).up(transaction)
      await onApplied?.(transaction, name)
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    })
  } catch (error) {
    throw new StartError(`Migration ${name} failed and has changed nothing: ${messageOf(error)}`, { cause: error })
  }
}

async function loadStep(file: URL): Promise<Step> {
  if (!file.pathname.endsWith('.sql')) return (await import(file.href)) as Step
  const text = await readFile(file, 'utf8')
  return { up: async (db) => void (await sql.raw(text).execute(db)) }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
