import type { Db } from '#platform/server/database.ts'
import { enqueueMail, withdrawMail } from '#platform/server/mail/outbox.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { decisionMailSeconds } from '#features/postings/model.ts'
import { AppError } from '#shared/errors.ts'
import { reportDecidedMail, reportReopenedMail } from './emails/inquiry-mails.ts'
import * as queries from './queries-reports.ts'

type Decision = {
  outcome: 'accepted' | 'dismissed'
  decidedBy: string
  /** For the poster. */
  note: string | null
  /** For the reporter. */
  answer: string | null
}

/**
 * Settles all open reports about a job, and mails the reporters.
 * @returns their ids, for undo.
 * @throws {AppError} CONFLICT if there are none.
 */
export async function settleReports(transaction: Db, jobId: string, decision: Decision): Promise<string[]> {
  const reports = await queries.settleReports(transaction, jobId, decision)
  if (reports.length === 0) throw new AppError('CONFLICT', 'Someone else already settled this report.')
  const sendAfter = new Date(Date.now() + decisionMailSeconds * 1000)
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of reports) {
    // The account was deleted.
    if (email === '') continue
    const content = reportDecidedMail({ reference: referenceCode(jobId), ...decision })
    await enqueueMail(transaction, { cause: decidedCause(id, decidedAt), to: email, class: 'message', content, sendAfter })
  }
  return reports.map((it) => it.id)
}

/** Reopens settled reports, and mails the reporters who got the outcome. */
export async function reopenReports(transaction: Db, ids: readonly string[]): Promise<void> {
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of await queries.reopenReports(transaction, ids)) {
    if (email === '' || (await withdrawMail(transaction, decidedCause(id, decidedAt))) !== 'sent') continue
    const cause = `report-reopened:${id}:${decidedAt.toISOString()}`
    const content = reportReopenedMail({ reference: referenceCode(jobId) })
    await enqueueMail(transaction, { cause, to: email, class: 'message', content })
  }
}

const decidedCause = (id: string, decidedAt: Date | null): string => `report-decided:${id}:${decidedAt?.toISOString() ?? ''}`
