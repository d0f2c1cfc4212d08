import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

/** False if the key is taken; waits for whoever is about to take it. */
export async function claimKey(db: Db, key: { scope: string; key: string; asked: Buffer }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('posting_keys')
    .values(key)
    .onConflict((it) => it.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findKey = (db: Db, scope: string, key: string) =>
  tables(db).selectFrom('posting_keys').selectAll().where('scope', '=', scope).where('key', '=', key).executeTakeFirst()

export async function keepAnswer(db: Db, scope: string, key: string, answer: unknown): Promise<void> {
  await tables(db)
    .updateTable('posting_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

/** Nobody retries a form after days. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await tables(db)
    .deleteFrom('posting_keys')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
