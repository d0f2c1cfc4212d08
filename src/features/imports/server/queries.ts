import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { ImportsTables, ImportStatus } from './tables.ts'

const tables = (db: Db) => db.withTables<ImportsTables>()

/**
 * A run that never came to its end died with its process. One that is still alive says so with its next batch: see
 * `saveProgress`.
 */
export async function markInterrupted(db: Db, source: string): Promise<void> {
  await tables(db)
    .updateTable('imports')
    .set({ status: 'interrupted', finished_at: new Date(), message: 'Interrupted: the process ended before the import did.' })
    .where('source', '=', source)
    .where('status', '=', 'running')
    .execute()
}

export async function startImport(db: Db, run: { source: string; approved: boolean; startedAt: Date }): Promise<string> {
  const id = randomUUIDv7()
  const { source, approved, startedAt } = run
  await tables(db).insertInto('imports').values({ id, source, approved, status: 'running', started_at: startedAt }).execute()
  return id
}

export type ImportProgress = { imported: number; skipped: number; duplicates: number }

export async function saveProgress(db: Db, id: string, progress: ImportProgress): Promise<void> {
  await tables(db)
    .updateTable('imports')
    .set({ ...progress, status: 'running', finished_at: null, message: null })
    .where('id', '=', id)
    .execute()
}

export async function finishImport(
  db: Db,
  id: string,
  end: ImportProgress & { status: ImportStatus; message: string },
): Promise<void> {
  await tables(db)
    .updateTable('imports')
    .set({ ...end, finished_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** The runs of one source, the oldest first. */
export async function findImports(db: Db, source: string): Promise<{ status: ImportStatus; started_at: Date }[]> {
  return tables(db)
    .selectFrom('imports')
    .select(['status', 'started_at'])
    .where('source', '=', source)
    .orderBy('started_at')
    .execute()
}

export async function findKeys(db: Db, keys: string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ key: string; job_id: string | null }>`
    select key, job_id from import_keys where key = any(${keys}::text[])
  `.execute(db)
  return new Map(rows.map((it) => [it.key, it.job_id]))
}

/**
 * Claims the keys that nobody has, and tells which those were. Waits for another import that is just claiming one of them;
 * in sorted order, so that two imports never wait for each other.
 */
export async function claimKeys(db: Db, claims: Map<string, string | null>): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into import_keys (key, job_id)
    select * from unnest(${[...claims.keys()]}::text[], ${[...claims.values()]}::uuid[]) as claim (key, job_id) order by key collate "C"
    on conflict (key) do nothing
    returning key
  `.execute(db)
  return new Set(rows.map((it) => it.key))
}

export async function releaseKeys(db: Db, jobIds: string[]): Promise<void> {
  await sql`delete from import_keys where job_id = any(${jobIds}::uuid[])`.execute(db)
}
