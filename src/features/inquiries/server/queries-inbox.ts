import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { Scope } from '#features/postings/server/public.ts'
import { countRows, idsOf, type Db } from '#platform/server/database.ts'
import { inboxPageSize } from '../contract-desk.ts'
import { silenceDays, silenceNoticeDays, usualDays, type Outcome, type Stage } from '../model.ts'
import {
  blockers,
  findReach,
  isBlockedByEmployer,
  posterReads,
  posterSeesAddress,
  posterShowsAddress,
  posterWrites,
} from './reach.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

const receivedBy = (db: Db, { condition }: Pick<Scope, 'condition'>) =>
  tables(db)
    .selectFrom('inquiries')
    .innerJoin('jobs', 'jobs.id', 'inquiries.job_id')
    .innerJoinLateral(blockers.as('blockers'), (join) => join.onTrue())
    .where(condition)
    .where('inquiries.withdrawn_at', 'is', null)

/** Inquiries about the postings of a scope, as far as their posters may read them. */
export const inboxOf = (db: Db, scope: Pick<Scope, 'condition'>) => receivedBy(db, scope).where(posterReads)

/** Also of inquiries that are older than stages. */
export const shownStage = sql<Stage>`case
  when inquiries.closed_at is not null then 'closed'
  else coalesce(inquiries.stage, case when inquiries.answered_at is null then 'new' else 'reviewing' end)
end`
const isUnread = sql<boolean>`(
  inquiries.read_at is null or coalesce(inquiries.sender_wrote_at > coalesce(inquiries.poster_seen_at, inquiries.read_at), false)
)`

/** The sender's address, if they show it. */
export const shownEmail = sql<string | null>`
  case when ${posterSeesAddress} then inquiries.email end
`

/** The sender's address is proved: by a link, or by the account that wrote it. */
export const isProved = sql<boolean>`(inquiries.proof = 'link' or inquiries.proof = 'account' and exists (
  select from users account
  where account.id = inquiries.sender_id and account.email = inquiries.email and account.email_verified_at is not null
))`

/** Since when the sender waits for an answer: not before an interview that is agreed. Null: the employer had the last word. */
const waitsSince = sql<Date | null>`case
  when inquiries.answered_at is null then inquiries.created_at
  when inquiries.sender_wrote_at > coalesce(inquiries.poster_wrote_at, inquiries.answered_at)
    then greatest(inquiries.sender_wrote_at, (select max(chosen) from interviews where inquiry_id = inquiries.id))
end`

/** Not part of an earlier one, which is the same person's about the same posting. */
const isFirst = sql<boolean>`(inquiries.person is null or not exists (
  select from inquiries first
  where first.person = inquiries.person and first.job_id = inquiries.job_id and first.withdrawn_at is null
    and (first.created_at, first.id) < (inquiries.created_at, inquiries.id)
))`

export type InboxFilter = {
  jobId?: string | undefined
  q?: string | undefined
  /** The account to which they are assigned. */
  assignee?: string | undefined
}

function filtered(db: Db, scope: Scope, { jobId, q, assignee }: InboxFilter) {
  let query = inboxOf(db, scope).where(isFirst)
  if (assignee !== undefined) query = query.where('inquiries.assigned_to', '=', assignee)
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  if (q) {
    const words = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(sql<boolean>`concat_ws(' ', inquiries.name, inquiries.job_title, inquiries.message) ilike ${words}`)
  }
  return query
}

export const personName = (users: string) =>
  sql<string>`coalesce(nullif(concat_ws(' ', ${sql.ref(`${users}.first_name`)}, ${sql.ref(`${users}.last_name`)}), ''), 'Somebody')`

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
      'assignee.id as assignee_id',
      personName('assignee').as('assignee_name'),
      shownStage.as('shown'),
      isUnread.as('is_unread'),
      sql<boolean>`coalesce(users.role = 'physician' and inquiries.proof <> 'none', false)`.as('is_physician'),
      shownEmail.as('shown_email'),
      isProved.as('is_proved'),
      waitsSince.as('waits_since'),
      isBlockedByEmployer.as('is_blocked'),
      posterShowsAddress.as('poster_shows_email'),
    ])

type Page = InboxFilter & {
  view?: 'board' | undefined
  stage?: Stage | undefined
  unread?: '1' | undefined
  after?: string | undefined
}

/** One row more than a page has, if there are more; as a board, the newest of each stage. */
export function findInbox(db: Db, scope: Scope, { view, stage, unread, after, ...filter }: Page): Promise<InboxRow[]> {
  let query = filtered(db, scope, filter)
  if (view === 'board') return findNewest(db, scope, query, inboxPageSize, sql`partition by ${shownStage}`)
  if (stage !== undefined) query = query.where(shownStage, '=', stage)
  if (unread !== undefined) query = query.where(isUnread)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(inquiries.created_at, inquiries.id) < (select created_at, id from inquiries where id = ${after})`,
    )
  return findNewest(db, scope, query, inboxPageSize + 1)
}

/**
 * Ranked rather than limited: with a limit PostgreSQL reads everybody's newest in search of a few. The ids come from the index alone,
 * and the rows of a page by their ids.
 */
async function findNewest(db: Db, scope: Scope, query: ReturnType<typeof inboxOf>, limit: number, partition = sql``) {
  const rank = sql<number>`row_number() over (${partition} order by inquiries.created_at desc, inquiries.id desc)`
  const ranked = query.select('inquiries.id').select(rank.as('n'))
  const newest = await tables(db).selectFrom(ranked.as('ranked')).select('id').where('n', '<=', limit).execute()
  if (newest.length === 0) return []
  return selected(inboxOf(db, scope))
    .where('inquiries.id', 'in', idsOf(newest))
    .orderBy('inquiries.created_at', 'desc')
    .orderBy('inquiries.id', 'desc')
    .execute()
}
export type InboxRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]

export async function countStages(db: Db, scope: Scope, filter: InboxFilter) {
  const rows = await filtered(db, scope, filter)
    .select(shownStage.as('stage'))
    .select(sql<number>`count(*)::integer`.as('n'))
    .select(sql<number>`(count(*) filter (where ${isUnread}))::integer`.as('unread'))
    .groupBy(sql`1`)
    .execute()
  const sum = (of: 'n' | 'unread') => rows.reduce((total, row) => total + row[of], 0)
  const counts = Object.fromEntries(rows.map((row) => [row.stage, row.n])) as Record<Stage, number>
  return { counts, total: sum('n'), unread: sum('unread') }
}

/** How long an answer usually takes, in milliseconds. */
export async function findUsualWait(db: Db, scope: Scope): Promise<number> {
  const { fallback, most, period, answers } = usualDays
  const { n, seconds } = await inboxOf(db, scope)
    .select(sql<number>`count(*)::integer`.as('n'))
    .select(
      sql<number>`coalesce(
        percentile_cont(0.5) within group (order by extract(epoch from answered_at - inquiries.created_at)), 0
      )::float8`.as('seconds'),
    )
    .where('answered_at', '>', sql<Date>`now() - ${period} * interval '1 day'`)
    .executeTakeFirstOrThrow()
  return n < answers ? fallback * dayMs : Math.min(seconds * 1000, most * dayMs)
}
const dayMs = 24 * 60 * 60_000

/** Not answered, and not decided. */
const unanswered = (db: Db) =>
  tables(db)
    .selectFrom('inquiries')
    .innerJoin('jobs', 'jobs.id', 'inquiries.job_id')
    .innerJoin('users as owner', 'owner.id', 'jobs.owner_id')
    .innerJoinLateral(blockers.as('blockers'), (join) => join.onTrue())
    .where('inquiries.stage', 'in', ['new', 'reviewing', 'interview', 'offer'])
    .where('closed_at', 'is', null)
    .where(posterReads)
    .where(isBlockedByEmployer, '=', false)
    .where(isFirst)

const isNotReminded = sql<boolean>`(reminded_at is null or reminded_at < ${waitsSince})`

/** Only a proved address is reminded. */
const isReachable = sql<boolean>`
  owner.email is not null and owner.email_verified_at is not null and owner.suspended_at is null
`

/** Owners with applications that nobody has reminded them of, and their addresses. */
export const findOwnersToRemind = (db: Db) =>
  unanswered(db)
    .select(['owner.id', 'owner.email'])
    .$narrowType<{ email: string }>()
    .distinct()
    .where(isReachable)
    .where(isNotReminded)
    .where(waitsSince, '<', sql<Date>`now() - interval '1 day'`)
    .execute()

/** Marks an owner's applications from before as reminded of, and returns how many are new among them. */
export async function markReminded(db: Db, ownerId: string, before: Date): Promise<number> {
  const late = unanswered(db)
    .select('inquiries.id')
    .where('jobs.owner_id', '=', ownerId)
    .where(waitsSince, '<', before)
    .where(isNotReminded)
  const marked = await tables(db)
    .updateTable('inquiries')
    .set({ reminded_at: new Date() })
    .where('id', 'in', late)
    .returning('id')
    .execute()
  return marked.length
}

/** Those that nobody answered although they were reminded in time, or whom nobody can remind. */
const silent = (db: Db) =>
  unanswered(db)
    .select('inquiries.id')
    .where(waitsSince, '<', sql<Date>`now() - ${silenceDays} * interval '1 day'`)
    .where(
      sql<boolean>`(reminded_at > ${waitsSince} and reminded_at < now() - ${silenceNoticeDays} * interval '1 day' or not (${isReachable}))`,
    )

export const findSilent = (db: Db) => silent(db).execute()

/** If nobody has answered it meanwhile. */
export const lockSilent = (db: Db, id: string) => lockInquiries(db, sql`id in (${silent(db).where('inquiries.id', '=', id)})`)

/** Of a posting: those that are not decided, locked. */
export const lockOpenOf = (db: Db, jobId: string) =>
  lockInquiries(db, sql`job_id = ${jobId} and withdrawn_at is null and ${shownStage} not in ('hired', 'closed') and ${isFirst}`)

const lastMove = sql`select with_posting from inquiry_events where inquiry_id = inquiries.id and action is null order by id desc limit 1`

/** Of a posting: those that were closed with it, and whose senders are not told yet, locked. */
export const lockClosedWith = (db: Db, jobId: string) =>
  lockInquiries(db, sql`job_id = ${jobId} and withdrawn_at is null and closed_at > ${new Date()} and (${lastMove})`)

/** Where it stood before its last move. */
export async function findStageBefore(db: Db, id: string): Promise<Stage> {
  const row = await tables(db)
    .selectFrom('inquiries')
    .select(
      sql<Stage>`coalesce(
        (select stage from inquiry_events where inquiry_id = inquiries.id and action is null order by id desc offset 1 limit 1),
        case when answered_at is null then 'new' else 'reviewing' end
      )`.as('stage'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.stage
}

/** Those that are not decided, about an account's own postings. */
export const findOpenBy = (db: Db, ownerId: string) =>
  receivedBy(db, { condition: sql`jobs.owner_id = ${ownerId}` })
    .select('inquiries.id')
    .where(shownStage, 'not in', ['hired', 'closed'])
    .where(isFirst)
    .execute()

export const countOpenOf = (db: Db, scope: Scope, jobId: string): Promise<number> =>
  countRows(filtered(db, scope, { jobId }).where(shownStage, 'not in', ['hired', 'closed']))

/** A posting that was opened again since is asked again. */
const outcomes = (db: Db) =>
  tables(db)
    .selectFrom('jobs')
    .leftJoin('posting_outcomes', (join) =>
      join.onRef('posting_outcomes.job_id', '=', 'jobs.id').on(
        sql<boolean>`not exists (
          select from posting_events where job_id = jobs.id and at > decided_at and from_status <> 'active' and to_status = 'active'
        )`,
      ),
    )

export async function findOutcome(db: Db, jobId: string): Promise<Outcome | null> {
  const row = await outcomes(db).select('outcome').where('jobs.id', '=', jobId).executeTakeFirst()
  return row?.outcome ?? null
}

/** Postings of the scope that have closed without an outcome; the latest few, and how many there are. */
export async function findOpenOutcomes(db: Db, { condition }: Scope) {
  const open = outcomes(db).where(condition).where('jobs.status', 'in', ['inactive', 'expired']).where('outcome', 'is', null)
  const [postings, total] = await Promise.all([
    open.select(['jobs.id', 'jobs.title']).orderBy('jobs.updated_at', 'desc').orderBy('jobs.id').limit(3).execute(),
    countRows(open),
  ])
  return { postings, total }
}

export async function upsertOutcome(db: Db, jobId: string, outcome: Outcome, decidedBy: string): Promise<void> {
  const row = { outcome, decided_by: decidedBy, decided_at: new Date() }
  await tables(db)
    .insertInto('posting_outcomes')
    .values({ job_id: jobId, ...row })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute()
}

export const countReceived = (db: Db, scope: Scope): Promise<number> => countRows(inboxOf(db, scope))

export const findInquiryOf = (db: Db, id: string, scope: Scope): Promise<InboxRow | undefined> =>
  selected(inboxOf(db, scope)).where('inquiries.id', '=', id).executeTakeFirst()

/** As those who change them see them, locked in one order, so that two at once do not wait for each other. */
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

/** An inquiry about a posting of the scope, locked. */
export const lockInquiryOf = async (db: Db, id: string, { condition }: Scope): Promise<LockedInquiry | undefined> => {
  const isInScope = sql`exists (select from jobs where jobs.id = inquiries.job_id and ${condition})`
  return (await lockInquiries(db, sql`inquiries.id = ${id} and ${isInScope}`)).find((inquiry) => inquiry.reach.posterReads)
}

/** Threads in which the sender has written since, and that nobody has seen, and those that somebody else has assigned to the account since. */
export const countWritten = (db: Db, scope: Scope, userId: string, since: Date): Promise<number> =>
  countRows(
    inboxOf(db, scope).where(
      sql<boolean>`(${isUnread} and ${posterWrites} and sender_wrote_at > ${since} or assigned_to = ${userId} and exists (
        select from inquiry_events
        where inquiry_id = inquiries.id and action = 'assigned' and subject_id = ${userId} and actor_id <> ${userId} and at > ${since}
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

type Changes = { stage: Stage; closed_at: Date | null } & Pick<
  Updateable<InquiriesTables['inquiries']>,
  'told_at' | 'was_hired' | 'hire_confirmed_at'
>

/** Also counts the move, and records it. */
export async function moveTo(
  db: Db,
  id: string,
  changes: Changes,
  event: Pick<Insertable<InquiriesTables['inquiry_events']>, 'actor_id' | 'reason' | 'with_posting'>,
): Promise<number> {
  const { version } = await tables(db)
    .updateTable('inquiries')
    .set({ ...changes, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await tables(db)
    .insertInto('inquiry_events')
    .values({ inquiry_id: id, stage: changes.stage, ...event })
    .execute()
  return version
}

/** The newest first. */
export const findEvents = (db: Db, inquiryIds: readonly string[], most: number | null) =>
  tables(db)
    .selectFrom('inquiry_events')
    .leftJoin('users', 'users.id', 'actor_id')
    .leftJoin('users as subject', 'subject.id', 'subject_id')
    .select(['inquiry_id', 'at', 'stage', 'reason', 'action'])
    .select(sql<string | null>`case when actor_id is not null then ${personName('users')} end`.as('by'))
    .select(sql<string | null>`case when subject_id is not null then ${personName('subject')} end`.as('to'))
    .where('inquiry_id', 'in', inquiryIds)
    .orderBy('inquiry_events.id', 'desc')
    .limit(most)
    .execute()
