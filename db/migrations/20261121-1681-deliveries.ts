import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** To look through millions of mails: by what became of them, by words of the address or the cause, and for the next attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_state on mails (state, id desc)`.execute(db)
  await sql`create index mails_words on mails using gin (lower(to_address || ' ' || cause) gin_trgm_ops)`.execute(db)
  await sql`
    create index deliver_mail_waiting on pgboss.job ((data ->> 'id')) where name = 'deliver-mail' and state < 'active'
  `.execute(db)
}
