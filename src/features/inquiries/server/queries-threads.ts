import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import type { Scope } from '#features/postings/server/public.ts'
import { idsOf, isWritten, type Db } from '#platform/server/database.ts'
import { maxSavedReplies, threadPageSize } from '../model.ts'
import { inboxOf, lockInquiries, personName, shownStage } from './queries-inbox.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

type NewReply = Insertable<InquiriesTables['inquiry_replies']>

export const insertReply = (db: Db, reply: NewReply | readonly NewReply[]) =>
  tables(db).insertInto('inquiry_replies').values(reply).execute()

/** The last words of threads that this account wrote, a while ago at most. */
export async function findJustWritten(
  db: Db,
  inquiryIds: readonly string[],
  authorId: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; message: string }>`
    select inquiry_id as id, message from (
      select distinct on (inquiry_id) * from inquiry_replies
      where inquiry_id = any (${inquiryIds}::uuid[]) order by inquiry_id, created_at desc
    ) last
    where author_id = ${authorId} and file_id is null and created_at > now() - interval '1 hour'
  `.execute(db)
  return new Map(rows.map(({ id, message }) => [id, message]))
}

const replies = (db: Db) =>
  tables(db)
    .selectFrom('inquiry_replies')
    .leftJoin('cv_files', 'cv_files.id', 'file_id')
    .select([
      'inquiry_replies.id',
      'inquiry_id',
      'by_sender',
      'message',
      'created_at',
      'file_name',
      'file_id',
    ])

/** All messages after the first, the oldest first. */
export const findReplies = async (db: Db, inquiryIds: readonly string[]) =>
  inquiryIds.length === 0
    ? []
    : replies(db).where('inquiry_id', 'in', inquiryIds).orderBy('created_at').execute()

export type ReplyRow = Awaited<ReturnType<typeof findReplies>>[number]

/**
 * The newest messages, or those before one; the newest first, and one more than a page has, if
 * there are more.
 */
export function findThread(
  db: Db,
  inquiryId: string,
  before: string | undefined,
): Promise<ReplyRow[]> {
  let query = replies(db).where('inquiry_id', '=', inquiryId)
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(created_at, inquiry_replies.id) < (select created_at, id from inquiry_replies
        where id = ${before})`,
    )
  return query
    .orderBy('created_at', 'desc')
    .orderBy('inquiry_replies.id', 'desc')
    .limit(threadPageSize + 1)
    .execute()
}

export const findMessage = (db: Db, inquiryId: string, id: string): Promise<ReplyRow | undefined> =>
  replies(db)
    .where('inquiry_id', '=', inquiryId)
    .where('inquiry_replies.id', '=', id)
    .executeTakeFirst()

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

/** `free`: those of its times that are to come, and of slots that nobody else has booked. */
export type Interview = Selectable<InquiriesTables['interviews']> & { free: Date[] }

type NewInterview = Omit<
  Insertable<InquiriesTables['interviews']>,
  'id' | 'sequence' | 'created_at'
>

const length = (table: string) => sql`${sql.ref(`${table}.minutes`)} * interval '1 minute'`
const free = sql<Date[]>`array(
  select slot from unnest(interviews.times) slot
  where slot > now() and not (interviews.is_offer and exists (
    select from interviews booked
    where booked.proposed_by = interviews.proposed_by and booked.id <> interviews.id
      and booked.chosen > now() - interval '1 day'
      and booked.chosen < slot + ${length('interviews')} and slot < booked.chosen + ${length('booked')}
  ))
  order by slot
)`

/** The newest of an inquiry. The lock of the inquiry is also its interviews'. */
export const findInterview = (db: Db, inquiryId: string): Promise<Interview | undefined> =>
  tables(db)
    .selectFrom('interviews')
    .selectAll()
    .select(free.as('free'))
    .where('inquiry_id', '=', inquiryId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertInterview = (db: Db, interview: NewInterview): Promise<Interview> =>
  tables(db)
    .insertInto('interviews')
    .values({ id: randomUUIDv7(), ...interview })
    .returningAll()
    .returning(free.as('free'))
    .executeTakeFirstOrThrow()

/** Also counts the change. */
export const changeInterview = (
  db: Db,
  id: string,
  change: Updateable<InquiriesTables['interviews']>,
): Promise<Interview> =>
  tables(db)
    .updateTable('interviews')
    .set({ ...change, sequence: sql<number>`sequence + 1` })
    .where('id', '=', id)
    .returningAll()
    .returning(free.as('free'))
    .executeTakeFirstOrThrow()

/** Inquiries whose interview is agreed and to come, locked. */
export const lockWithUpcoming = (db: Db, inquiryIds: readonly string[]) =>
  lockInquiries(
    db,
    sql`id in (select inquiry_id from interviews where inquiry_id = any (${inquiryIds}::uuid[])
      and chosen > now())`,
  )

/** Of inquiries, without who of the employer proposed them. */
export const findInterviews = (db: Db, inquiryIds: readonly string[]) =>
  tables(db)
    .selectFrom('interviews')
    .select([
      'inquiry_id',
      'by_sender',
      'times',
      'time_zone',
      'sender_zone',
      'minutes',
      'place',
      'state',
      'chosen',
      'word',
      'created_at',
    ])
    .where('inquiry_id', 'in', inquiryIds)
    .orderBy('created_at')
    .execute()

/** Those whose senders know that the posting was removed, and not that it is back. */
export async function findToldOfRemoval(
  db: Db,
  inquiryIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select told.id from unnest(${inquiryIds}::uuid[]) told(id)
    where 'removed' = (
      select action from inquiry_events where inquiry_id = told.id
        and action in ('removed', 'restored') order by inquiry_events.id desc limit 1
    )
  `.execute(db)
  return new Set(idsOf(rows))
}

export type Action = Omit<
  Insertable<InquiriesTables['inquiry_events']>,
  'id' | 'inquiry_id' | 'at' | 'reason' | 'stage'
> & { inquiry_id: string | readonly string[] }

/**
 * Somebody may act on postings no longer: what was assigned to them there is nobody's, and its
 * history says so. The times that they offered are the owner's, who meets nobody twice at once.
 */
export const unassignFrom = (db: Db, { userId, actorId }: { userId: string; actorId: string }) =>
  sql`
    with passed as (
      update interviews set proposed_by = owner_id from inquiries join jobs on jobs.id = job_id
      where proposed_by = ${userId} and inquiries.id = inquiry_id and (chosen is null or chosen > now())
        and not ${userId} = any (hirers_of(owner_id))
    ), former as (
      update inquiries set assigned_to = null
      where assigned_to = ${userId} and job_id in (select id from jobs
        where not ${userId} = any (hirers_of(owner_id)))
      returning id, ${shownStage} as stage
    )
    insert into inquiry_events (inquiry_id, actor_id, action, subject_id, stage)
    select id, ${actorId}, 'unassigned', ${userId}, stage from former
  `.execute(db)

/** The accounts that may act on an inquiry, to whom it can be assigned. */
/** Those of the inquiries that an account may act on; nobody may have them all. */
export async function findHiredFor<T extends { job_id: string }>(
  db: Db,
  inquiries: readonly T[],
  userId: string | null,
): Promise<T[]> {
  if (userId === null) return [...inquiries]
  const jobIds = [...new Set(inquiries.map((inquiry) => inquiry.job_id))]
  const { rows } = await sql<{ id: string }>`
    select id from jobs where id = any (${jobIds}::uuid[]) and ${userId} = any (hirers_of(owner_id))
  `.execute(db)
  const able = new Set(idsOf(rows))
  return inquiries.filter((inquiry) => able.has(inquiry.job_id))
}

export const findTeam = (db: Db, inquiryId: string) =>
  tables(db)
    .selectFrom('users')
    .select(['users.id', personName('users').as('name')])
    .where(
      sql<boolean>`users.id = any (select unnest(hirers_of(owner_id)) from jobs join inquiries
        on job_id = jobs.id where inquiries.id = ${inquiryId})`,
    )
    .orderBy('name')
    .orderBy('users.id')
    .execute()

/**
 * Other inquiries of the scope that share a person, and those that look like the same one's: with
 * the telephone number, or with the name and the CV (`sameCv`), from another address, unless
 * somebody has said that they are not.
 */
export const findAlike = (db: Db, scope: Scope, id: string, sameCv: readonly string[]) =>
  inboxOf(db, scope)
    .innerJoin('inquiries as this', (join) =>
      join.on('this.id', '=', id).onRef('this.id', '!=', 'inquiries.id'),
    )
    .select([
      'inquiries.id',
      'inquiries.job_title as jobTitle',
      'inquiries.name',
      'inquiries.created_at as at',
    ])
    .select([
      sql<boolean>`coalesce(inquiries.person = this.person, false)`.as('isSame'),
      sql<boolean>`inquiries.job_id = this.job_id`.as('isSamePosting'),
      sql<boolean>`coalesce(inquiries.phone = this.phone, false)`.as('hasSamePhone'),
    ])
    .where(
      sql<boolean>`(
        inquiries.person = this.person
        or inquiries.phone = this.phone and ${isAnother}
        or inquiries.id = any (${sameCv}::uuid[]) and lower(inquiries.name) = lower(this.name)
          and ${isAnother}
      )`,
    )
    .orderBy('inquiries.created_at', 'desc')
    .limit(10)
    .execute()

const isAnother = sql`(
  inquiries.email <> this.email and (inquiries.sender_id is null or inquiries.sender_id is distinct
    from this.sender_id)
  and inquiries.id <> all (coalesce(this.apart_from, '{}'))
    and this.id <> all (coalesce(inquiries.apart_from, '{}'))
)`

/** Both and what either was joined with are one person's from then on. */
export async function joinPersons(
  db: Db,
  ids: readonly string[],
  persons: readonly string[],
): Promise<void> {
  await sql`
    update inquiries set person = ${persons[0] ?? randomUUIDv7()} where id = any (${ids}::uuid[])
      or person = any (${persons}::uuid[])
  `.execute(db)
}

/** The other one leaves the person, and is not suggested again. */
export async function partPersons(db: Db, id: string, otherId: string): Promise<void> {
  await sql`
    update inquiries
    set person = case when id = ${otherId} then null else person end,
      apart_from = case when id = ${id}
        then array_append(array_remove(apart_from, ${otherId}), ${otherId}) else apart_from end
    where id in (${id}, ${otherId})
  `.execute(db)
}

const joinedWith = (ids: readonly string[]) => sql`
  select joined.id from inquiries chosen
  join inquiries joined on joined.person = chosen.person and joined.job_id = chosen.job_id
  where chosen.id = any (${ids}::uuid[])
`

/** Inquiries and those joined with them, before one of them is changed. */
export const lockWithJoined = (db: Db, ids: readonly string[]) =>
  lockInquiries(db, sql`id in (select unnest(${ids}::uuid[]) union ${joinedWith(ids)})`)

/**
 * Inquiries of the same person about the same posting, locked: what becomes of one becomes of all.
 */
export const lockJoined = (db: Db, ids: readonly string[]) =>
  lockInquiries(
    db,
    sql`id in (${joinedWith(ids)}) and id <> all (${ids}::uuid[]) and withdrawn_at is null`,
  )

export const findNotes = (db: Db, inquiryIds: readonly string[]) =>
  tables(db)
    .selectFrom('inquiry_notes')
    .leftJoin('users', 'users.id', 'author_id')
    .select([
      'inquiry_notes.id',
      'inquiry_id',
      'note',
      'inquiry_notes.created_at',
      personName('users').as('author'),
    ])
    .where('inquiry_id', 'in', inquiryIds)
    .orderBy('inquiry_notes.created_at')
    .execute()

export async function insertNote(
  db: Db,
  inquiryId: string,
  authorId: string,
  note: string,
): Promise<void> {
  await tables(db)
    .insertInto('inquiry_notes')
    .values({ id: randomUUIDv7(), inquiry_id: inquiryId, author_id: authorId, note })
    .execute()
}

/** One, or all of an inquiry. */
export async function deleteNotes(db: Db, inquiryId: string, id?: string): Promise<void> {
  let query = tables(db).deleteFrom('inquiry_notes').where('inquiry_id', '=', inquiryId)
  if (id !== undefined) query = query.where('id', '=', id)
  await query.execute()
}

export const findSavedReplies = (db: Db, ownerId: string) =>
  tables(db)
    .selectFrom('saved_replies')
    .select(['id', 'title', 'message'])
    .where('owner_id', '=', ownerId)
    .orderBy('title')
    .orderBy('id')
    .limit(maxSavedReplies)
    .execute()

export const insertSavedReply = (db: Db, reply: Insertable<InquiriesTables['saved_replies']>) =>
  tables(db).insertInto('saved_replies').values(reply).execute()

export const deleteSavedReply = (db: Db, ownerId: string, id: string): Promise<boolean> =>
  isWritten(
    tables(db).deleteFrom('saved_replies').where('owner_id', '=', ownerId).where('id', '=', id),
  )
