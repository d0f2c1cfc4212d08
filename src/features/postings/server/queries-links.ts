import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { LinkKind, PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

export async function insertLink(db: Db, hash: Buffer, jobId: string, kind: LinkKind): Promise<void> {
  await tables(db)
    .insertInto('posting_links')
    .values({ token_hash: hash, job_id: jobId, kind })
    .onConflict((it) => it.doNothing())
    .execute()
}

export async function hasLink(db: Db, hash: Buffer, kind: LinkKind, jobId?: string): Promise<boolean> {
  let query = tables(db).selectFrom('posting_links').select('job_id').where('token_hash', '=', hash).where('kind', '=', kind)
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** For a posting that was merged into another one. A browser's cookie may open both already. */
export async function moveLinks(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    with moved as (delete from posting_links where job_id = ${from} returning token_hash, kind, created_at)
    insert into posting_links (token_hash, job_id, kind, created_at) select token_hash, ${to}, kind, created_at from moved
    on conflict do nothing
  `.execute(trx)
}

/** Once a posting belongs to an account, the account is the way to it. */
export async function deleteManageLinks(db: Db, jobId: string): Promise<void> {
  await tables(db).deleteFrom('posting_links').where('job_id', '=', jobId).where('kind', '=', 'manage').execute()
}

/** Links that outlived the cookie which they are for. */
export async function deleteOldPostedLinks(db: Db): Promise<void> {
  await tables(db)
    .deleteFrom('posting_links')
    .where('kind', '=', 'posted')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
