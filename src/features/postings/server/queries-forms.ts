import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { countRows, insertMissing, isWritten, type Db } from '#platform/server/database.ts'
import { rowsPast, type AgeRule } from '#platform/server/retention.ts'
import { maxCsvRows } from '../csv-fields.ts'
import type { DraftForm } from '../schemas.ts'
import { isReachedBy, type Scope } from './scope.ts'
import type { DraftKind, LinkKind, PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

const draftsOf = (db: Db, ownerId: string) =>
  tables(db).selectFrom('posting_drafts').where('owner_id', '=', ownerId)

export const findDrafts = (db: Db, ownerId: string) =>
  draftsOf(db, ownerId).selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc').execute()

export const lockDraft = (db: Db, ownerId: string, id: string) =>
  draftsOf(db, ownerId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const countDrafts = (db: Db, ownerId: string): Promise<number> =>
  countRows(draftsOf(db, ownerId))

type NewDraft = { id: string; ownerId: string; kind: DraftKind; form: DraftForm; now: Date }

export const insertDraft = (db: Db, { id, ownerId, kind, form, now }: NewDraft) =>
  tables(db)
    .insertInto('posting_drafts')
    .values({
      id,
      owner_id: ownerId,
      kind,
      form: JSON.stringify(form),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateDraft = (db: Db, id: string, form: DraftForm, updatedAt: Date) =>
  tables(db)
    .updateTable('posting_drafts')
    .set({ form: JSON.stringify(form), updated_at: updatedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Also what was removed since, and what is a draft. */
export async function hasPosted(db: Db, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where owner_id = ${ownerId} union all select from posting_drafts
      where owner_id = ${ownerId} limit 1
  `.execute(db)
  return rows.length > 0
}

/** False if there was none. */
export const deleteDraft = (db: Db, ownerId: string, id: string): Promise<boolean> =>
  isWritten(
    tables(db).deleteFrom('posting_drafts').where('owner_id', '=', ownerId).where('id', '=', id),
  )

/** False if the key is taken. Waits for a transaction that is taking it. */
export const claimKey = (
  db: Db,
  key: { scope: string; key: string; asked: Buffer },
): Promise<boolean> => insertMissing(tables(db).insertInto('posting_keys').values(key))

export const findKey = (db: Db, scope: string, key: string) =>
  tables(db)
    .selectFrom('posting_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()

export async function storeAnswer(
  db: Db,
  scope: string,
  key: string,
  answer: unknown,
): Promise<void> {
  await sql`update posting_keys set answer = ${JSON.stringify(answer)} where scope = ${scope}
    and key = ${key}`.execute(db)
}

/** Retries come within days, and the cookie that goes with a link lasts thirty. */
export const oldPostingKeys: readonly [number, AgeRule][] = [
  [
    7,
    rowsPast('keys of forms', 'posting_keys', (before) => sql`created_at < ${before}`, {
      isBrief: true,
    }),
  ],
  [
    30,
    rowsPast(
      'links that show a new posting',
      'posting_links',
      (before) => sql`kind = 'posted' and created_at < ${before}`,
      {
        isBrief: true,
      },
    ),
  ],
]

export const insertLink = (db: Db, hash: Buffer, jobId: string, kind: LinkKind) =>
  insertMissing(
    tables(db).insertInto('posting_links').values({ token_hash: hash, job_id: jobId, kind }),
  )

/** Whether a browser's secret opens new postings, or this one. */
export async function opensPosted(db: Db, hash: Buffer, jobId?: string): Promise<boolean> {
  let query = tables(db)
    .selectFrom('posting_links')
    .select('job_id')
    .where('token_hash', '=', hash)
    .where('kind', '=', 'posted')
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Ends a posting's manage links at this time, unless they end earlier. */
export async function endManageLinks(db: Db, jobId: string, at: Date): Promise<void> {
  await sql`
    update posting_links set ends_at = least(ends_at, ${at}::timestamptz) where job_id = ${jobId}
      and kind = 'manage'
  `.execute(db)
}

/** The holder of a manage link confirms the address that it was mailed to. */
export async function confirmLink(db: Db, hash: Buffer): Promise<void> {
  await sql`
    update posting_links set confirmed_at = now() where token_hash = ${hash} and kind = 'manage'
      and confirmed_at is null
  `.execute(db)
}

/** Whether somebody has confirmed the contact address of a posting. */
export async function isContactConfirmed(db: Db, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select from posting_links where job_id = ${jobId} and kind = 'manage' and confirmed_at is not null limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Somebody opened another link that was mailed to the contact address. The row records it, and
 * opens nothing.
 */
export async function confirmContact(db: Db, jobId: string): Promise<void> {
  await sql`
    insert into posting_links (token_hash, job_id, kind, confirmed_at, ends_at)
    values (${randomBytes(32)}, ${jobId}, 'manage', now(), now())
  `.execute(db)
}

/** Removed postings stay as history, without how their owner is reached. */
export async function forgetContacts(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update jobs set contact_email = null, contact_name = null, contact_phone = null, public_email = null,
      apply_url = case when apply_url not ilike 'mailto:%' then apply_url end
    where ${which}
  `.execute(db)
}

/** Of every kind. */
export const deleteLinks = (db: Db, jobIds: readonly string[]) =>
  tables(db).deleteFrom('posting_links').where('job_id', 'in', jobIds).execute()

/** For a merged posting. A browser's cookie may already open both. */
export async function moveLinks(
  trx: Db,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    with moved as (delete from posting_links where job_id = ${from}
      returning token_hash, kind, created_at, ends_at)
    -- Not the confirmation: the other posting may have another address.
    insert into posting_links (token_hash, job_id, kind, created_at, ends_at)
      select token_hash, ${to}, kind, created_at, ends_at from moved
    on conflict do nothing
  `.execute(trx)
}

export const insertDisowned = (db: Db, jobId: string, userId: string) =>
  insertMissing(
    tables(db).insertInto('disowned_postings').values({ job_id: jobId, user_id: userId }),
  )

/** A claimed posting is managed by its account. */
export async function deleteManageLinks(db: Db, jobId: string): Promise<void> {
  await tables(db)
    .deleteFrom('posting_links')
    .where('job_id', '=', jobId)
    .where('kind', '=', 'manage')
    .execute()
}

/** The open postings of the account and its organization with one of these titles. */
export const findOpenTitled = (db: Db, ownerId: string, titles: readonly string[]) =>
  tables(db)
    .selectFrom('jobs')
    .select(['id', 'title', 'employer', 'city', 'state', 'follows_page'])
    .where(isReachedBy(ownerId))
    .where('status', 'in', ['pending', 'active'])
    .where(sql`lower(title)`, '=', sql`any(${titles.map((title) => title.toLowerCase())}::text[])`)
    .execute()

const numbered = (db: Db, scope: Scope) =>
  tables(db)
    .selectFrom('jobs')
    .selectAll()
    .where(scope.condition)
    .where('requisition', 'is not', null)

/** What its poster has not taken down. */
const isKept = sql<boolean>`(status <> 'removed' or exists (
  select from posting_holds where job_id = jobs.id and reason = 'removed' and lifted_at is null
))`

/** The postings with one of these requisition numbers, in whatever case. */
export const findNumbered = (db: Db, scope: Scope, numbers: readonly string[]) =>
  numbered(db, scope)
    .where(isKept)
    .where(sql`lower(requisition)`, '=', sql`any(${numbers}::text[])`)
    .orderBy('id')
    .execute()

/** The active ones with another number that no careers page keeps in step. */
export const findOtherNumbered = (db: Db, scope: Scope, numbers: readonly string[]) =>
  numbered(db, scope)
    .where('status', '=', 'active')
    .where('follows_page', '=', false)
    .where(sql`lower(requisition)`, '<>', sql`all(${numbers}::text[])`)
    .orderBy('id')
    .limit(maxCsvRows)
    .execute()
