import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The audit log is read by what was done to whom, when, and from where; and it refuses changes in replica sessions, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_subject on audit_log (subject, id desc)`.execute(db)
  await sql`create index audit_log_at on audit_log (at, id)`.execute(db)
  await sql`create index audit_log_ip on audit_log (host(ip) text_pattern_ops, id desc)`.execute(db)
  await sql`alter table audit_log enable always trigger audit_fixed, enable always trigger audit_kept`.execute(db)
}
