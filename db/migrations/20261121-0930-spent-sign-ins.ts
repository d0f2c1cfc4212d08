import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Sign-ins with a provider that have come back: each does so once. Kept for as long as its cookie could be sent again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spent_sign_ins (
      state_hash bytea primary key,
      expires_at timestamptz not null
    )
  `.execute(db)
  await sql`create index spent_sign_ins_expiry on spent_sign_ins (expires_at)`.execute(db)
}
