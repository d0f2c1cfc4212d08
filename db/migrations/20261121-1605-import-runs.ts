import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Runs are tasks: each row holds all that whoever takes a run up, or shows it, has to know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update imports set status = 'interrupted', finished_at = now(), message = 'Interrupted: the process ended before the import did.'
    where status = 'running'
  `.execute(db)
  await sql`
    alter table imports
      drop constraint imports_status_check,
      add constraint imports_status_check
        check (status in ('running', 'finished', 'stopped', 'failed', 'interrupted', 'cancelled')),
      -- Null for a dataset that belongs to no source that is kept.
      add column source_id uuid references import_sources (id) on delete set null,
      -- Without what is secret in it; null for files.
      add column url text,
      -- What tells whether it is still the same dataset when somebody wants to go on with it; null where nobody can tell.
      add column dataset text,
      -- The whole address, encrypted, where it holds a secret; only while the run may need it.
      add column sealed_url text,
      -- Null for the schedule and the command line.
      add column started_by uuid references users (id) on delete set null,
      -- A task works it off, rather than the process that began it.
      add column is_task boolean not null default false,
      -- Rows of the whole dataset, where it tells.
      add column total integer,
      add column processed integer not null default 0,
      -- Where whoever takes it up goes on.
      add column cursor jsonb not null default '{"page": 0, "row": 0}',
      add column reasons jsonb not null default '{}',
      add column skipped_rows jsonb not null default '[]',
      add column duplicate_rows jsonb not null default '[]',
      add column closed integer not null default 0,
      add column reopened integer not null default 0
  `.execute(db)
  await sql`update imports set processed = imported + skipped`.execute(db)
  await sql`create index imports_of_source on imports (source_id, id desc) where source_id is not null`.execute(db)
  await sql`create index imports_started_by on imports (started_by) where started_by is not null`.execute(db)
  // Two runs over one dataset at once are one too many.
  await sql`create unique index imports_one_running on imports (coalesce(source_id::text, source)) where status = 'running'`.execute(
    db,
  )
}
