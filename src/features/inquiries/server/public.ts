import type { PersonalData } from '#features/accounts/server/public.ts'
import { deleteAttachmentsOf } from '#features/cv/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { RetentionRule } from '#platform/server/retention.ts'
import { countInbox, countSent } from './queries-inbox.ts'
import {
  anonymizeReports,
  countBefore,
  deleteBefore,
  deleteInquiriesOf,
  findApplications,
  findReplies,
  findReportsOf,
} from './queries.ts'
import { applicationView } from './views.ts'

export { countOpenReports, countReportedJobsByAge, findReportedJobs, findOpenReports } from './queries-reports.ts'
export type { OpenReport } from './queries-reports.ts'
export { moveInquiries } from './queries.ts'
export { sendInquiry } from './service.ts'
export type { Inquiries } from './service.ts'
export { reopenReports, settleReports } from './reports.ts'

/** The inquiries that an account sent, and those about its postings. */
export async function countInquiriesOf(db: Db, userId: string): Promise<{ sent: number; received: number }> {
  const [sent, received] = await Promise.all([countSent(db, userId), countInbox(db, userId, {})])
  return { sent, received }
}

/** Sent inquiries are deleted, also from inboxes; reports stay without a name. */
export const inquiriesPersonalData: PersonalData = {
  name: 'inquiries',
  async export(db, { id }) {
    const rows = await findApplications(db, id)
    const ids = rows.map((it) => it.id)
    const replies = await findReplies(db, ids)
    return { sent: rows.map((row) => applicationView(row, undefined, replies)), reports: await findReportsOf(db, id) }
  },
  async erase(transaction, { id, email, email_verified_at: verifiedAt }) {
    await deleteAttachmentsOf(transaction, await deleteInquiriesOf(transaction, id, verifiedAt === null ? null : email))
    await anonymizeReports(transaction, id)
  },
}

const batch = 200

export const inquiryRetention: RetentionRule = {
  name: 'inquiries',
  what: 'inquiries with their answers and CVs, and reports',
  count: countBefore,
  enforce: (db, before) =>
    db.transaction().execute(async (transaction) => {
      const { inquiries, reports } = await deleteBefore(transaction, before, batch)
      await deleteAttachmentsOf(transaction, inquiries)
      return inquiries.length + reports
    }),
}
