import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What the board comes to, in one row: made anew every now and then, so that no request has to read the catalogue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board_figures (
      id boolean primary key default true check (id),
      jobs integer not null default 0,
      employers integer not null default 0,
      -- US dollars a year; null while there are too few postings to tell.
      median_pay integer,
      -- When they were made, how long that took, and how far the catalogue had been written to by then.
      refreshed_at timestamptz,
      took_ms integer not null default 0,
      job_writes bigint not null default -1
    )
  `.execute(db)
  await sql`insert into board_figures default values`.execute(db)
}
