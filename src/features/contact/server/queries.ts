import type { Generated } from 'kysely'
import { countRows, type Db } from '#platform/server/database.ts'

type ContactTables = {
  contact_messages: { id: string; name: string; email: string; message: string; created_at: Generated<Date> }
}

const tables = (db: Db) => db.withTables<ContactTables>()

export const insertMessage = (db: Db, row: { id: string; name: string; email: string; message: string }) =>
  tables(db).insertInto('contact_messages').values(row).execute()

export const findMessagesFrom = (db: Db, email: string) =>
  tables(db).selectFrom('contact_messages').selectAll().where('email', '=', email).orderBy('id').execute()

export const countMessagesBefore = (db: Db, before: Date): Promise<number> =>
  countRows(tables(db).selectFrom('contact_messages').where('created_at', '<', before))

export async function deleteMessagesBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('contact_messages')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export const deleteMessagesFrom = (db: Db, email: string) =>
  tables(db).deleteFrom('contact_messages').where('email', '=', email).execute()
