import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

/** What jobs are known by. */

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

export async function releaseKeys(db: Db, jobIds: readonly string[]): Promise<void> {
  await sql`delete from import_keys where job_id = any(${jobIds}::uuid[])`.execute(db)
}

/** What was known as one job is known as another from now on: keys and listings alike. */
export async function moveKeys(db: Db, fromJobId: string, toJobId: string): Promise<void> {
  await sql`update import_keys set job_id = ${toJobId} where job_id = ${fromJobId}`.execute(db)
  await sql`
    insert into import_listings (source_id, job_id, run_id)
      select source_id, ${toJobId}, run_id from import_listings where job_id = ${fromJobId}
    on conflict (source_id, job_id) do update set run_id = greatest(import_listings.run_id, excluded.run_id)
  `.execute(db)
  await sql`delete from import_listings where job_id = ${fromJobId}`.execute(db)
}
