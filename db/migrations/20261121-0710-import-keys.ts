import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * What an imported job is known by. The primary key is what keeps two imports at once from adding a job twice. A key outlives
 * its job: what was erased does not come back with the next import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_keys (
      key text primary key,
      -- Deferred, because keys are claimed before the claimed jobs are added.
      job_id uuid references jobs on delete set null deferrable initially deferred
    )
  `.execute(db)
  await sql`create index import_keys_job on import_keys (job_id)`.execute(db)
}
