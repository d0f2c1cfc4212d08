import { sql, type Insertable } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

/** The keys of the employers that a domain stands for. */
export async function findVouchedKeys(db: Db, domain: string): Promise<Set<string>> {
  const rows = await tables(db).selectFrom('vouched_employers').select('employer_key').where('domain', '=', domain).execute()
  return new Set(rows.map((it) => it.employer_key))
}

/** False if it is there already. */
export async function insertVouch(db: Db, vouch: Insertable<PostingsTables['vouched_employers']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('vouched_employers')
    .values(vouch)
    .onConflict((it) => it.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** What was deleted, if it was there. */
export const deleteVouch = (db: Db, id: string): Promise<{ domain: string; employer: string } | undefined> =>
  tables(db).deleteFrom('vouched_employers').where('id', '=', id).returning(['domain', 'employer']).executeTakeFirst()

export const findVouches = (db: Db, limit: number) =>
  tables(db).selectFrom('vouched_employers').selectAll().orderBy('employer').orderBy('domain').limit(limit).execute()

export type KnownEmployer = { employer: string; domain: string | null }

/** Employers that an administrator knows: by a vouched domain, or by an account that is trusted or marked as a verified hospital. */
export async function findKnownEmployers(db: Db, limit: number): Promise<KnownEmployer[]> {
  const { rows } = await sql<KnownEmployer>`
    select employer, domain from vouched_employers
    union
    select company_name, case when email_verified_at is not null then lower(split_part(email, '@', 2)) end
    from users
    where (is_verified_hospital or trusted_at is not null) and company_name is not null and suspended_at is null
    limit ${limit}
  `.execute(db)
  return rows
}
