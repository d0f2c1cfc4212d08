import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A source closes its postings when it no longer lists them: it acts, as the history has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table posting_events
      drop constraint posting_events_actor_check,
      add constraint posting_events_actor_check
        check (actor in ('owner', 'author', 'administrator', 'clock', 'policy', 'operator', 'source')) not valid
  `.execute(db)
  await sql`alter table posting_events validate constraint posting_events_actor_check`.execute(db)
}
