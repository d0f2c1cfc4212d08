import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { DuplicatesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<DuplicatesTables>()

export const findPair = (db: Db, id: string) =>
  tables(db).selectFrom('likely_duplicates').select(['job_a', 'job_b', 'status']).where('id', '=', id).executeTakeFirst()

/** Whether nobody had decided about the pair. */
export async function markMerged(trx: Db, id: string, decidedBy: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(trx)
    .updateTable('likely_duplicates')
    .set({ status: 'merged', decided_by: decidedBy, decided_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whatever was merged into the other one earlier is found at the kept one from now on. */
export async function insertMerge(trx: Db, merge: { otherId: string; keptId: string; mergedBy: string }): Promise<void> {
  const { otherId, keptId, mergedBy } = merge
  await tables(trx).updateTable('merged_jobs').set({ kept_id: keptId }).where('kept_id', '=', otherId).execute()
  await tables(trx).insertInto('merged_jobs').values({ job_id: otherId, kept_id: keptId, merged_by: mergedBy }).execute()
}

/** What is not the same job as the other one is not the same as the kept one either. */
export async function inheritDismissals(trx: Db, otherId: string, keptId: string): Promise<void> {
  await sql`
    insert into likely_duplicates as pair
      (job_a, job_b, status, score, title_score, employer_score, place_score, text_score, specialty, state, sources, decided_by, decided_at)
    select least(third, ${keptId}), greatest(third, ${keptId}), status, score, title_score, employer_score, place_score, text_score,
      specialty, state, sources, decided_by, decided_at
    from likely_duplicates, lateral (select case when job_a = ${otherId} then job_b else job_a end as third) other
    where status = 'dismissed' and (job_a = ${otherId} or job_b = ${otherId}) and third <> ${keptId}
    on conflict (job_a, job_b) do update set
      status = 'dismissed', decided_by = excluded.decided_by, decided_at = excluded.decided_at
    where pair.status = 'open'
  `.execute(trx)
}

export async function markDue(trx: Db, jobId: string): Promise<void> {
  await tables(trx).updateTable('job_fingerprints').set({ compared_at: null }).where('job_id', '=', jobId).execute()
}

/** Where a job went that was merged into another one. */
export async function findKeptJob(db: Db, jobId: string): Promise<string | undefined> {
  const row = await tables(db).selectFrom('merged_jobs').select('kept_id').where('job_id', '=', jobId).executeTakeFirst()
  return row?.kept_id
}
