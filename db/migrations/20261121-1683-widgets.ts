import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The name under which an account's jobs are shown on other sites: public, and it says nothing about the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table widgets (
      id text primary key,
      owner_id uuid not null unique references users (id) on delete cascade,
      created_at timestamptz not null default now()
    )
  `.execute(db)
}
