import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What administrators do to accounts, and how they find one among a million. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- Counts what was done to role, mark and suspension, so that nobody decides about what they have not seen.
      add column revision integer not null default 0,
      -- One of the words of the accounts feature, and an administrator's own; both go when it is lifted.
      add column suspension_reason text,
      add column suspension_note text,
      add check (suspended_at is not null or (suspension_reason is null and suspension_note is null))
  `.execute(db)
  // Words of one or two letters are looked for at the beginning of a word: hence the space before the first.
  await sql`
    create function user_search_text(first_name text, last_name text, email text, company_name text) returns text
      language sql immutable parallel safe
      return ' ' || fold_accents(lower(
        coalesce(first_name || ' ', '') || coalesce(last_name || ' ', '') || coalesce(email || ' ', '') || coalesce(company_name, '')
      ))
  `.execute(db)
  await sql`
    create function user_sort_name(first_name text, last_name text, email text) returns text
      language sql immutable parallel safe
      return fold_accents(lower(
        coalesce(nullif(trim(coalesce(last_name, '') || ' ' || coalesce(first_name, '')), ''), email, '')
      ))
  `.execute(db)
  // Stored: to fold the accents of a million rows takes seconds.
  await sql`
    alter table users add column search_text text not null
      generated always as (user_search_text(first_name, last_name, email, company_name)) stored
  `.execute(db)
  await sql`create index users_search on users using gin (search_text gin_trgm_ops)`.execute(db)
  await sql`create index users_name on users (user_sort_name(first_name, last_name, email), id)`.execute(db)
  // Ids are in the order of creation.
  await sql`create index users_role on users (role, id)`.execute(db)
  await sql`create index users_unverified on users (id) where email_verified_at is null`.execute(db)
  await sql`create index users_suspended on users (id) where suspended_at is not null`.execute(db)
  await sql`create index users_hospital on users (id) where is_verified_hospital`.execute(db)
}
