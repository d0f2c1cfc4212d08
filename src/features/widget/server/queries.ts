import type { Generated } from 'kysely'
import type { Db } from '#platform/server/database.ts'

type WidgetTables = { widgets: { id: string; owner_id: string; created_at: Generated<Date> } }

const tables = (db: Db) => db.withTables<WidgetTables>()

export const findOwner = async (db: Db, id: string): Promise<string | undefined> =>
  (await tables(db).selectFrom('widgets').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id

export const findWidget = (db: Db, ownerId: string) =>
  tables(db).selectFrom('widgets').select(['id', 'created_at']).where('owner_id', '=', ownerId).executeTakeFirst()

/** Does nothing if there is one already. */
export const insertWidget = (db: Db, id: string, ownerId: string) =>
  tables(db)
    .insertInto('widgets')
    .values({ id, owner_id: ownerId })
    .onConflict((it) => it.column('owner_id').doNothing())
    .execute()
