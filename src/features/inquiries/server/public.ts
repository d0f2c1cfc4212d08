import { ownPostings, postingTakenDownTask } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { endByAge } from '#platform/server/retention.ts'
import { type TaskHandler, handleTask } from '#platform/server/tasks/task.ts'
import { waitingHours } from '../model.ts'
import { remindOfInterview, remindOfInterviewTask } from './interview-notices.ts'
import { type Inquiries, endPosting, sendDailyNotices, sendDailyNoticesTask } from './notices.ts'
import { runPress, runPressTask } from './presses.ts'
import { countReceived, countSent } from './queries-inbox.ts'
import { endApplication, endApplicationTask, watchSilence, watchSilenceTask } from './stages.ts'
import { deleteWaitingTask, waitingRule } from './waiting.ts'

export { restorePosting, type Inquiries } from './notices.ts'
export {
  countOpenReports,
  countReportedJobs,
  findOpenReports,
  findReportedJobs,
  type OpenReport,
} from './queries-reports.ts'
export { unassignFrom } from './queries-threads.ts'
export { moveInquiries, moveSentInquiries } from './queries-retention.ts'
export { findReachable, isNewToSender } from './queries-inbox.ts'
export { findReach, isBlockedBetween, isDeserted, readsOf, senderMailed } from './reach.ts'
export { openApplication } from './applications.ts'
export { getInquiry, listReceived, openReceivedCv, unconfirmed } from './inbox.ts'
export { reopenReports, settleReports } from './reports.ts'
export {
  claimInquiriesOf,
  inquiriesPersonalData,
  inquiryRetention,
  pressRetention,
} from './retention.ts'
export { takeBackOutcome } from './outcomes.ts'

/** The inquiries that an account sent, and those about its postings. */
export async function countInquiriesOf(
  db: Db,
  userId: string,
): Promise<{ sent: number; received: number }> {
  const [sent, received] = await Promise.all([
    countSent(db, userId),
    countReceived(db, ownPostings(userId)),
  ])
  return { sent, received }
}

export const inquiryTasks = (
  inquiries: Pick<Inquiries, 'db' | 'publicUrl' | 'secrets'>,
): TaskHandler[] => [
  handleTask(runPressTask, (data, context) => runPress(inquiries, data, context)),
  handleTask(endApplicationTask, (data) => endApplication(inquiries, data)),
  handleTask(remindOfInterviewTask, (data) => remindOfInterview(inquiries, data)),
  handleTask(postingTakenDownTask, ({ jobId }) => endPosting(inquiries, jobId)),
  handleTask(watchSilenceTask, () => watchSilence(inquiries), { cron: '20 12 * * *' }),
  handleTask(sendDailyNoticesTask, () => sendDailyNotices(inquiries), { cron: '0 13 * * *' }),
  handleTask(
    deleteWaitingTask,
    async () => void (await endByAge(inquiries.db, waitingRule, waitingHours / 24)),
    {
      cron: '25 * * * *',
    },
  ),
]
