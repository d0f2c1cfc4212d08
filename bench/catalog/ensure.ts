import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { openDatabase } from '#platform/server/database.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'
import { loadJobs, worldOf } from './load.ts'

/** What a loaded catalog was made by. */
const makers = ['../../demo', '../../db', '.'].map((it) =>
  fileURLToPath(new URL(it, import.meta.url)),
)
/**
 * Older jobs than this would fall out of 'posted within', and searches would become easier than
 * they are.
 */
const keptForDays = 7

/**
 * A database with this many generated jobs: the one from an earlier run, if what made it is still
 * the same.
 */
export async function ensureCatalog(
  server: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<pg.PoolConfig> {
  const connection = { ...server, database: `jobs_${count}` }
  const stamp = await stampOf(count)
  const administration = openDatabase({ ...server, max: 1 })
  try {
    if ((await readStamp(administration, connection.database)) === stamp) return connection
    await sql`drop database if exists ${sql.ref(connection.database)}`.execute(administration)
    await sql`create database ${sql.ref(connection.database)}`.execute(administration)
    await fill(connection, count, tell)
    // Written last: a database without it was not finished.
    await sql`comment on database ${sql.ref(connection.database)} is ${sql.lit(stamp)}`.execute(
      administration,
    )
    return connection
  } finally {
    await administration.destroy()
  }
}

async function fill(
  connection: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const db = openDatabase(connection)
  try {
    await migrateToLatest(db)
    await loadJobs(db, worldOf(count), count, tell)
  } finally {
    await db.destroy()
  }
}

async function readStamp(
  db: ReturnType<typeof openDatabase>,
  name: string,
): Promise<string | null> {
  const { rows } = await sql<{ stamp: string | null }>`
    select shobj_description(oid, 'pg_database') as stamp from pg_database where datname = ${name}
  `.execute(db)
  return rows[0]?.stamp ?? null
}

async function stampOf(count: number): Promise<string> {
  const hash = createHash('sha256').update(String(count))
  for (const folder of makers) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((it) => it.isFile() && !it.name.endsWith('.test.ts'))
      .map((it) => join(it.parentPath, it.name))
    for (const file of files.toSorted()) hash.update(await readFile(file))
  }
  const period = Math.floor(Date.now() / (keptForDays * 86_400_000))
  return `${hash.digest('hex')} ${period}`
}
