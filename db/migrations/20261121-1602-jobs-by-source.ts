import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** To find the jobs of a source whose pages say otherwise than it does now, and the sources that jobs name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index jobs_source on jobs (source, structured_data_allowed)`.execute(db)
}
