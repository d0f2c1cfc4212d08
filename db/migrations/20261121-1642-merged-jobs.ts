import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Where a job went that was merged into another one. Always the last of a chain: one look finds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table merged_jobs (
      -- Not a reference: the address leads on even when the row is gone.
      job_id uuid primary key,
      kept_id uuid not null references jobs (id) on delete cascade,
      merged_at timestamptz not null default now(),
      merged_by uuid references users (id) on delete set null
    )
  `.execute(db)
  await sql`create index merged_jobs_kept on merged_jobs (kept_id)`.execute(db)
  await sql`create index merged_jobs_by on merged_jobs (merged_by) where merged_by is not null`.execute(db)
}
