import { sql, type Insertable, type RawBuilder } from 'kysely'
import { countRows, isWritten, type Db } from '#platform/server/database.ts'
import { threadPageSize, type Side } from '../model.ts'
import { isNewToSender, type NewInquiry } from './queries.ts'
import { shownStage } from './queries-inbox.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

export const insertReply = (db: Db, reply: Insertable<InquiriesTables['inquiry_replies']>) =>
  tables(db).insertInto('inquiry_replies').values(reply).execute()

const replies = (db: Db) =>
  tables(db)
    .selectFrom('inquiry_replies')
    .leftJoin('cv_files', 'cv_files.id', 'file_id')
    .select(['inquiry_replies.id', 'inquiry_id', 'by_sender', 'message', 'created_at', 'file_name', 'file_id'])

/** All messages after the first, the oldest first. */
export const findReplies = async (db: Db, inquiryIds: readonly string[]) =>
  inquiryIds.length === 0 ? [] : replies(db).where('inquiry_id', 'in', inquiryIds).orderBy('created_at').execute()
export type ReplyRow = Awaited<ReturnType<typeof findReplies>>[number]

/** The newest messages, or those before one; the newest first, and one more than a page has, if there are more. */
export function findThread(db: Db, inquiryId: string, before: string | undefined): Promise<ReplyRow[]> {
  let query = replies(db).where('inquiry_id', '=', inquiryId)
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(created_at, inquiry_replies.id) < (select created_at, id from inquiry_replies where id = ${before})`,
    )
  return query
    .orderBy('created_at', 'desc')
    .orderBy('inquiry_replies.id', 'desc')
    .limit(threadPageSize + 1)
    .execute()
}

export const findMessage = (db: Db, inquiryId: string, id: string): Promise<ReplyRow | undefined> =>
  replies(db).where('inquiry_id', '=', inquiryId).where('inquiry_replies.id', '=', id).executeTakeFirst()

/** The files of threads. */
export async function findFiles(db: Db, inquiryIds: readonly string[]): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('inquiry_replies')
    .select('file_id')
    .where('inquiry_id', 'in', inquiryIds)
    .where('file_id', 'is not', null)
    .execute()
  return rows.flatMap((row) => row.file_id ?? [])
}

type Sender = Pick<NewInquiry, 'sender_id' | 'email' | 'sender_confirmed'>
type Pair = Sender & { job_id: string }

/**
 * The applications of the same person about postings of the same organization, of which one side blocks the other. An address counts if
 * it is proved for both or for neither, because anybody can type any address: who typed an account's is blocked without the account.
 */
const between = ({ job_id, sender_id, email, sender_confirmed }: Pair, side: RawBuilder<unknown>) => sql<boolean>`
  (sender_id = ${sender_id} and (sender_confirmed = ${sender_confirmed} or ${side} = 'sender')
    or email = ${email} and sender_confirmed = ${sender_confirmed}
  ) and (job_id = ${job_id} or job_id in (
    select same.id from jobs same join jobs on same.owner_id = any (array(
      select jobs.owner_id
      union
      select colleague.user_id from organization_members mine join organization_members colleague using (organization_id)
      where mine.user_id = jobs.owner_id
    )) where jobs.id = ${job_id}
  ))
`

/** What is between the two, locked. */
export const lockBetween = (db: Db, pair: Pair, side: Side) =>
  tables(db)
    .selectFrom('inquiries')
    .selectAll('inquiries')
    .select(shownStage.as('shown'))
    .where(between(pair, sql`${side}`))
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

export const setBlocked = (db: Db, pair: Pair, side: Side, isBlocked: boolean) =>
  tables(db)
    .updateTable('inquiries')
    .set({ blocked_by: isBlocked ? side : null })
    .where(between(pair, sql`${side}`))
    .where((it) => it.or([it('blocked_by', 'is', null), it('blocked_by', '=', side)]))
    .execute()

export async function findBlock(db: Db, pair: Pair): Promise<Side | null> {
  const row = await tables(db)
    .selectFrom('inquiries')
    .select('blocked_by')
    .where(between(pair, sql.ref('blocked_by')))
    .where('blocked_by', 'is not', null)
    .executeTakeFirst()
  return row?.blocked_by ?? null
}

export const isDaily = async (db: Db, userId: string | null): Promise<boolean> =>
  userId !== null &&
  (await tables(db).selectFrom('daily_notices').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined

export async function setDaily(db: Db, userId: string, daily: boolean): Promise<void> {
  if (daily)
    await tables(db)
      .insertInto('daily_notices')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tables(db).deleteFrom('daily_notices').where('user_id', '=', userId).execute()
}

/** Those whose last notice is older, with the time of it. */
export const findDailyBefore = (db: Db, before: Date) =>
  tables(db)
    .selectFrom('daily_notices')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'noticed_at', 'email', 'role'])
    .where('noticed_at', '<', before)
    .where('email_verified_at', 'is not', null)
    .execute()

/** False if another node has just done so. */
export const markNoticed = (db: Db, userId: string, before: Date): Promise<boolean> =>
  isWritten(
    tables(db)
      .updateTable('daily_notices')
      .set({ noticed_at: new Date() })
      .where('user_id', '=', userId)
      .where('noticed_at', '<', before),
  )

/** Threads in which the poster has written since, and that the sender has not seen. */
export const countAnswered = (db: Db, senderId: string, since: Date): Promise<number> =>
  countRows(
    tables(db)
      .selectFrom('inquiries')
      .where('sender_id', '=', senderId)
      .where('withdrawn_at', 'is', null)
      .where('blocked_by', 'is', null)
      .where('poster_wrote_at', '>', since)
      .where(isNewToSender),
  )
