import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Whose job it is, and how it came in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table jobs
      -- Null for what was posted without an account, and for imports.
      add column owner_id uuid references users (id) on delete set null,
      add column channel text not null default 'import' check (channel in ('account', 'public', 'import'))
  `.execute(db)
  await sql`create index jobs_owner on jobs (owner_id, updated_at desc) where owner_id is not null`.execute(db)
  await sql`create index jobs_expiry on jobs (expires_at) where status = 'active' and expires_at is not null`.execute(db)
}
