import { sql } from 'kysely'
import { idsOf, takeLock, type Db } from '#platform/server/database.ts'
import { isSameReport } from './queries-reports.ts'
import { addressLock } from './queries.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

/** Inquiries that are deleted, the mails that go with them, and those that get another owner. */

/** Also those that were sent without signing in, from an address that was proved. */
export async function findInquiriesOf(
  db: Db,
  userId: string,
  provedEmail: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inquiries where sender_id = ${userId} or sender_id is null
      and email = ${provedEmail} for update
  `.execute(db)
  return idsOf(rows)
}

/** Sent from an address without an account. */
export async function findInquiriesFrom(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inquiries where email = ${email} and sender_id is null for update
  `.execute(db)
  return idsOf(rows)
}

const wordCauses = (ids: readonly string[]) => sql<{ cause: string }>`
  select 'inquiry:' || id as cause from unnest(${ids}::uuid[]) id
  union all select 'inquiry:' || id from inquiry_replies where inquiry_id = any (${ids}::uuid[])
`

/** Of the mails with which inquiries and messages go to posters. */
export const findWordCauses = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await wordCauses(ids).execute(db)).rows.map(({ cause }) => cause)

/** Of all mails that inquiries left with posters. */
export async function findMailCauses(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    ${wordCauses(ids)}
    union all
    select concat_ws(':', 'interview', id, n, 'poster') from interviews, generate_series(0, sequence) n
    where inquiry_id = any (${ids}::uuid[])
  `.execute(db)
  return rows.map(({ cause }) => cause)
}

/** With answers, messages, notes and moves. */
export const deleteInquiries = (db: Db, ids: readonly string[]) =>
  sql`delete from inquiries where id = any(${ids}::uuid[])`.execute(db)

/**
 * Those from before the site's period, from before the one that the posting's organization chose,
 * and from before the one that it had when they were sent: nothing is kept longer than its sender
 * was told.
 */
const pastTheirPeriod = (before: Date) => sql`
  select id from inquiries where created_at < ${before}
    or created_at < now() - make_interval(months => keep_months)
  union
  select inquiries.id from organizations o
  join organization_members m on m.organization_id = o.id join jobs on owner_id = m.user_id
    join inquiries on job_id = jobs.id
  where o.keep_months is not null and inquiries.created_at < now() - make_interval(months => o.keep_months)
`

export async function countBefore(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select (select count(*) from (${pastTheirPeriod(before)}) past) + (select count(*)
      from job_reports where created_at < ${before}) as n
  `.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export async function findInquiriesBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inquiries where id in (select id from (${pastTheirPeriod(before)}) past
      limit ${limit}) for update
  `.execute(db)
  return idsOf(rows)
}

/**
 * Gives an account what was sent from its address without signing in, as long as it is nobody's.
 * What nobody has proved stays so.
 */
export async function claimInquiries(
  db: Db,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  await takeLock(db, addressLock(email))
  const rows = await tables(db)
    .updateTable('inquiries')
    .set({ sender_id: userId })
    .where('email', '=', email)
    .where('sender_id', 'is', null)
    .returning('id')
    .execute()
  return idsOf(rows)
}

/**
 * What an account wrote before its address was proved may be a stranger's, who signed up with it.
 */
export async function doubtInquiries(db: Db, senderId: string): Promise<void> {
  await tables(db)
    .updateTable('inquiries')
    .set({ proof: 'none' })
    .where('sender_id', '=', senderId)
    .execute()
}

/**
 * What an account sent from its former address is from its new one, so that answers, and who proves
 * the former one later, find nothing there. What nobody proved does not show its poster the new
 * one.
 */
export async function moveSentInquiries(
  db: Db,
  senderId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update inquiries
    set email = ${to}, proof = case proof when 'none' then 'none'
      else 'account' end, shows_sender_email = shows_sender_email and proof <> 'none'
    where sender_id = ${senderId} and email = ${from}
  `.execute(db)
}

type Move = { from: string; to: string; actorId: string }

/**
 * For a merged job: moves its inquiries, with replies and CVs, and its reports. A second open
 * report with the same text is settled.
 */
export async function moveInquiries(trx: Db, { from, to, actorId }: Move): Promise<void> {
  await sql`update inquiries set job_id = ${to} where job_id = ${from}`.execute(trx)
  await sql`
    update job_reports moved
    set outcome = 'dismissed', decided_at = now(), decided_by = ${actorId},
      decision_note = 'The same report is open about the job that this one was merged into.'
    where job_id = ${from} and outcome is null and exists (
      select from job_reports first
      where first.job_id = ${to} and first.outcome is null and ${isSameReport('first', 'moved')}
    )
  `.execute(trx)
  await sql`update job_reports set job_id = ${to} where job_id = ${from}`.execute(trx)
}
