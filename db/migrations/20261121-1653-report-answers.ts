import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What a moderator wrote to whoever reported a job, beyond what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_reports add column answer text`.execute(db)
}
