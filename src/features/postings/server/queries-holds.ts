import { sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import { type Db } from '#platform/server/database.ts'
import type { Hold, HoldReason } from '../model.ts'
import { lastMoveWas } from './queries-events.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

/** Who is suspended: an account, or an organization. */
export type Subject = { reason: 'suspended-account' | 'suspended-organization'; subjectId: string }

type NewHold = {
  job_id: string
  reason: HoldReason
  subject_id?: string
  author_id: string | null
  note?: string | null
  event_id?: string | undefined
}

/** What holds a posting already goes on doing so. */
export async function insertHolds(db: Db, holds: readonly NewHold[]): Promise<void> {
  if (holds.length === 0) return
  await sql`
    insert into posting_holds (job_id, reason, subject_id, author_id, note, event_id)
    select job_id, reason, subject_id, author_id, note, event_id
    from json_populate_recordset(null::posting_holds, ${JSON.stringify(holds)}::json)
    on conflict (job_id, reason, subject_id) where lifted_at is null do nothing
  `.execute(db)
}

/** A condition on `jobs`. */
export const isHeld = sql<boolean>`exists (select from posting_holds h where h.job_id = jobs.id
  and h.lifted_at is null)`

type PlacedHold = Hold & { authorId: string | null }

/** The open holds of these postings, the latest first. */
export async function findHolds(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PlacedHold[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('posting_holds')
    .select(['job_id', 'reason', 'note', 'since', 'author_id'])
    .where('job_id', 'in', ids)
    .where('lifted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const holds = new Map<string, PlacedHold[]>()
  for (const { job_id: jobId, author_id: authorId, since, ...hold } of rows)
    holds.set(jobId, [
      ...(holds.get(jobId) ?? []),
      { ...hold, since: since.toISOString(), authorId },
    ])
  return holds
}

/** All of these postings, or only what one decision or one suspension added. */
type Lifted = { ids: readonly string[] } | { eventId: string } | Subject

export async function liftHolds(db: Db, lifted: Lifted, actorId: string | null): Promise<void> {
  await sql`update posting_holds set lifted_at = now(), lifted_by = ${actorId}
    where lifted_at is null and ${these(lifted)}`.execute(db)
}

function these(lifted: Lifted) {
  if ('ids' in lifted) return sql<boolean>`job_id = any (${lifted.ids}::uuid[])`
  if ('eventId' in lifted) return sql<boolean>`event_id = ${lifted.eventId}`
  return sql<boolean>`subject_id = ${lifted.subjectId} and reason = ${lifted.reason}`
}

/** For a posting that is merged into another: nothing that held it is lost. */
export async function copyHolds(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into posting_holds (job_id, reason, subject_id, author_id, note, since)
    select ${to}, reason, subject_id, author_id, note, since from posting_holds
      where job_id = ${from} and lifted_at is null
    on conflict (job_id, reason, subject_id) where lifted_at is null do nothing
  `.execute(db)
}

const byId = (db: Db) => tables(db).selectFrom('jobs').selectAll().orderBy('id').forUpdate()

/**
 * Every posting of the account, or of the organization's members; also removed ones, because a
 * removal can be undone.
 */
export const lockSubject = (db: Db, { reason, subjectId }: Subject): Promise<JobRow[]> =>
  byId(db)
    .where(
      reason === 'suspended-account'
        ? sql<boolean>`owner_id = ${subjectId}`
        : sql<boolean>`owner_id in (select user_id from organization_members
          where organization_id = ${subjectId})`,
    )
    .execute()

export async function lockHeldFor(db: Db, { reason, subjectId }: Subject): Promise<JobRow[]> {
  const isHeldFor = sql<boolean>`id in (
    select job_id from posting_holds where subject_id = ${subjectId} and reason = ${reason}
      and lifted_at is null
  )`
  return byId(db).where(isHeldFor).execute()
}

/** Those that a suspension hid, and that nothing else holds. The caller has locked them. */
export const findHidden = (db: Db, ids: readonly string[]): Promise<JobRow[]> =>
  byId(db)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('status', '=', 'inactive')
    .where(lastMoveWas('suspend'))
    .where(sql<boolean>`not ${isHeld}`)
    .execute()

/** The account, or its organization. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users left join organization_members on user_id = users.id left join organizations o
      on o.id = organization_id
    where users.id = ${userId} and (users.suspended_at is not null or o.suspended_at is not null)
  `.execute(db)
  return rows.length > 0
}

/**
 * What keeps an account from posting. The answer holds until the transaction ends: a suspension
 * waits for it, or it for the suspension.
 */
export async function findBar(
  trx: Db,
  userId: string,
): Promise<'reader' | 'suspended' | undefined> {
  const account = await sql<{ suspended: boolean }>`
    select suspended_at is not null as suspended from users where id = ${userId} for key share
  `.execute(trx)
  const seat = await sql<{ suspended: boolean; seat: string }>`
    select suspended_at is not null as suspended, seat
    from organization_members join organizations on id = organization_id where user_id = ${userId} for share of organizations
  `.execute(trx)
  if ([...account.rows, ...seat.rows].some(({ suspended }) => suspended)) return 'suspended'
  return seat.rows[0]?.seat === 'reader' ? 'reader' : undefined
}
