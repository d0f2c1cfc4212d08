import type { Db } from '#server/lib/database.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { reportDecidedMail } from './emails/inquiry-mails.ts'
import { decideReport as decide } from './queries-reports.ts'

/**
 * Settles a report, and tells whoever sent it. What becomes of the posting is the caller's business, in the same transaction.
 * @returns the job that it is about.
 * @throws {AppError} CONFLICT if it is settled already.
 */
export async function decideReport(
  transaction: Db,
  id: string,
  decision: { outcome: 'accepted' | 'dismissed'; decidedBy: string; note: string | null },
): Promise<{ jobId: string }> {
  const report = await decide(transaction, id, decision)
  if (!report) throw new AppError('CONFLICT', 'Somebody else has settled this report already.')
  // Whose account is gone has left no address.
  if (report.email !== '') {
    await enqueueMail(transaction, {
      cause: `report-decided:${report.id}`,
      to: report.email,
      content: reportDecidedMail({ jobTitle: report.job_title, outcome: decision.outcome }),
    })
  }
  return { jobId: report.job_id }
}
