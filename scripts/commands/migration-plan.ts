import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { listMigrations, migrateToLatest, readApplied } from '#platform/server/migrate.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'

type PlannedLock = {
  table: string
  /** Whom the lock keeps waiting until the migration ends. */
  waits: 'reads and writes' | 'writes'
  rows: number
  bytes: number
}

export type PlannedMigration = { name: string; locks: PlannedLock[] }

type TableLock = { table: string; blocksReads: boolean }

/**
 * What the missing migrations would lock. They run on a scratch database that has the schema of
 * `db` and no rows; `db` itself is only read, for the sizes of its tables.
 */
export async function planMigrations(db: Db, folder?: URL): Promise<PlannedMigration[]> {
  const applied = await readApplied(db)
  const pending = (await listMigrations(folder)).filter((migration) => !applied.has(migration))
  if (pending.length === 0) return []
  const locks = await rehearse(applied, folder)
  const sizes = await readSizes(db)
  return pending.map((name) => ({
    name,
    locks: (locks.get(name) ?? []).map(({ table, blocksReads }) => ({
      table,
      waits: blocksReads ? 'reads and writes' : 'writes',
      ...(sizes.get(table) ?? { rows: 0, bytes: 0 }),
    })),
  }))
}

async function rehearse(
  applied: ReadonlySet<string>,
  folder: URL | undefined,
): Promise<Map<string, TableLock[]>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'migration-plan-'))
  const options = folder ? { folder } : {}
  const locks = new Map<string, TableLock[]>()
  const held = new Set<string>()
  try {
    const postgres = await startPostgres({ dataDir, fast: true })
    const scratch = openDatabase({ ...postgres.connection, max: 2 })
    try {
      await migrateToLatest(scratch, { ...options, only: applied })
      await migrateToLatest(scratch, {
        ...options,
        // All run in one transaction, which holds the locks of those before, too.
        onApplied: async (transaction, name) => {
          const added = (await heldLocks(transaction, scratch)).filter(
            (lock) => !held.has(JSON.stringify(lock)),
          )
          for (const it of added) held.add(JSON.stringify(it))
          locks.set(name, added)
        },
      })
    } finally {
      await scratch.destroy()
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return locks
}

/**
 * Strong locks of the transaction on tables that others see, that is, not on those that it creates.
 */
async function heldLocks(transaction: Db, others: Db): Promise<TableLock[]> {
  const { rows: held } = await sql<{ oid: number; table: string; blocksReads: boolean }>`
    select c.oid::integer as oid, c.relname as "table", bool_or(l.mode = 'AccessExclusiveLock') as "blocksReads"
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.locktype = 'relation' and c.relkind in ('r', 'p', 'm')
      and c.relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
      and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    group by 1, 2 order by 2
  `.execute(transaction)
  const { rows: visible } = await sql<{
    oid: number
  }>`select oid::integer as oid from pg_class`.execute(others)
  const known = new Set(visible.map((candidate) => candidate.oid))
  return held
    .filter((candidate) => known.has(candidate.oid))
    .map(({ table, blocksReads }) => ({ table, blocksReads }))
}

async function readSizes(db: Db): Promise<Map<string, { rows: number; bytes: number }>> {
  const { rows } = await sql<{ table: string; rows: number; bytes: number }>`
    select relname as "table", greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind in ('r', 'p', 'm') and relnamespace <> 'pg_catalog'::regnamespace
  `.execute(db)
  return new Map(rows.map(({ table, ...size }) => [table, size]))
}
