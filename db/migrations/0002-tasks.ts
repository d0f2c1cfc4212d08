import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { getConstructionPlans } from 'pg-boss'

/**
 * The task queue's own schema, `pgboss`, as the pinned version of pg-boss wants it. A newer version
 * that changes the schema comes with a migration that runs `getMigrationPlans('pgboss', <the
 * version that the table pgboss.version tells>)`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(withoutTransaction(getConstructionPlans('pgboss'))).execute(db)
  // Where a task goes once its retries are used up: it stays for a year, for somebody to look at.
  await sql`
    select pgboss.create_queue('dead-tasks', '{"policy": "standard", "retryLimit": 0, "retentionSeconds": 31536000}')
  `.execute(db)
  // Administrators look up when a mail is tried again.
  await sql`create index deliver_mail_waiting on pgboss.job ((data ->> 'id')) where name = 'deliver-mail' and state < 'active'`.execute(
    db,
  )
}

/** The migration is in a transaction already; a second `commit` would end it early. */
const withoutTransaction = (plan: string): string =>
  plan.replace(/^\s*begin;/i, '').replace(/commit;\s*$/i, '')
