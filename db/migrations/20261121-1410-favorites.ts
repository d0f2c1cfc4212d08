import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The jobs that physicians saved. What each was called when it was saved is kept with it: a job that is not public any more
 * shows nothing else, and one that was erased is still known by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favorites (
      physician_id uuid not null references users (id) on delete cascade,
      -- Not a reference: a favorite outlives its job.
      job_id uuid not null,
      saved_at timestamptz not null default now(),
      note text,
      title text not null,
      employer text not null,
      city text not null,
      state text not null,
      primary key (physician_id, job_id)
    )
  `.execute(db)
  await sql`create index favorites_job on favorites (job_id)`.execute(db)
}
