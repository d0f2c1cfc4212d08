import { sql } from 'kysely'
import { referenceCode } from '#features/jobs/model.ts'
import { decisionMailSeconds } from '#features/postings/model.ts'
import {
  countOldest,
  fitsWaitingFilter,
  ownPostings,
  postingTakenDownTask,
  type WaitingCount,
  type WaitingFilter,
  type WaitingKey,
} from '#features/postings/server/public.ts'
import { countRows, idsOf, inChunks, type Db } from '#platform/server/database.ts'
import { deleteMailsAbout, withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMail, enqueueMails } from '#platform/server/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { reportDecidedMail, reportReopenedMail } from './emails/inquiry-mails.ts'
import type { InquiriesTables } from './tables.ts'
import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import { claimAttachments, deleteAttachmentsOf, deleteGuestCvs } from '#features/cv/server/public.ts'
import type { RetentionRule } from '#platform/server/retention.ts'
import { enqueueTask, enqueueTasks, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { countReceived, countSent, findEvents, findOpenBy } from './queries-inbox.ts'
import * as queries from './queries.ts'
import * as threadQueries from './queries-threads.ts'
import type { Inquiries } from './service-mailed.ts'
import { cancellationsOf } from './service-interviews.ts'
import { endPosting } from './service-taken-down.ts'
import { forgetBlocksAt, forgetBlocksOf, inheritBlocks } from './reach.ts'
import { deleteWaiting, deleteWaitingTask } from './service-waiting.ts'
import { endApplication, endApplicationTask, watchSilence, watchSilenceTask } from './service-desk.ts'
import { sendDailyNotices, sendDailyNoticesTask } from './service-threads.ts'
import { applicationView, repliesView } from './views.ts'
import { isConfidential } from '#shared/paths.ts'

export { moveInquiries, moveSentInquiries } from './queries.ts'
export { unassignFrom } from './queries-threads.ts'
export { senderMailed } from './reach.ts'
export { mailCanceledInterviews } from './service-interviews.ts'
export { takeBackOutcome } from './service-desk.ts'
export { restorePosting } from './service-taken-down.ts'
export type { Inquiries } from './service-mailed.ts'

/** The inquiries that an account sent, and those about its postings. */
export async function countInquiriesOf(db: Db, userId: string): Promise<{ sent: number; received: number }> {
  const [sent, received] = await Promise.all([countSent(db, userId), countReceived(db, ownPostings(userId))])
  return { sent, received }
}

/** Sent inquiries are deleted, also from inboxes, and those who wait for an answer are told; reports stay without a name. */
export const inquiriesPersonalData: PersonalData = {
  name: 'inquiries',
  isUsed: async (db, { id }) => (await countSent(db, id)) > 0,
  async export(db, { id }) {
    const rows = await queries.findApplications(db, id)
    const ids = idsOf(rows)
    const hidden = new Set(rows.filter((row) => isConfidential(row.employer)).map((row) => row.id))
    const replies = await threadQueries.findReplies(db, ids)
    const about =
      ids.length === 0
        ? []
        : await Promise.all([threadQueries.findNotes(db, ids), findEvents(db, ids, null), threadQueries.findInterviews(db, ids)])
    const user = await findUser(db, id)
    const waiting = user?.email && user.email_verified_at ? await queries.findWaiting(db, 'email', user.email) : []
    return {
      sent: rows.map((row) => ({ ...applicationView(row, undefined), replies: repliesView(replies, row.id) })),
      // What employers noted, where they moved it, and when they met; of confidential ones without their people.
      kept: about
        .flat()
        .map((row) => (hidden.has(row.inquiry_id) ? { ...row, author: undefined, by: undefined, to: undefined } : row)),
      waiting,
      reports: await queries.findReportsOf(db, id),
      savedReplies: await threadQueries.findSavedReplies(db, id),
    }
  },
  async erase(transaction, { id, email, email_verified_at: verifiedAt }) {
    const proved = verifiedAt === null ? null : email
    const open = (await findOpenBy(transaction, id)).map((data) => ({ data }))
    for (const some of inChunks(open, 1000)) await enqueueTasks(transaction, endApplicationTask, some)
    await deleteAll(transaction, await queries.findInquiriesOf(transaction, id, proved))
    await queries.anonymizeReports(transaction, { reporter_id: id })
    await forgetBlocksOf(transaction, id)
  },
  async eraseAddress(transaction, email) {
    const sent = await queries.findInquiriesFrom(transaction, email)
    await deleteAll(transaction, sent)
    const waiting = idsOf(await queries.findWaiting(transaction, 'email', email))
    await deleteGuestCvs(transaction, waiting)
    await forgetBlocksAt(transaction, email)
    return sent.length + waiting.length + (await queries.anonymizeReports(transaction, { email }))
  },
}

/** Inquiries with all that belongs to them. */
async function deleteAll(transaction: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const files = await threadQueries.findFiles(transaction, ids)
  const cancellations = await cancellationsOf(transaction, ids)
  // They went to posters, and name the sender.
  await deleteMailsAbout(transaction, await queries.findMailCauses(transaction, ids))
  await queries.deleteInquiries(transaction, ids)
  await enqueueMails(transaction, cancellations)
  await deleteAttachmentsOf(transaction, ids)
  await deleteGuestCvs(transaction, files)
}

/** An account has proved an address: what was sent from it without signing in is the account's, as is later what is sent from it. */
export async function claimInquiriesOf(
  transaction: Db,
  owner: { userId: string; email: string; wasOthers?: boolean },
): Promise<void> {
  if (owner.wasOthers) await queries.doubtInquiries(transaction, owner.userId)
  await claimAttachments(transaction, owner.userId, await queries.claimInquiries(transaction, owner))
  await inheritBlocks(transaction, owner)
}

export const inquiryTasks = (inquiries: Pick<Inquiries, 'db' | 'publicUrl'>): TaskHandler[] => [
  handleTask(endApplicationTask, (data) => endApplication(inquiries, data)),
  handleTask(postingTakenDownTask, ({ jobId }) => endPosting(inquiries, jobId)),
  handleTask(watchSilenceTask, () => watchSilence(inquiries), { cron: '20 12 * * *' }),
  handleTask(sendDailyNoticesTask, () => sendDailyNotices(inquiries), { cron: '0 13 * * *' }),
  handleTask(deleteWaitingTask, ({ id }) => deleteWaiting(inquiries, id)),
]

const batch = 1000

export const inquiryRetention: RetentionRule = {
  what: 'inquiries with their answers and CVs, and reports',
  count: queries.countBefore,
  enforce: (db, before) =>
    db.transaction().execute(async (transaction) => {
      const inquiries = await queries.findInquiriesBefore(transaction, before, batch)
      await deleteAll(transaction, inquiries)
      return inquiries.length + (await queries.deleteReportsBefore(transaction, before, batch))
    }),
}

/** Reports of postings, for the moderators. */

const tables = (db: Db) => db.withTables<InquiriesTables>()

/** Jobs with open reports, in order of the first report. */
export const findReportedJobs = (db: Db, filter: WaitingFilter, limit: number): Promise<WaitingKey[]> =>
  sql<WaitingKey>`${reportedJobs(filter)} order by since, id limit ${limit}`.execute(db).then(({ rows }) => rows)

export const countReportedJobs = (db: Db, filter: WaitingFilter, most: number): Promise<WaitingCount> =>
  countOldest(db, reportedJobs(filter), most)

function reportedJobs(filter: WaitingFilter) {
  const isFiltered = Object.values(filter).some((it) => it !== undefined)
  // One by one: there are few reports, and a join would read all jobs.
  const apart = filter.only === undefined ? sql`offset 0` : sql``
  const fits = sql`and exists (select from jobs where jobs.id = job_reports.job_id and ${fitsWaitingFilter(filter)} ${apart})`
  return sql`
    select job_id as id, min(created_at) as since
    from job_reports
    where outcome is null ${isFiltered ? fits : sql``}
    group by job_id
  `
}

/** Open reports about these jobs, the oldest first. */
export const findOpenReports = async (db: Db, jobIds: readonly string[]) =>
  jobIds.length === 0
    ? []
    : tables(db)
        .selectFrom('job_reports')
        .select(['id', 'job_id', 'name', 'email', 'reason', 'created_at'])
        .where('job_id', 'in', jobIds)
        .where('outcome', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
export type OpenReport = Awaited<ReturnType<typeof findOpenReports>>[number]

export const countOpenReports = (db: Db): Promise<number> =>
  countRows(tables(db).selectFrom('job_reports').where('outcome', 'is', null))

/** The note is for the poster, the answer for the reporter. */
type Settled = { outcome: 'accepted' | 'dismissed'; decidedBy: string; note: string | null; answer: string | null }

/**
 * Settles all open reports about a job, and mails the reporters.
 * @returns their ids, for undo.
 * @throws {AppError} CONFLICT if there are none: somebody else decided meanwhile.
 */
export async function settleReports(transaction: Db, jobId: string, decision: Settled): Promise<string[]> {
  const { outcome, decidedBy, note, answer } = decision
  const reports = await tables(transaction)
    .updateTable('job_reports')
    .set({ outcome, decided_by: decidedBy, decision_note: note, answer, decided_at: sql`now()` })
    .where('job_id', '=', jobId)
    .where('outcome', 'is', null)
    .returning(['id', 'job_id', 'email', 'decided_at'])
    .execute()
  if (reports.length === 0) throw new AppError('CONFLICT', 'Someone else already settled this report.')
  const sendAfter = new Date(Date.now() + decisionMailSeconds * 1000)
  // Its poster may have removed the posting before.
  if (outcome === 'accepted') await enqueueTask(transaction, postingTakenDownTask, { jobId }, { startAfter: sendAfter })
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of reports) {
    // The account was deleted.
    if (email === '') continue
    const content = reportDecidedMail({ reference: referenceCode(jobId), outcome, answer })
    await enqueueMail(transaction, { cause: decidedCause(id, decidedAt), to: email, class: 'message', content, sendAfter })
  }
  return reports.map((report) => report.id)
}

/** Reopens settled reports, except those that were sent again meanwhile, and mails the reporters who got the outcome. */
export async function reopenReports(transaction: Db, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; job_id: string; email: string; decided_at: Date }>`
    update job_reports
    set outcome = null, decided_by = null, decision_note = null, answer = null, decided_at = null
    from (select id, decided_at from job_reports where id = any(${ids}::uuid[]) and outcome is not null for update) settled
    where job_reports.id = settled.id and not exists (
      select from job_reports again
      where again.job_id = job_reports.job_id and again.outcome is null and ${queries.isSameReport('again', 'job_reports')}
    )
    returning job_reports.id, job_reports.job_id, email, settled.decided_at
  `.execute(transaction)
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of rows) {
    if (email === '' || !(await withdrawMail(transaction, decidedCause(id, decidedAt)))) continue
    const cause = `report-reopened:${id}:${decidedAt.toISOString()}`
    const content = reportReopenedMail({ reference: referenceCode(jobId) })
    await enqueueMail(transaction, { cause, to: email, class: 'message', content })
  }
}

const decidedCause = (id: string, decidedAt: Date | null): string => `report-decided:${id}:${decidedAt?.toISOString() ?? ''}`
