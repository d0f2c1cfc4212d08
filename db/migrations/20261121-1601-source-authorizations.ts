import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Who said, and when, that the jobs of a source may carry structured data, or that they may not any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table import_sources
      add column authorization_changed_at timestamptz,
      add column authorization_changed_by uuid references users (id) on delete set null
  `.execute(db)
}
