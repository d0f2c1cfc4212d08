import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

/** Which jobs the sources list. */

type Listing = { sourceId: string; runId: string }

/** The run has seen these jobs. */
export async function recordListings(db: Db, { sourceId, runId }: Listing, jobIds: readonly string[]): Promise<void> {
  await sql`
    insert into import_listings (source_id, job_id, run_id)
      select ${sourceId}, job_id, ${runId} from unnest(${jobIds}::uuid[]) as seen (job_id)
    on conflict (source_id, job_id) do update set run_id = excluded.run_id where import_listings.run_id <> excluded.run_id
  `.execute(db)
}

/** Takes up to `limit` jobs off a source's list that the run has not seen, and tells which. */
export async function takeUnseen(db: Db, { sourceId, runId }: Listing, limit: number): Promise<string[]> {
  const { rows } = await sql<{ job_id: string }>`
    delete from import_listings
    where source_id = ${sourceId} and job_id in (
      select job_id from import_listings where source_id = ${sourceId} and run_id <> ${runId} limit ${limit}
    )
    returning job_id
  `.execute(db)
  return rows.map((it) => it.job_id)
}

/** Which of these jobs no complete source lists. */
export async function findUnlisted(db: Db, jobIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${jobIds}::uuid[]) as taken (id)
    where not exists (
      select from import_listings l join import_sources s on s.id = l.source_id where l.job_id = taken.id and s.is_complete
    )
  `.execute(db)
  return rows.map((it) => it.id)
}
