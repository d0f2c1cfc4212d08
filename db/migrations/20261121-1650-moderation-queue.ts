import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * What the moderation queue reads: the oldest of what waits, of all or of one source. Everything that it filters by stands in
 * the index, so that a filter which fits few of a hundred thousand reads no row in vain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index jobs_pending on jobs (created_at, id, channel, specialty) where status = 'pending'`.execute(db)
  await sql`
    create index jobs_pending_source on jobs (source, created_at, id, channel, specialty) where status = 'pending'
  `.execute(db)
}
