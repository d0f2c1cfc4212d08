import { sql } from 'kysely'
import { countRows, type Db } from '#platform/server/database.ts'
import { isReachedBy } from '#features/postings/server/public.ts'
import type { InquiryStatus } from '../model.ts'
import type { InquiriesTables } from './tables.ts'

/** Inquiries about the postings that an account reaches, without withdrawn ones. */
const inboxOf = (db: Db, ownerId: string) =>
  db
    .withTables<InquiriesTables>()
    .selectFrom('inquiries')
    .innerJoin('jobs', 'jobs.id', 'inquiries.job_id')
    .leftJoin('users', 'users.id', 'inquiries.sender_id')
    .where(isReachedBy(ownerId))
    .where('withdrawn_at', 'is', null)

type Filter = { jobId?: string | undefined; status?: InquiryStatus | undefined }

const filtered = (db: Db, ownerId: string, { jobId, status }: Filter) => {
  let query = inboxOf(db, ownerId)
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  if (status !== undefined) query = query.where('inquiries.status', '=', status)
  return query
}

const columns = [
  'inquiries.id',
  'inquiries.job_id',
  'inquiries.job_title',
  'inquiries.name',
  'inquiries.email',
  'inquiries.sender_confirmed',
  'inquiries.message',
  'inquiries.status',
  'inquiries.created_at',
  'inquiries.read_at',
  'inquiries.answered_at',
  'inquiries.closed_at',
  'inquiries.answers',
] as const

const isPhysician = sql<boolean>`coalesce(users.role = 'physician', false)`.as('is_physician')

export const findInbox = (db: Db, ownerId: string, { limit, offset, ...filter }: Filter & { limit: number; offset: number }) =>
  filtered(db, ownerId, filter)
    .select([...columns, isPhysician])
    .orderBy('inquiries.created_at', 'desc')
    .orderBy('inquiries.id')
    .limit(limit)
    .offset(offset)
    .execute()
export type InboxRow = Awaited<ReturnType<typeof findInbox>>[number]

export const findInquiryOf = (db: Db, id: string, ownerId: string): Promise<InboxRow | undefined> =>
  inboxOf(db, ownerId)
    .select([...columns, isPhysician])
    .where('inquiries.id', '=', id)
    .executeTakeFirst()

export const countSent = (db: Db, senderId: string): Promise<number> =>
  countRows(db.withTables<InquiriesTables>().selectFrom('inquiries').where('sender_id', '=', senderId))

export const countInbox = (db: Db, ownerId: string, filter: Filter): Promise<number> => countRows(filtered(db, ownerId, filter))

/** The whole inbox for the export, the newest first. */
export const streamInbox = (db: Db, ownerId: string) =>
  inboxOf(db, ownerId)
    .select([
      'inquiries.created_at',
      'inquiries.job_title',
      'inquiries.name',
      'inquiries.email',
      'inquiries.message',
      'inquiries.status',
    ])
    .orderBy('inquiries.created_at', 'desc')
    .stream(500)

/** The employer of the inquiry's job; undefined once the inquiry was withdrawn. */
export async function findContactedCompany(db: Db, inquiryId: string): Promise<string | undefined> {
  const row = await db
    .withTables<InquiriesTables>()
    .selectFrom('inquiries')
    .innerJoin('jobs', 'jobs.id', 'inquiries.job_id')
    .select('jobs.employer')
    .where('inquiries.id', '=', inquiryId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row?.employer
}
