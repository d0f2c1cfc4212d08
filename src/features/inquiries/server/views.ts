import type { AttachedCv } from '#features/cv/server/public.ts'
import type { Application, Card, InboxDetail, InboxItem } from '../contract.ts'
import { closeReasons, type Progress } from '../model.ts'
import type { ApplicationRow, ReplyRow } from './queries.ts'
import type { findEvents, findNotes, InboxRow } from './queries-inbox.ts'

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

export const repliesView = (rows: readonly ReplyRow[], inquiryId: string) =>
  rows
    .filter((row) => row.inquiry_id === inquiryId)
    .map((row) => ({ id: row.id, bySender: row.by_sender, message: row.message, createdAt: row.created_at.toISOString() }))

const sharedView = (row: ApplicationRow | InboxRow, cv: AttachedCv | undefined) => ({
  id: row.id,
  jobId: row.job_id,
  jobTitle: row.job_title,
  message: row.message,
  sentAt: row.created_at.toISOString(),
  readAt: moment(row.read_at),
  answeredAt: moment(row.answered_at),
  cvFileName: cv?.fileName ?? null,
  answers: row.answers ?? [],
})

/** What the sender sees of the stage: a rejection only once they are told. */
function progressOf({ withdrawn_at: withdrawnAt, closed_at: closedAt, ...row }: ApplicationRow): Progress {
  if (withdrawnAt) return 'withdrawn'
  if (row.shown === 'hired' || (closedAt && closedAt.getTime() <= Date.now())) return 'decided'
  return row.shown === 'new' || (row.shown === 'closed' && row.version <= 1 && !row.answered_at) ? 'received' : 'review'
}

export function applicationView(row: ApplicationRow, cv: AttachedCv | undefined, replies: readonly ReplyRow[]): Application {
  const progress = progressOf(row)
  const isRejected = progress === 'decided' && row.shown === 'closed'
  return {
    ...sharedView(row, cv),
    employer: row.employer,
    city: row.city,
    state: row.state,
    jobStatus: row.job_status,
    progress,
    decision: isRejected ? (row.reason === null ? 'The employer closed it.' : closeReasons[row.reason]) : null,
    hire: progress !== 'decided' || isRejected ? null : row.hire_confirmed_at ? 'confirmed' : 'claimed',
    withdrawnAt: moment(row.withdrawn_at),
    replies: repliesView(replies, row.id),
  }
}

export const cardView = (row: InboxRow): Card => ({
  id: row.id,
  jobTitle: row.job_title,
  name: row.name,
  sentAt: row.created_at.toISOString(),
  stage: row.stage,
  version: row.version,
  isUnread: row.is_unread,
  toldAt: moment(row.closed_at),
})

export const inboxItemView = (row: InboxRow, cv: AttachedCv | undefined): InboxItem => ({
  ...sharedView(row, cv),
  ...cardView(row),
  email: row.email,
  emailConfirmed: row.sender_confirmed,
  isPhysician: row.is_physician,
  hireConfirmedAt: moment(row.hire_confirmed_at),
})

type Parts = {
  replies: readonly ReplyRow[]
  notes: Awaited<ReturnType<typeof findNotes>>
  events: Awaited<ReturnType<typeof findEvents>>
}

export const inboxDetailView = (row: InboxRow, cv: AttachedCv | undefined, { replies, notes, events }: Parts): InboxDetail => ({
  ...inboxItemView(row, cv),
  replies: repliesView(replies, row.id),
  notes: notes.map(({ id, note, author, created_at: at }) => ({ id, note, author, createdAt: at.toISOString() })),
  events: events.map(({ at, stage, by, reason }) => ({
    at: at.toISOString(),
    stage,
    by,
    reason: reason && closeReasons[reason],
  })),
})
