import { referenceCode } from '#features/jobs/model.ts'
import type { InboxItem } from '../contract-inbox.ts'
import type { Application, Interview } from '../contract.ts'
import { type Progress, closeReasons, threadPageSize } from '../model.ts'
import type { InboxRow, LockedInquiry } from './queries-inbox.ts'
import type { Interview as InterviewRow, ReplyRow } from './queries-threads.ts'
import type { ApplicationRow } from './queries.ts'

const moment = (at: Date | null) => at?.toISOString() ?? null

export const repliesView = (rows: readonly ReplyRow[], inquiryId: string) =>
  rows
    .filter((row) => row.inquiry_id === inquiryId)
    .map((row) => ({
      id: row.id,
      bySender: row.by_sender,
      message: row.message,
      createdAt: row.created_at.toISOString(),
      fileName: row.file_name,
    }))

export const interviewView = (row: InterviewRow): Interview => ({
  ...row,
  bySender: row.by_sender,
  times: row.free.map((time) => time.toISOString()),
  chosen: moment(row.chosen),
  timeZone: row.time_zone,
})

/** A page of messages, which come the newest first, and the interview. */
export function threadView(
  messages: readonly ReplyRow[],
  inquiryId: string,
  interview: InterviewRow | undefined,
) {
  const shown = messages.slice(0, threadPageSize).toReversed()
  return {
    replies: repliesView(shown, inquiryId),
    interview: interview ? interviewView(interview) : null,
    earlier: messages.length > shown.length ? (shown[0]?.id ?? null) : null,
  }
}

const sharedView = (row: ApplicationRow | InboxRow, cv: string | undefined) => ({
  id: row.id,
  jobId: row.job_id,
  jobTitle: row.job_title,
  message: row.message,
  sentAt: row.created_at.toISOString(),
  readAt: moment(row.read_at),
  answeredAt: moment(row.answered_at),
  cvFileName: cv ?? null,
  answers: row.answers ?? [],
  presentedBy: row.presented_by,
})

type Decided = Pick<ApplicationRow, 'shown' | 'closed_at' | 'told_at' | 'was_hired'>

export const toldAtOf = (row: Pick<Decided, 'closed_at' | 'told_at'>): Date | null =>
  row.closed_at ?? row.told_at

/** What the sender knows of the decision: it counts once they are told, and so does its end. */
export function decisionOf(row: Decided): 'hired' | 'closed' | null {
  const toldAt = toldAtOf(row)
  if (toldAt && toldAt.getTime() > Date.now()) return row.was_hired ? 'hired' : null
  return row.shown === 'hired' || row.shown === 'closed' ? row.shown : null
}

/** What the sender sees of the stage. */
function progressOf(row: ApplicationRow): Progress {
  if (row.withdrawn_at) return 'withdrawn'
  if (decisionOf(row) !== null) return 'decided'
  const isUntold =
    (row.shown === 'closed' || row.shown === 'hired') && row.version <= 1 && !row.answered_at
  return row.shown === 'new' || isUntold ? 'received' : 'review'
}

export function applicationView(row: ApplicationRow, cv: string | undefined): Application {
  const progress = progressOf(row)
  const decision = progress === 'decided' ? decisionOf(row) : null
  return {
    ...sharedView(row, cv),
    employer: row.employer,
    city: row.city,
    state: row.state,
    jobStatus: row.job_status,
    progress,
    decision:
      decision !== 'closed'
        ? null
        : row.reason === null
          ? 'The employer closed it.'
          : closeReasons[row.reason],
    hire: decision !== 'hired' ? null : row.hire_confirmed_at ? 'confirmed' : 'claimed',
    withdrawnAt: moment(row.withdrawn_at),
    hasInterview: row.has_interview,
    isUnread: row.is_unread,
    isUnproved: row.proof === 'none',
    isTakenDown: row.is_taken_down,
  }
}

/** `usual` is how long an answer usually takes, in milliseconds. */
export const inboxItemView = (row: InboxRow, cv: string | undefined, usual: number): InboxItem => ({
  ...sharedView(row, cv),
  name: row.name,
  requisition: row.requisition,
  stage: row.shown,
  version: row.version,
  isUnread: row.is_unread,
  isLate:
    !['hired', 'closed'].includes(row.shown) &&
    row.waits_since !== null &&
    Date.now() - row.waits_since.getTime() > usual,
  daysInStage: row.days_in_stage,
  toldAt: moment(toldAtOf(row)),
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name },
  email: row.shown_email,
  emailConfirmed: row.is_proved,
  isPhysician: row.is_physician,
  hireConfirmedAt: row.shown === 'hired' ? moment(row.hire_confirmed_at) : null,
})

/**
 * Whoever typed an address that is not proved reads nothing that others wrote in its mailbox, such
 * as a title.
 */
export const titleFor = (
  { job_title: title, job_id: jobId }: LockedInquiry,
  isProved: boolean,
): string => (isProved ? title : `the posting ${referenceCode(jobId)}`)
