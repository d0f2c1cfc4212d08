import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** One row for each run of the importer; the counts grow with every committed batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table imports (
      id uuid primary key,
      source text not null,
      approved boolean not null,
      status text not null check (status in ('running', 'finished', 'stopped', 'failed', 'interrupted')),
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      imported integer not null default 0,
      skipped integer not null default 0,
      duplicates integer not null default 0,
      message text
    )
  `.execute(db)
  await sql`create index imports_source on imports (source, started_at desc)`.execute(db)
}
