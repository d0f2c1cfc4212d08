import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** All that lists show of a job is to lie in its row: twenty rows were eighty looks at what lies out of line. */
const shown = ['comp_text', 'facility_name', 'apply_url', 'brief', 'snippet']

/** Only a value that is written anew changes its place, so the table is written anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const changes = shown.map(
    (it) => sql`alter column ${sql.ref(it)} set storage main, alter column ${sql.ref(it)} type text using ${sql.ref(it)} || ''`,
  )
  await sql`alter table jobs ${sql.join(changes)}`.execute(db)
}
