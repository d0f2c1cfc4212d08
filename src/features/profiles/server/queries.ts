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

type Saved = {
  fields: ProfileValues
  shown: ProfileFieldName[]
  words: string[]
  employers: string[]
  domains: string[]
}

export async function upsertProfile(
  db: Db,
  physicianId: string,
  { fields, shown, words, employers, domains }: Saved,
): Promise<void> {
  await sql`
    insert into profiles (physician_id, fields, shown, words, employer_keys, employer_domains)
    values (${physicianId}, ${JSON.stringify(fields)}::jsonb, ${shown}::text[], ${words}::text[],
      array(select name_key(name) from unnest(${employers}::text[]) name where name_key(name) <> ''),
      ${domains}::text[])
    on conflict (physician_id) do update
      set fields = excluded.fields, shown = excluded.shown, words = excluded.words, saved_at = now(),
        employer_keys = excluded.employer_keys, employer_domains = excluded.employer_domains
  `.execute(db)
}

export const deleteProfile = (db: Db, physicianId: string) =>
  tables(db).deleteFrom('profiles').where('physician_id', '=', physicianId).execute()
