import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * When two jobs are merged, somebody may have sent the same words to both. Both inquiries stay, with their replies and CVs; the
 * one that moved is marked, and no longer stands in the way of the index that finds a double click.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inquiries add column is_repeat boolean not null default false`.execute(db)
  await sql`drop index inquiries_once`.execute(db)
  await sql`
    create unique index inquiries_once on inquiries (job_id, email, message_hash) where withdrawn_at is null and not is_repeat
  `.execute(db)
}
