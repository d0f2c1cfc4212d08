import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The whole address of a source, encrypted, where it holds a secret; `url` then has it masked. The server seals what is there
 * already when it starts: a migration does not know its secret.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_sources add column sealed_url text`.execute(db)
}
