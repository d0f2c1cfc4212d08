import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Which jobs a source lists, and which of its runs saw them last: what a complete source no longer lists is closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_listings (
      source_id uuid not null references import_sources (id) on delete cascade,
      job_id uuid not null references jobs (id) on delete cascade,
      -- Not a reference: it is only ever compared.
      run_id uuid not null,
      primary key (source_id, job_id)
    ) with (fillfactor = 80)
  `.execute(db)
  await sql`create index import_listings_job on import_listings (job_id)`.execute(db)
}
