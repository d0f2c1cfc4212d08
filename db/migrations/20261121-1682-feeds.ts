import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Feeds go through active jobs, the newest first: all of them, those that may go to aggregators, a source's or an employer's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns, condition] of [
    ['jobs_feed', '', 'and structured_data_allowed'],
    ['jobs_feed_source', 'source, ', ''],
    ['jobs_feed_employer', 'lower(employer), ', ''],
  ] as const) {
    await sql`
      create index ${sql.ref(name)} on jobs (${sql.raw(columns)}posted_at desc, id desc) where status = 'active' ${sql.raw(condition)}
    `.execute(db)
  }
}
