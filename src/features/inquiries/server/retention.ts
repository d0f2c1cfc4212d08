import { sql } from 'kysely'
import { type PersonalData, findUser } from '#features/accounts/server/public.ts'
import {
  claimAttachments,
  deleteAttachmentsOf,
  deleteGuestCvs,
} from '#features/cv/server/public.ts'
import { type Db, idsOf, inChunks } from '#platform/server/database.ts'
import { deleteMailsAbout } from '#platform/server/mail/gathering.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import { deletion, rowsPast } from '#platform/server/retention.ts'
import { enqueueTasks } from '#platform/server/tasks/task.ts'
import { isConfidential } from '#shared/paths.ts'
import * as retentionQueries from './queries-retention.ts'
import { cancellationsOf } from './interview-notices.ts'
import { countSent } from './queries-inbox.ts'
import { findOwnSets } from './queries-questions.ts'
import * as reportQueries from './queries-reports.ts'
import { findEvents, findOpenBy } from './queries-stages.ts'
import * as threadQueries from './queries-threads.ts'
import * as queries from './queries.ts'
import { forgetBlocksAt, forgetBlocksOf, inheritBlocks } from './reach.ts'
import { endApplicationTask } from './stages.ts'
import { applicationView, repliesView } from './views.ts'

/** How long inquiries are kept, and what goes with an account. */

/**
 * Sent inquiries are deleted, also from inboxes, and those who wait for an answer are told; reports
 * stay without a name.
 */
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
        : await Promise.all([
            threadQueries.findNotes(db, ids),
            findEvents(db, ids, null),
            threadQueries.findInterviews(db, ids),
          ])
    const user = await findUser(db, id)
    const waiting =
      user?.email && user.email_verified_at
        ? await queries.findWaiting(db, 'email', user.email)
        : []
    return {
      sent: rows.map((row) => ({
        ...applicationView(row, undefined),
        replies: repliesView(replies, row.id),
      })),
      // What employers noted, where they moved it, and when they met; of confidential ones without
      // their people.
      kept: about
        .flat()
        .map((row) =>
          hidden.has(row.inquiry_id)
            ? { ...row, author: undefined, by: undefined, to: undefined }
            : row,
        ),
      waiting,
      reports: await reportQueries.findReportsOf(db, id),
      savedReplies: await threadQueries.findSavedReplies(db, id),
      questionSets: await findOwnSets(db, id),
    }
  },
  async erase(trx, { id, email, email_verified_at: verifiedAt }) {
    const proved = verifiedAt === null ? null : email
    const open = (await findOpenBy(trx, id)).map((data) => ({ data }))
    for (const some of inChunks(open, 1000)) await enqueueTasks(trx, endApplicationTask, some)
    await deleteAll(trx, await retentionQueries.findInquiriesOf(trx, id, proved))
    await reportQueries.anonymizeReports(trx, { reporter_id: id })
    await forgetBlocksOf(trx, id)
  },
  async eraseAddress(trx, email) {
    const sent = await retentionQueries.findInquiriesFrom(trx, email)
    await deleteAll(trx, sent)
    const waiting = idsOf(await queries.findWaiting(trx, 'email', email))
    await deleteGuestCvs(trx, waiting)
    await forgetBlocksAt(trx, email)
    return sent.length + waiting.length + (await reportQueries.anonymizeReports(trx, { email }))
  },
}

/** Inquiries with all that belongs to them. */
async function deleteAll(trx: Db, ids: readonly string[]) {
  if (ids.length === 0) return
  const files = await threadQueries.findFiles(trx, ids)
  const cancellations = await cancellationsOf(trx, ids)
  // They went to posters, and name the sender.
  await deleteMailsAbout(trx, await retentionQueries.findMailCauses(trx, ids))
  await retentionQueries.deleteInquiries(trx, ids)
  await enqueueMails(trx, cancellations)
  await deleteAttachmentsOf(trx, ids)
  await deleteGuestCvs(trx, files)
}

/**
 * An account has proved an address: what was sent from it without signing in is the account's, as
 * is later what is sent from it.
 */
export async function claimInquiriesOf(
  trx: Db,
  owner: { userId: string; email: string; wasOthers?: boolean },
): Promise<void> {
  if (owner.wasOthers) await retentionQueries.doubtInquiries(trx, owner.userId)
  await claimAttachments(trx, owner.userId, await retentionQueries.claimInquiries(trx, owner))
  await inheritBlocks(trx, owner)
}

const batch = 1000

export const inquiryRetention = deletion({
  what: 'inquiries with their answers and CVs, and reports',
  of: 'inquiries',
  count: retentionQueries.countBefore,
  async delete(trx, before) {
    const inquiries = await retentionQueries.findInquiriesBefore(trx, before, batch)
    await deleteAll(trx, inquiries)
    return inquiries.length + (await reportQueries.deleteReportsBefore(trx, before, batch))
  },
})

export const pressRetention = rowsPast(
  'presses on several applications',
  'inquiry_presses',
  (before) => sql`created_at < ${before}`,
  { isBrief: true },
)
