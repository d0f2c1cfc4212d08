import { randomUUIDv7 } from 'node:crypto'
import { findUser } from '#features/accounts/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { holdJob } from '#features/jobs/server/public.ts'
import { decisionMailSeconds } from '#features/postings/model.ts'
import { contactOf, disownPosting, postingTakenDownTask } from '#features/postings/server/public.ts'
import { site } from '#features/site/config.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { type MailContent, mailOf } from '#platform/server/mail/content.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { AppError } from '#shared/errors.ts'
import type { ReportInput } from '../schemas.ts'
import { jobNotFound } from './applications.ts'
import type { Inquiries } from './notices.ts'
import * as reportQueries from './queries-reports.ts'
import { changeOwn, sideOf } from './queries.ts'

/** Reports of postings and threads, and what moderators decide about them. */

/** Stores a report and confirms it by mail; a repeated one is not stored again. */
export async function reportJob(
  { db }: Inquiries,
  input: ReportInput,
  viewer: Viewer | null,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdJob(trx, input.jobId)
    const contact = await contactOf(trx, input.jobId)
    if (!contact) throw jobNotFound()
    await addReport(trx, contact.title, input, viewer)
  })
}

/** Anybody can post with any address: its owner has found a posting that is not theirs. */
export async function disown({ db }: Inquiries, viewer: Viewer, jobId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await disownPosting(trx, viewer, jobId)
    const [contact, user] = [
      await contactOf(trx, jobId, { anyStatus: true }),
      await findUser(trx, viewer.id),
    ]
    if (!contact || !user?.email) throw jobNotFound()
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
    const reason = 'Somebody posted this with my email address. It is not mine.'
    await addReport(trx, contact.title, { jobId, name, email: user.email, reason }, viewer)
  })
}

type Report = Pick<ReportInput, 'jobId' | 'name' | 'email' | 'reason'>

async function addReport(
  trx: Db,
  title: string,
  { jobId, name, email, reason }: Report,
  viewer: Viewer | null,
) {
  const id = randomUUIDv7()
  const report = {
    id,
    job_id: jobId,
    job_title: title,
    reporter_id: viewer?.id ?? null,
    name,
    email,
    reason,
  }
  if (!(await reportQueries.insertReport(trx, report))) return
  await enqueueMail(trx, {
    cause: `report-received:${id}`,
    to: email,
    class: 'request',
    content: reportReceivedMail({ reference: referenceCode(jobId) }),
  })
}

/** Moderators find it beside the posting. */
export const reportThread = (
  db: Db,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<boolean> =>
  changeOwn(db, viewer, id, (trx, thread) => {
    const about =
      sideOf(viewer) === 'sender' ? 'the employer’s messages' : `the applicant of inquiry ${id}`
    return reportQueries.insertReport(trx, {
      id: randomUUIDv7(),
      job_id: thread.job_id,
      job_title: thread.job_title,
      reporter_id: viewer.id,
      name: [viewer.firstName, viewer.lastName].filter(Boolean).join(' '),
      email: viewer.email ?? '',
      reason: `About ${about}: ${reason}`,
    })
  })

/** The note is for the poster, the answer for the reporter. */
type Settled = {
  outcome: 'accepted' | 'dismissed'
  decidedBy: string
  note: string | null
  answer: string | null
}

/**
 * Settles all open reports about a job, and mails the reporters.
 * @returns their ids, for undo.
 * @throws {AppError} CONFLICT if there are none: somebody else decided meanwhile.
 */
export async function settleReports(trx: Db, jobId: string, decision: Settled): Promise<string[]> {
  const { outcome, decidedBy, note, answer } = decision
  const settled = { outcome, decided_by: decidedBy, decision_note: note, answer }
  const reports = await reportQueries.settleOpenReports(trx, jobId, settled)
  if (reports.length === 0)
    throw new AppError('CONFLICT', 'Someone else already settled this report.')
  const sendAfter = new Date(Date.now() + decisionMailSeconds * 1000)
  // Its poster may have removed the posting before.
  if (outcome === 'accepted')
    await enqueueTask(trx, postingTakenDownTask, { jobId }, { startAfter: sendAfter })
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of reports) {
    // The account was deleted.
    if (email === '') continue
    const content = reportDecidedMail({ reference: referenceCode(jobId), outcome, answer })
    await enqueueMail(trx, {
      cause: decidedCause(id, decidedAt),
      to: email,
      class: 'message',
      content,
      sendAfter,
    })
  }
  return reports.map((report) => report.id)
}

/**
 * Reopens settled reports, except those that were sent again meanwhile, and mails the reporters who
 * got the outcome.
 */
export async function reopenReports(trx: Db, ids: readonly string[]): Promise<void> {
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of await reportQueries.openReports(
    trx,
    ids,
  )) {
    if (email === '' || !(await withdrawMail(trx, decidedCause(id, decidedAt)))) continue
    const cause = `report-reopened:${id}:${decidedAt.toISOString()}`
    const content = reportReopenedMail({ reference: referenceCode(jobId) })
    await enqueueMail(trx, { cause, to: email, class: 'message', content })
  }
}

const decidedCause = (id: string, decidedAt: Date | null) =>
  `report-decided:${id}:${decidedAt?.toISOString() ?? ''}`

const reportReason = () =>
  `You get this email because someone reported a posting on ${site.name} with this address.`

/**
 * To the reporter. Repeats neither the report nor the posting's title, because the address may be
 * somebody else's.
 */
export const reportReceivedMail = ({ reference }: { reference: string }): MailContent =>
  mailOf({
    subject: 'We received your report',
    body: [
      `A moderator will review the posting ${reference} and take appropriate action. We will ` +
        'email you the decision.',
    ],
    gather: {
      many: 'receipts',
      line: { title: `We received your report of the posting ${reference}` },
    },
    reason: reportReason(),
  })

/** To the reporter after the decision, with the moderator's answer if there is one. */
type Decided = { reference: string; outcome: 'accepted' | 'dismissed'; answer: string | null }

export const reportDecidedMail = ({ reference, outcome, answer }: Decided): MailContent =>
  mailOf({
    subject: 'We reviewed your report',
    body: [
      outcome === 'accepted'
        ? `Thank you. We took down the posting ${reference}.`
        : `Thank you. A moderator reviewed the posting ${reference} and found nothing to change.`,
      ...(answer === null ? [] : [{ kind: 'quote' as const, text: answer }]),
    ],
    gather: {
      key: `report-${outcome}`,
      many: 'reports were reviewed',
      intro:
        outcome === 'accepted'
          ? 'Thank you. We took these postings down.'
          : 'Thank you. A moderator reviewed these postings and found nothing to change.',
      line: { title: `The posting ${reference}`, lines: answer === null ? [] : [answer] },
    },
    reason: reportReason(),
  })

/** When a moderator has undone the decision. */
export const reportReopenedMail = ({ reference }: { reference: string }): MailContent =>
  mailOf({
    subject: 'We are reviewing your report again',
    body: [
      `A moderator withdrew the decision about the posting ${reference}. We will email you when ` +
        'there is a new one.',
    ],
    gather: { many: 'reports in review again', line: { title: `The posting ${reference}` } },
    reason: reportReason(),
  })
