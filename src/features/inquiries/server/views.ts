import type { AttachedCv } from '#features/cv/server/public.ts'
import type { Application, InboxItem } from '../contract.ts'
import type { ApplicationRow, ReplyRow } from './queries.ts'
import type { InboxRow } from './queries-inbox.ts'

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

export const repliesView = (rows: readonly ReplyRow[], inquiryId: string) =>
  rows
    .filter((row) => row.inquiry_id === inquiryId)
    .map((row) => ({ id: row.id, bySender: row.by_sender, message: row.message, createdAt: row.created_at.toISOString() }))

const sharedView = (row: ApplicationRow | InboxRow, cv: AttachedCv | undefined, replies: readonly ReplyRow[]) => ({
  id: row.id,
  jobId: row.job_id,
  jobTitle: row.job_title,
  message: row.message,
  status: row.status,
  sentAt: row.created_at.toISOString(),
  readAt: moment(row.read_at),
  answeredAt: moment(row.answered_at),
  closedAt: moment(row.closed_at),
  cvFileName: cv?.fileName ?? null,
  answers: row.answers ?? [],
  replies: repliesView(replies, row.id),
})

export const applicationView = (row: ApplicationRow, cv: AttachedCv | undefined, replies: readonly ReplyRow[]): Application => ({
  ...sharedView(row, cv, replies),
  employer: row.employer,
  city: row.city,
  state: row.state,
  jobStatus: row.job_status,
  withdrawnAt: moment(row.withdrawn_at),
})

export const inboxItemView = (row: InboxRow, cv: AttachedCv | undefined, replies: readonly ReplyRow[]): InboxItem => ({
  ...sharedView(row, cv, replies),
  name: row.name,
  email: row.email,
  emailConfirmed: row.sender_confirmed,
  isPhysician: row.is_physician,
})
