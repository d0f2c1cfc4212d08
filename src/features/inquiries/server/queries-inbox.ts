import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '#features/postings/server/public.ts'
import {
  containing,
  countRows,
  idsOf,
  insertMissing,
  isWritten,
  type Db,
} from '#platform/server/database.ts'
import { inboxPageSize } from '../contract-inbox.ts'
import { maxChosen, type Stage } from '../model.ts'
import {
  blockers,
  findReach,
  isBlockedByEmployer,
  posterReads,
  posterSeesAddress,
  posterShowsAddress,
  posterWrites,
  senderMailed,
} from './reach.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

export const receivedBy = (db: Db, { condition }: Pick<Scope, 'condition'>) =>
  tables(db)
    .selectFrom('inquiries')
    .innerJoin('jobs', 'jobs.id', 'inquiries.job_id')
    .innerJoinLateral(blockers.as('blockers'), (join) => join.onTrue())
    .where(condition)
    .where('inquiries.withdrawn_at', 'is', null)

/** Inquiries about the postings of a scope, as far as their posters may read them. */
export const inboxOf = (db: Db, scope: Pick<Scope, 'condition'>) =>
  receivedBy(db, scope).where(posterReads)

/** Also of inquiries that are older than stages. */
export const shownStage = sql<Stage>`case
  when inquiries.closed_at is not null then 'closed'
  else coalesce(inquiries.stage, case when inquiries.answered_at is null then 'new' else 'reviewing' end)
end`

const isUnread = sql<boolean>`(
  inquiries.read_at is null or coalesce(inquiries.sender_wrote_at >
    coalesce(inquiries.poster_seen_at, inquiries.read_at), false)
)`

export const isNewToSender = sql<boolean>`coalesce(greatest(poster_wrote_at, named_at)
  > coalesce(sender_seen_at, '-infinity'), false)`

/** The sender's address, if they show it. */
const shownEmail = sql<string | null>`
  case when ${posterSeesAddress} then inquiries.email end
`

/** The sender's address is proved: by a link, or by the account that wrote it. */
export const isProved = sql<boolean>`(inquiries.proof = 'link' or inquiries.proof = 'account' and exists (
  select from users account
  where account.id = inquiries.sender_id and account.email = inquiries.email
    and account.email_verified_at is not null
))`

/**
 * Since when the sender waits for an answer: not before an interview that is agreed. Null: the
 * employer had the last word.
 */
export const waitsSince = sql<Date | null>`case
  when inquiries.answered_at is null then inquiries.created_at
  when inquiries.sender_wrote_at > coalesce(inquiries.poster_wrote_at, inquiries.answered_at)
    then greatest(inquiries.sender_wrote_at, (select max(chosen) from interviews
      where inquiry_id = inquiries.id))
end`

/** It waits longer than `usual`, in milliseconds. */
const isLate = (usual: number) => sql<boolean>`(
  ${shownStage} not in ('hired', 'closed')
    and ${waitsSince} < now() - ${usual} * interval '1 millisecond'
)`

/** Not part of an earlier one, which is the same person's about the same posting. */
export const isFirst = sql<boolean>`(inquiries.person is null or not exists (
  select from inquiries first
  where first.person = inquiries.person and first.job_id = inquiries.job_id and first.withdrawn_at is null
    and (first.created_at, first.id) < (inquiries.created_at, inquiries.id)
))`

const isMarked = (question?: string) => {
  const mark = JSON.stringify([{ id: question, isMark: true }])
  return sql<boolean>`coalesce(inquiries.answers @> ${mark}::jsonb, false)`
}

export type InboxFilter = {
  jobId?: string | undefined
  q?: string | undefined
  /** '1' or '0': whether an answer marks them; else the question whose answer does. */
  marked?: string | undefined
  /** The account to which they are assigned. */
  assignee?: string | undefined
}

export function filtered(db: Db, scope: Scope, { jobId, q, marked, assignee }: InboxFilter) {
  let query = inboxOf(db, scope).where(isFirst)
  if (assignee !== undefined) query = query.where('inquiries.assigned_to', '=', assignee)
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  if (marked === '1' || marked === '0') query = query.where(isMarked(), '=', marked === '1')
  else if (marked !== undefined) query = query.where(isMarked(marked))
  if (q) {
    const words = containing(q)
    query = query.where(
      sql<boolean>`concat_ws(' ', inquiries.name, inquiries.job_title, inquiries.message) ilike ${words}`,
    )
  }
  return query
}

export const personName = (users: string) =>
  sql<string>`coalesce(nullif(concat_ws(' ', ${sql.ref(`${users}.first_name`)},
    ${sql.ref(`${users}.last_name`)}), ''), 'Somebody')`

/** Whole days since the last move. */
const daysInStage = sql<number>`extract(day from now() - coalesce(
  (select max(at) from inquiry_events where inquiry_id = inquiries.id and action is null),
  inquiries.created_at
))::integer`

const selected = (query: ReturnType<typeof inboxOf>) =>
  query
    .leftJoin('users', 'users.id', 'inquiries.sender_id')
    .leftJoin('users as assignee', (join) =>
      join
        .onRef('assignee.id', '=', 'inquiries.assigned_to')
        .on(sql<boolean>`inquiries.assigned_to = any (hirers_of(jobs.owner_id))`),
    )
    .selectAll('inquiries')
    .select([
      'jobs.employer',
      'jobs.state as place_state',
      'jobs.requisition',
      'assignee.id as assignee_id',
      personName('assignee').as('assignee_name'),
      shownStage.as('shown'),
      isUnread.as('is_unread'),
      sql<boolean>`coalesce(users.role = 'physician' and inquiries.proof <> 'none', false)`.as(
        'is_physician',
      ),
      shownEmail.as('shown_email'),
      isProved.as('is_proved'),
      waitsSince.as('waits_since'),
      daysInStage.as('days_in_stage'),
      isBlockedByEmployer.as('is_blocked'),
      posterShowsAddress.as('poster_shows_email'),
    ])

type ListFilter = InboxFilter & {
  stage?: Stage | undefined
  unread?: '1' | undefined
  late?: '1' | undefined
}

function listed(
  db: Db,
  scope: Scope,
  { stage, unread, late, ...filter }: ListFilter,
  usual: number,
) {
  let query = filtered(db, scope, filter)
  if (stage !== undefined) query = query.where(shownStage, '=', stage)
  if (unread !== undefined) query = query.where(isUnread)
  if (late !== undefined) query = query.where(isLate(usual))
  return query
}

/** What a press on all of a search is about: those that the caller may change. */
export const findKeys = (db: Db, scope: Scope, filter: ListFilter, usual: number) =>
  listed(db, scope, filter, usual)
    .select(['inquiries.id', 'inquiries.version'])
    .orderBy('inquiries.created_at', 'desc')
    .orderBy('inquiries.id', 'desc')
    .limit(maxChosen)
    .execute()

type Page = ListFilter & { view?: 'board' | undefined; after?: string | undefined }

/** One row more than a page has, if there are more; as a board, the newest of each stage. */
export function findInbox(
  db: Db,
  scope: Scope,
  { view, after, ...filter }: Page,
  usual = 0,
): Promise<InboxRow[]> {
  if (view === 'board')
    return findNewest(
      db,
      scope,
      filtered(db, scope, filter),
      inboxPageSize,
      sql`partition by ${shownStage}`,
    )
  let query = listed(db, scope, filter, usual)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(inquiries.created_at, inquiries.id) < (select created_at, id from inquiries
        where id = ${after})`,
    )
  return findNewest(db, scope, query, inboxPageSize + 1)
}

/**
 * Ranked rather than limited: with a limit PostgreSQL reads everybody's newest in search of a few.
 * The ids come from the index alone, and the rows of a page by their ids.
 */
async function findNewest(
  db: Db,
  scope: Scope,
  query: ReturnType<typeof inboxOf>,
  limit: number,
  partition = sql``,
) {
  const rank = sql<number>`row_number() over (${partition}
    order by inquiries.created_at desc, inquiries.id desc)`
  const ranked = query.select('inquiries.id').select(rank.as('n'))
  const newest = await tables(db)
    .selectFrom(ranked.as('ranked'))
    .select('id')
    .where('n', '<=', limit)
    .execute()
  if (newest.length === 0) return []
  return selected(inboxOf(db, scope))
    .where('inquiries.id', 'in', idsOf(newest))
    .orderBy('inquiries.created_at', 'desc')
    .orderBy('inquiries.id', 'desc')
    .execute()
}

export type InboxRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]

export async function countStages(db: Db, scope: Scope, filter: InboxFilter, usual: number) {
  const rows = await filtered(db, scope, filter)
    .select(shownStage.as('stage'))
    .select(sql<number>`count(*)::integer`.as('n'))
    .select(sql<number>`(count(*) filter (where ${isUnread}))::integer`.as('unread'))
    .select(sql<number>`(count(*) filter (where ${isLate(usual)}))::integer`.as('late'))
    .groupBy(sql`1`)
    .execute()
  const sum = (column: 'n' | 'unread' | 'late') =>
    rows.reduce((total, row) => total + row[column], 0)
  const counts: { [Name in Stage]?: number } = Object.fromEntries(
    rows.map((row) => [row.stage, row.n]),
  )
  return { counts, total: sum('n'), unread: sum('unread'), late: sum('late') }
}

export const dayMs = 24 * 60 * 60_000

export const countReceived = (db: Db, scope: Scope): Promise<number> =>
  countRows(inboxOf(db, scope))

/** Physicians with an account who wrote about postings of the scope, and whom the poster may answer. */
export const findReachable = (db: Db, scope: Scope, id?: string) => {
  const reachable = inboxOf(db, scope)
    .innerJoin('users', 'users.id', 'inquiries.sender_id')
    .where('inquiries.proof', '=', 'account')
    .where('users.role', '=', 'physician')
    .where('users.email_verified_at', 'is not', null)
    .where(posterWrites)
    .where(isFirst)
  return (id === undefined ? reachable : reachable.where('inquiries.id', '=', id))
    .select(['inquiries.id', 'inquiries.name', 'inquiries.job_id as jobId'])
    .select(['inquiries.job_title as jobTitle', 'users.id as physicianId'])
    .orderBy('inquiries.created_at', 'desc')
    .limit(200)
    .execute()
}

export const findInquiryOf = (db: Db, id: string, scope: Scope): Promise<InboxRow | undefined> =>
  selected(inboxOf(db, scope)).where('inquiries.id', '=', id).executeTakeFirst()

/**
 * As those who change them see them, locked in one order, so that two at once do not wait for each
 * other.
 */
export async function lockInquiries(db: Db, which: RawBuilder<unknown>) {
  const rows = await tables(db)
    .selectFrom('inquiries')
    .selectAll()
    .select([shownStage.as('shown'), isProved.as('is_proved')])
    .where(sql<boolean>`${which}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const reach = await findReach(db, idsOf(rows))
  return rows.flatMap((row) => {
    const rights = reach.get(row.id)
    return rights ? [{ ...row, reach: rights }] : []
  })
}

export type LockedInquiry = Awaited<ReturnType<typeof lockInquiries>>[number]

/** Those of the inquiries that are about a posting of the scope, locked. */
export const lockInquiriesOf = async (
  db: Db,
  ids: readonly string[],
  { condition }: Scope,
): Promise<LockedInquiry[]> => {
  const isInScope = sql`exists (select from jobs where jobs.id = inquiries.job_id and ${condition})`
  const locked = await lockInquiries(db, sql`inquiries.id = any (${ids}::uuid[]) and ${isInScope}`)
  return locked.filter(({ reach }) => reach.posterReads)
}

/** An inquiry about a posting of the scope, locked. */
export const lockInquiryOf = async (db: Db, id: string, scope: Scope) =>
  (await lockInquiriesOf(db, [id], scope))[0]

/**
 * Threads in which the sender has written since, and that nobody has seen, and those that somebody
 * else has assigned to the account since.
 */
export const countWritten = (db: Db, scope: Scope, userId: string, since: Date): Promise<number> =>
  countRows(
    inboxOf(db, scope).where(
      sql<boolean>`(${isUnread} and ${posterWrites} and sender_wrote_at > ${since}
        or assigned_to = ${userId} and exists (
        select from inquiry_events
        where inquiry_id = inquiries.id and action = 'assigned' and subject_id = ${userId}
          and actor_id <> ${userId} and at > ${since}
      ))`,
    ),
  )

export const countSent = (db: Db, senderId: string): Promise<number> =>
  countRows(tables(db).selectFrom('inquiries').where('sender_id', '=', senderId))

/** The whole inbox for the export, the newest first. */
export const streamInbox = (db: Db, scope: Scope) =>
  inboxOf(db, scope)
    .select(['inquiries.created_at', 'inquiries.job_title', 'inquiries.name', 'inquiries.message'])
    .select(shownEmail.as('email'))
    .select(shownStage.as('stage'))
    .select(
      sql<string>`(
        select string_agg(concat(answer ->> 'question', ': ', answer ->> 'answer'), E'\n')
        from jsonb_array_elements(inquiries.answers) answer
      )`.as('answers'),
    )
    .orderBy('inquiries.created_at', 'desc')
    .stream(500)

/** Those of the accounts that want one notice a day. */
export async function findDaily(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('daily_notices')
    .select('user_id')
    .where('user_id', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

export const isDaily = async (db: Db, userId: string | null): Promise<boolean> =>
  userId !== null && (await findDaily(db, [userId])).has(userId)

export async function setDaily(db: Db, userId: string, daily: boolean): Promise<void> {
  if (daily) await insertMissing(tables(db).insertInto('daily_notices').values({ user_id: userId }))
  else await tables(db).deleteFrom('daily_notices').where('user_id', '=', userId).execute()
}

/** Those whose last notice is older, with the time of it. */
export const findDailyBefore = (db: Db, before: Date) =>
  tables(db)
    .selectFrom('daily_notices')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id as id', 'noticed_at', 'email', 'role'])
    .where('noticed_at', '<', before)
    .where('email_verified_at', 'is not', null)
    .where('suspended_at', 'is', null)
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
      .innerJoin('jobs', 'jobs.id', 'job_id')
      .where('sender_id', '=', senderId)
      .where('withdrawn_at', 'is', null)
      .where(senderMailed)
      .where('poster_wrote_at', '>', since)
      .where(isNewToSender),
  )
