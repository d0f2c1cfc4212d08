import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'

/** Every table that contains this text. */
export async function tracesOf({ db }: { db: Db }, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const hits =
      await sql`select from ${sql.table(name)} as t where t::text like ${`%${text}%`} limit 1`.execute(
        db,
      )
    if (hits.rows.length > 0) found.push(name)
  }
  return found
}
