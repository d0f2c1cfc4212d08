import type { PersonalData } from '#features/accounts/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { countInbox, countSent } from './queries-inbox.ts'
import { anonymizeReports, deleteInquiriesOf, selectApplications, selectReplies, selectReportsOf } from './queries.ts'
import { applicationView } from './views.ts'

export {
  countOpenReports,
  countReportedJobsByAge,
  findReportedJobs,
  selectOpenReports as listOpenReports,
} from './queries-reports.ts'
export type { OpenReport } from './queries-reports.ts'
export { moveInquiries } from './queries.ts'
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
    const rows = await selectApplications(db, id)
    const ids = rows.map((it) => it.id)
    const replies = await selectReplies(db, ids)
    return { sent: rows.map((row) => applicationView(row, undefined, replies)), reports: await selectReportsOf(db, id) }
  },
  async erase(transaction, { id }) {
    await deleteInquiriesOf(transaction, id)
    await anonymizeReports(transaction, id)
  },
}
