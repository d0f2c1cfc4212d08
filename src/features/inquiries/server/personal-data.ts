import type { Db } from '#server/lib/database.ts'
import { selectApplications, selectReplies } from './queries.ts'
import { anonymizeReports, deleteInquiriesOf, selectReportsOf } from './queries-personal-data.ts'
import { applicationView } from './views.ts'

/** For people who want to see all that we keep about them. */
export async function exportInquiries(db: Db, userId: string) {
  const rows = await selectApplications(db, userId)
  const replies = await selectReplies(
    db,
    rows.map((it) => it.id),
  )
  return {
    sent: rows.map((row) => applicationView(row, undefined, replies)),
    reports: await selectReportsOf(db, userId),
  }
}

/** What was sent goes, from the posters' inboxes, too; reports stay for the moderators, without a name. */
export async function eraseInquiriesOf(transaction: Db, userId: string): Promise<void> {
  await deleteInquiriesOf(transaction, userId)
  await anonymizeReports(transaction, userId)
}
