import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Datasets that are imported again and again: where they are, how their items are read, and when it is time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_sources (
      id uuid primary key,
      -- What its jobs give as their source.
      name text not null unique,
      url text not null,
      -- Our fields, with where an item has them.
      mapping jsonb not null default '{}',
      schedule text not null default 'never' check (schedule in ('never', 'hourly', 'daily', 'weekly')),
      next_run_at timestamptz,
      -- It lists every open job: what is not in it any more is closed.
      is_complete boolean not null default false,
      structured_data_allowed boolean not null default false,
      failures_in_a_row integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version integer not null default 1
    )
  `.execute(db)
}
