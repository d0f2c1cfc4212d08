import type { Db } from '#server/lib/database.ts'
import { countInbox, countSent } from './queries-inbox.ts'

export {
  countOpenReports,
  countReportedJobsByAge,
  findReportedJobs,
  selectOpenReports as listOpenReports,
} from './queries-reports.ts'
export type { OpenReport } from './queries-reports.ts'
export { moveInquiries } from './queries-move.ts'
export { reopenReports, settleReports } from './reports.ts'
export { eraseInquiriesOf, exportInquiries } from './personal-data.ts'

/** How many inquiries an account sent, and how many were written about its postings. */
export async function countInquiriesOf(db: Db, userId: string): Promise<{ sent: number; received: number }> {
  const [sent, received] = await Promise.all([countSent(db, userId), countInbox(db, userId, {})])
  return { sent, received }
}
