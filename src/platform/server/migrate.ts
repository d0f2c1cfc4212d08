import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import { messageOf, StartError } from './errors.ts'

export type Migrated = {
  /** Applied by this call, in order. */
  applied: string[]
  /** Applied by a newer version; compatible, because migrations expand before they contract. */
  unknown: string[]
}

type Step = { up(db: Db): Promise<void> }

const releasedFolder = new URL('../../../db/', import.meta.url)

/** The last migration before release 1.0.0: the first files make all that its predecessors made. */
const lastBeforeFirstRelease = '0234-moves'

/** Whether this version has a migration, or had it before release 1.0.0. */
export const isKnownMigration = (name: string, known: ReadonlySet<string>): boolean =>
  known.has(name) || name <= lastBeforeFirstRelease

/** The key of our advisory lock. */
const migrationLock = 7_340_915

/** A database that has this table is half-restored from a backup: nothing starts on it. */
export const markerTable = 'restore_under_way'

export type MigrateOptions = {
  /** Has `migrations/` and `functions/`. */
  folder?: URL
  serverRole?: string | undefined
  /** Applies no others, and only the functions that tables need. */
  only?: ReadonlySet<string>
  /** Whether the caller fills the database from a backup. */
  restoring?: boolean
  /** Called after each migration, in the transaction. */
  onApplied?: (trx: Db, name: string) => Promise<void>
}

/**
 * Applies missing migrations: `.sql` files and modules with `up` (`.js` in the package), in order
 * of their names. Then it applies the files of functions that this database has not had. One
 * transaction has all of them, so that no job changes between a table and its trigger. Nodes that
 * start together wait for each other. The server's role, if it is not the owner, gets its rights on
 * what was created.
 */
export const migrateToLatest = async (
  db: Db,
  { serverRole, ...options }: MigrateOptions = {},
): Promise<Migrated> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
    try {
      const migrated = await applyPending(connection, options)
      if (serverRole !== undefined) await grantMissingRights(connection, serverRole, migrated)
      return migrated
    } finally {
      // It ends with a lost connection, too, whose reason is thrown already.
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection).catch(() => {})
    }
  })

/** The names of the migrations that this version has, in order. */
export const listMigrations = async (folder = releasedFolder): Promise<string[]> =>
  (await listFiles(new URL('migrations/', folder))).map(nameOf)

const listFiles = async (folder: URL) =>
  (await readdir(folder)).filter((file) => /\.(sql|ts|js)$/.test(file)).toSorted()

async function applyPending(
  db: Db,
  { folder = releasedFolder, only, restoring = false, onApplied }: MigrateOptions,
) {
  const migrations = new URL('migrations/', folder)
  const files = await listFiles(migrations)
  const names = new Set(files.map(nameOf))
  if (!restoring) await refuseHalfRestored(db)
  await refuseForeign(db)
  await sql`
    create table if not exists migrations (name text primary key,
      applied_at timestamptz not null default now());
    create table if not exists function_files (
      name text not null, hash text not null, applied_at timestamptz not null default now(),
        primary key (name, hash)
    )
  `.execute(db)
  const done = await readApplied(db)
  const former = [...done].filter((name) => !names.has(name) && name <= lastBeforeFirstRelease)
  if (folder === releasedFolder && former.length > 0 && !done.has(lastBeforeFirstRelease))
    throw new StartError(
      'The database is from before release 1.0.0: start commit 921a926d on it once, and then this version.',
    )
  const pending = files.filter(
    (file) => !done.has(nameOf(file)) && (only?.has(nameOf(file)) ?? true),
  )
  const functions = await readNewFunctions(db, folder)
  if (pending.length > 0 || functions.length > 0)
    await inTransaction(db, async (trx) => {
      await applyFunctions(trx, functions.filter(isBeforeTables))
      for (const file of pending)
        await apply(trx, new URL(file, migrations), nameOf(file), onApplied)
      const others = functions.filter((file) => !isBeforeTables(file))
      if (!only) await applyFunctions(trx, others)
    })
  return {
    applied: pending.map(nameOf),
    unknown: [...done].filter((name) => !isKnownMigration(name, names)),
  }
}

/** Columns and indexes call these. */
const isBeforeTables = ({ name }: FunctionFile) => name === 'before-tables'

type FunctionFile = { name: string; text: string; hash: string }

/**
 * A text that was applied once is not applied again: an older node that starts during an upgrade
 * leaves the newer functions in place.
 */
async function readNewFunctions(db: Db, folder: URL): Promise<FunctionFile[]> {
  const { rows } = await sql<{
    hash: string
  }>`select name || ' ' || hash as hash from function_files`.execute(db)
  const applied = new Set(rows.map((row) => row.hash))
  const functions = new URL('functions/', folder)
  const files = await Promise.all(
    (await listFiles(functions)).map(async (file) => {
      const text = await readFile(new URL(file, functions), 'utf8')
      return { name: nameOf(file), text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
  return files.filter(({ name, hash }) => !applied.has(`${name} ${hash}`))
}

async function applyFunctions(trx: Db, files: readonly FunctionFile[]) {
  for (const { name, text, hash } of files) {
    await naming(`db/functions/${name}.sql`, async () => {
      await sql.raw(text).execute(trx)
      await sql`insert into function_files (name, hash) values (${name}, ${hash})`.execute(trx)
    })
  }
}

/**
 * A migration that waits for a lock holds up every query behind it: so it gives way soon, and tries
 * again.
 */
async function inTransaction(db: Db, run: (trx: Db) => Promise<void>) {
  const until = Date.now() + triedForMs
  for (;;) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '500ms'`.execute(trx)
        await sql`set local statement_timeout = '15min'`.execute(trx)
        await run(trx)
      })
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() > until) throw error
      await setTimeout(1000)
    }
  }
}
const triedForMs = 120_000

const isLockTimeout = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === '55P03'

async function grantMissingRights(db: Db, role: string, { applied }: Migrated) {
  const { rows } = await sql<{
    has: boolean
  }>`select has_table_privilege(${role}, 'migrations', 'select') as has`.execute(db)
  if (applied.length > 0 || rows[0]?.has !== true) await grantServerRights(db, role)
}

/** Reads what was applied. @throws {StartError} if the database is not ours, or half-restored. */
export async function checkDatabase(db: Db): Promise<Set<string>> {
  await refuseHalfRestored(db)
  await refuseForeign(db)
  return readApplied(db)
}

const nameOf = (file: string) => file.replace(/\.\w+$/, '')

async function refuseHalfRestored(db: Db) {
  const { rows } = await sql`select where to_regclass(${markerTable}) is not null`.execute(db)
  if (rows.length > 0)
    throw new StartError(
      'A restore into this database was broken off: empty database and files, and restore the backup again.',
    )
}

export const oldestPostgres = 15

/** Nothing is changed in a database that is too old or not ours. */
async function refuseForeign(db: Db) {
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
      `The database is PostgreSQL ${major}: PostgreSQL ${oldestPostgres} or newer is needed. ` +
        'Name a newer server in DATABASE_URL, and restore a backup into it.',
    )
  if (!isOurs && table !== null)
    throw new StartError(
      `The database belongs to another product (it has the table ${table}): name an empty one in ` +
        'DATABASE_URL.',
    )
}

/** None before the first migration. */
export async function readApplied(db: Db): Promise<Set<string>> {
  const { rows: tables } = await sql`select where to_regclass('migrations') is not null`.execute(db)
  if (tables.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  )
  return new Set(rows.map((row) => row.name))
}

const apply = async (trx: Db, file: URL, name: string, onApplied: MigrateOptions['onApplied']) =>
  naming(`Migration ${name}`, async () => {
    await (await loadStep(file)).up(trx)
    await onApplied?.(trx, name)
    await sql`insert into migrations (name) values (${name})`.execute(trx)
  })

async function naming(step: string, run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    throw new StartError(`${step} failed; nothing was changed: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

async function loadStep(file: URL): Promise<Step> {
  if (!file.pathname.endsWith('.sql')) return (await import(file.href)) as Step
  const text = await readFile(file, 'utf8')
  return { up: async (db) => void (await sql.raw(text).execute(db)) }
}

/**
 * The role of the server in the embedded database. It owns nothing there, so no statement of the
 * server can switch off a trigger.
 */
export const embeddedServerRole = 'whitecoat_server'

/** Idempotent, also when several start together. */
export async function ensureServerRole(owner: Db): Promise<void> {
  await sql`
    do $$
    begin
      create role ${sql.id(embeddedServerRole)} login;
    exception when duplicate_object or unique_violation then
      null;
    end $$
  `.execute(owner)
}

const schemas = 'public, pgboss'

/**
 * Lets a role use the tables of the migrated schema. In the audit log it may only read and append.
 */
async function grantServerRights(owner: Db, role: string) {
  const { rows } = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int as version`.execute(owner)
  for (const statement of rightsOf(role, rows[0]?.version ?? 0))
    await sql.raw(statement).execute(owner)
}

/** The statements that give a role its rights, on a server of this version number. */
export function rightsOf(role: string, version: number): string[] {
  const to = pg.escapeIdentifier(role)
  // From PostgreSQL 17 on, others than the owner may vacuum and analyze.
  const rights = `select, insert, update, delete${version >= 170_000 ? ', maintain' : ''}`
  return [
    `grant usage on schema ${schemas} to ${to}`,
    `grant ${rights} on all tables in schema ${schemas} to ${to}`,
    `grant usage, select, update on all sequences in schema ${schemas} to ${to}`,
    // The tables and columns that later migrations add.
    `alter default privileges in schema ${schemas} grant ${rights} on tables to ${to}`,
    `alter default privileges in schema ${schemas} grant usage, select, update on sequences to ${to}`,
    `revoke insert, update, delete on audit_log, audit_addresses, migrations, function_files from ${to}`,
  ]
}

/**
 * Whether the role of these connections could change the audit log's table; before the first
 * migration, whether it is a superuser.
 */
export async function ownsAuditLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select rolsuper or coalesce((select pg_has_role(current_user, relowner, 'member') from pg_class
      where oid = to_regclass('audit_log')), false)
      as owns from pg_roles where rolname = current_user
  `.execute(db)
  return rows[0]?.owns ?? false
}
