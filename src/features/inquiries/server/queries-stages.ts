import { sql, type Insertable, type Updateable } from 'kysely'
import type { Scope } from '#features/postings/server/public.ts'
import { countRows, type Db } from '#platform/server/database.ts'
import { silenceDays, silenceNoticeDays, usualDays, type Outcome, type Stage } from '../model.ts'
import {
  filtered,
  inboxOf,
  isFirst,
  lockInquiries,
  personName,
  receivedBy,
  shownStage,
  waitsSince,
  dayMs,
} from './queries-inbox.ts'
import { stageBefore } from './queries-presses.ts'
import { blockers, isBlockedByEmployer, posterReads } from './reach.ts'
import type { InquiriesTables } from './tables.ts'
import type { Action } from './queries-threads.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

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

/**
 * Marks an owner's applications from before as reminded of, and returns how many are new among
 * them.
 */
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
      sql<boolean>`(reminded_at > ${waitsSince}
        and reminded_at < now() - ${silenceNoticeDays} * interval '1 day' or not (${isReachable}))`,
    )

export const findSilent = (db: Db) => silent(db).execute()

/** If nobody has answered it meanwhile. */
export const lockSilent = (db: Db, id: string) =>
  lockInquiries(db, sql`id in (${silent(db).where('inquiries.id', '=', id)})`)

/** Of a posting: those that are not decided, locked. */
export const lockOpenOf = (db: Db, jobId: string) =>
  lockInquiries(
    db,
    sql`job_id = ${jobId} and withdrawn_at is null and ${shownStage} not in ('hired', 'closed')
      and ${isFirst}`,
  )

const lastMove = sql`select with_posting from inquiry_events where inquiry_id = inquiries.id
  and action is null order by id desc limit 1`

/** Of a posting: those that were closed with it, and whose senders are not told yet, locked. */
export const lockClosedWith = (db: Db, jobId: string) =>
  lockInquiries(
    db,
    sql`job_id = ${jobId} and withdrawn_at is null and closed_at > ${new Date()} and (${lastMove})`,
  )

export async function findStageBefore(db: Db, id: string): Promise<Stage> {
  const row = await tables(db)
    .selectFrom('inquiries')
    .select(stageBefore.as('stage'))
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
export const outcomesOf = (db: Db) =>
  tables(db)
    .selectFrom('jobs')
    .leftJoin('posting_outcomes', (join) =>
      join.onRef('posting_outcomes.job_id', '=', 'jobs.id').on(
        sql<boolean>`not exists (
          select from posting_events where job_id = jobs.id and at > decided_at
            and from_status <> 'active' and to_status = 'active'
        )`,
      ),
    )

export async function findOutcome(db: Db, jobId: string): Promise<Outcome | null> {
  const row = await outcomesOf(db).select('outcome').where('jobs.id', '=', jobId).executeTakeFirst()
  return row?.outcome ?? null
}

/**
 * Postings of the scope that have closed without an outcome; the latest few, and how many there
 * are.
 */
export async function findOpenOutcomes(db: Db, { condition }: Scope) {
  const open = outcomesOf(db)
    .where(condition)
    .where('jobs.status', 'in', ['inactive', 'expired'])
    .where('outcome', 'is', null)
  const [postings, total] = await Promise.all([
    open
      .select(['jobs.id', 'jobs.title'])
      .orderBy('jobs.updated_at', 'desc')
      .orderBy('jobs.id')
      .limit(3)
      .execute(),
    countRows(open),
  ])
  return { postings, total }
}

export async function upsertOutcome(
  db: Db,
  jobId: string,
  outcome: Outcome,
  decidedBy: string,
): Promise<void> {
  const row = { outcome, decided_by: decidedBy, decided_at: new Date() }
  await tables(db)
    .insertInto('posting_outcomes')
    .values({ job_id: jobId, ...row })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute()
}

type Changes = { stage: Stage; closed_at: Date | null } & Pick<
  Updateable<InquiriesTables['inquiries']>,
  'told_at' | 'was_hired' | 'hire_confirmed_at'
>

/** Also counts the moves, and records them. */
export async function moveTo(
  db: Db,
  ids: readonly string[],
  changes: Changes,
  {
    isRead = false,
    ...event
  }: { isRead?: boolean | undefined } & Pick<
    Insertable<InquiriesTables['inquiry_events']>,
    'actor_id' | 'reason' | 'with_posting' | 'batch'
  >,
): Promise<{ id: string; version: number }[]> {
  await tables(db)
    .insertInto('inquiry_events')
    .values(ids.map((id) => ({ inquiry_id: id, stage: changes.stage, ...event })))
    .execute()
  return tables(db)
    .updateTable('inquiries')
    .set({ ...changes, version: sql<number>`version + 1` })
    .$if(isRead, (update) => update.set({ read_at: sql`coalesce(read_at, now())` }))
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
}

/** The newest first. */
export const findEvents = (db: Db, inquiryIds: readonly string[], most: number | null) =>
  tables(db)
    .selectFrom('inquiry_events')
    .leftJoin('users', 'users.id', 'actor_id')
    .leftJoin('users as subject', 'subject.id', 'subject_id')
    .select(['inquiry_id', 'at', 'stage', 'reason', 'action'])
    .select(
      sql<string | null>`case when actor_id is not null then ${personName('users')} end`.as('by'),
    )
    .select(
      sql<string | null>`case when subject_id is not null then ${personName('subject')} end`.as(
        'to',
      ),
    )
    .where('inquiry_id', 'in', inquiryIds)
    .orderBy('inquiry_events.id', 'desc')
    .limit(most)
    .execute()

/** Records what is no move. */
export async function recordAction(db: Db, event: Action): Promise<void> {
  await sql`
    insert into inquiry_events (inquiry_id, actor_id, action, subject_id, batch, stage)
    select id, ${event.actor_id}, ${event.action}, ${event.subject_id ?? null},
      ${event.batch ?? null}, ${shownStage}
      from inquiries where id = any (${[event.inquiry_id].flat()}::uuid[])
  `.execute(db)
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
