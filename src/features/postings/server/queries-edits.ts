import { sql, type Insertable, type Selectable } from 'kysely'
import { isWritten, type Db } from '#platform/server/database.ts'
import type { PostingChanges } from '../schemas.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

export type WaitingEdit = Selectable<PostingsTables['waiting_edits']>

export const findWaitingEdit = (db: Db, jobId: string): Promise<WaitingEdit | undefined> =>
  tables(db).selectFrom('waiting_edits').selectAll().where('job_id', '=', jobId).executeTakeFirst()

export const findWaitingEdits = async (db: Db, jobIds: readonly string[]): Promise<Map<string, WaitingEdit>> => {
  if (jobIds.length === 0) return new Map()
  const rows = await tables(db).selectFrom('waiting_edits').selectAll().where('job_id', 'in', jobIds).execute()
  return new Map(rows.map((it) => [it.job_id, it]))
}

type NewEdit = { jobId: string; fields: PostingChanges; changed: readonly string[]; updatedAt: Date }

/** Replaces an earlier one, which it includes, and waits since then. */
export async function upsertWaitingEdit(db: Db, { jobId, fields, changed, updatedAt }: NewEdit): Promise<void> {
  const values = { fields: JSON.stringify(fields), changed: [...changed], updated_at: updatedAt }
  await tables(db)
    .insertInto('waiting_edits')
    .values({ job_id: jobId, ...values })
    .onConflict((it) => it.column('job_id').doUpdateSet(values))
    .execute()
}

export const deleteWaitingEdit = (db: Db, jobId: string): Promise<boolean> =>
  isWritten(tables(db).deleteFrom('waiting_edits').where('job_id', '=', jobId))

/** Of an account that is being deleted. */
export async function deleteWaitingEditsOf(db: Db, ownerId: string): Promise<void> {
  await sql`delete from waiting_edits using jobs where jobs.id = job_id and owner_id = ${ownerId}`.execute(db)
}

/** The keys of the employers that a domain stands for. */
export async function findVouchedKeys(db: Db, domain: string): Promise<Set<string>> {
  const rows = await tables(db).selectFrom('vouched_employers').select('employer_key').where('domain', '=', domain).execute()
  return new Set(rows.map((it) => it.employer_key))
}

/** False if it is there already. */
export const insertVouch = (db: Db, vouch: Insertable<PostingsTables['vouched_employers']>): Promise<boolean> =>
  isWritten(
    tables(db)
      .insertInto('vouched_employers')
      .values(vouch)
      .onConflict((it) => it.doNothing()),
  )

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
