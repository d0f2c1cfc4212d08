import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * What the board's own active postings pay, per specialty and per specialty in one state: a summary that is worked out anew
 * every now and then, so that no request has to read the catalogue. Groups of too few postings are not in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pay_statistics (
      specialty text not null,
      -- Null for the specialty in the whole country.
      state text,
      postings integer not null,
      -- US dollars a year.
      lowest integer not null,
      lower_quartile integer not null,
      median integer not null,
      upper_quartile integer not null,
      highest integer not null,
      unique nulls not distinct (specialty, state)
    )
  `.execute(db)
  // One row, for good: when the summary was made, how long that took, and how far the catalogue had been written to by then.
  await sql`
    create table pay_statistics_refresh (
      id boolean primary key default true check (id),
      refreshed_at timestamptz,
      took_ms integer not null default 0,
      job_writes bigint not null default -1
    )
  `.execute(db)
  await sql`insert into pay_statistics_refresh default values`.execute(db)
}
