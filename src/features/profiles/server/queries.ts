import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { ProfileFieldName, ProfileValues } from '../fields.ts'
import type { ProfilesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<ProfilesTables>()

export const findProfile = (db: Db, physicianId: string) =>
  tables(db)
    .selectFrom('profiles')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .executeTakeFirst()

export async function upsertProfile(
  db: Db,
  physicianId: string,
  { fields, shown }: { fields: ProfileValues; shown: ProfileFieldName[] },
): Promise<void> {
  await sql`
    insert into profiles (physician_id, fields, shown)
    values (${physicianId}, ${JSON.stringify(fields)}::jsonb, ${shown}::text[])
    on conflict (physician_id) do update
      set fields = excluded.fields, shown = excluded.shown, saved_at = now()
  `.execute(db)
}

export const deleteProfile = (db: Db, physicianId: string) =>
  tables(db).deleteFrom('profiles').where('physician_id', '=', physicianId).execute()
