import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import { claimAttachments, deleteAttachmentsOf, deleteGuestCvs } from '#features/cv/server/public.ts'
import { inChunks, type Db } from '#platform/server/database.ts'
import type { RetentionRule } from '#platform/server/retention.ts'
import { enqueueTasks, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { ownPostings, postingTakenDownTask } from '#features/postings/server/public.ts'
import { countReceived, countSent, findEvents, findNotes, findOpenBy, findSavedReplies } from './queries-inbox.ts'
import * as queries from './queries.ts'
import * as threadQueries from './queries-threads.ts'
import type { Inquiries } from './service.ts'
import { cancelInterviewsAbout, cancellationsOf } from './service-interviews.ts'
import { deleteWaiting, deleteWaitingTask } from './service-waiting.ts'
import { endApplication, endApplicationTask, watchSilence, watchSilenceTask } from './service-desk.ts'
import { sendDailyNotices, sendDailyNoticesTask } from './service-threads.ts'
import { applicationView, repliesView } from './views.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import { deleteMailsAbout } from '#platform/server/mail/queries.ts'
import { isConfidential } from '#shared/paths.ts'

export {
  countOpenReports,
  countReportedJobs,
  findOpenReports,
  findReportedJobs,
  reopenReports,
  settleReports,
} from './service-reports.ts'
export type { OpenReport } from './service-reports.ts'
export { moveInquiries } from './queries.ts'
export type { Inquiries } from './service.ts'

/** The inquiries that an account sent, and those about its postings. */
export async function countInquiriesOf(db: Db, userId: string): Promise<{ sent: number; received: number }> {
  const [sent, received] = await Promise.all([countSent(db, userId), countReceived(db, ownPostings(userId))])
  return { sent, received }
}

/** Sent inquiries are deleted, also from inboxes, and those who wait for an answer are told; reports stay without a name. */
export const inquiriesPersonalData: PersonalData = {
  name: 'inquiries',
  async export(db, { id }) {
    const rows = await queries.findApplications(db, id)
    const ids = rows.map((row) => row.id)
    const hidden = new Set(rows.filter((row) => isConfidential(row.employer)).map((row) => row.id))
    const replies = await threadQueries.findReplies(db, ids)
    const about =
      ids.length === 0
        ? []
        : await Promise.all([findNotes(db, ids), findEvents(db, ids, null), threadQueries.findInterviews(db, ids)])
    const user = await findUser(db, id)
    const waiting = user?.email && user.email_verified_at ? await queries.findWaitingOf(db, user.email) : []
    return {
      sent: rows.map((row) => ({ ...applicationView(row, undefined), replies: repliesView(replies, row.id) })),
      // What employers noted, where they moved it, and when they met; of confidential ones without their people.
      kept: about
        .flat()
        .map((row) => (hidden.has(row.inquiry_id) ? { ...row, author: undefined, by: undefined, to: undefined } : row)),
      waiting,
      reports: await queries.findReportsOf(db, id),
      savedReplies: await findSavedReplies(db, id),
    }
  },
  async erase(transaction, { id, email, email_verified_at: verifiedAt }) {
    const proved = verifiedAt === null ? null : email
    const open = (await findOpenBy(transaction, id)).map((data) => ({ data }))
    for (const some of inChunks(open, 1000)) await enqueueTasks(transaction, endApplicationTask, some)
    await deleteAll(transaction, await queries.findInquiriesOf(transaction, id, proved))
    if (proved !== null)
      await deleteGuestCvs(
        transaction,
        (await queries.findWaitingOf(transaction, proved)).map((it) => it.id),
      )
    await queries.anonymizeReports(transaction, id)
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

/** An account has proved an address, or signs in with one that it has proved: what was sent from it without signing in is the account's. */
export async function claimInquiriesOf(transaction: Db, owner: { userId: string; email: string }): Promise<void> {
  await claimAttachments(transaction, owner.userId, await queries.claimInquiries(transaction, owner))
}

export const inquiryTasks = (inquiries: Pick<Inquiries, 'db' | 'publicUrl'>): TaskHandler[] => [
  handleTask(endApplicationTask, (data) => endApplication(inquiries, data)),
  handleTask(postingTakenDownTask, ({ jobId }) => cancelInterviewsAbout(inquiries, jobId)),
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
