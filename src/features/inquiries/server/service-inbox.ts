import { randomUUIDv7 } from 'node:crypto'
import { contactOf } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { parseAddress } from '#platform/server/mail/address.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { applicationsPath } from '#shared/paths.ts'
import { inquiryCan } from '../model.ts'
import { replyMail } from './emails/inquiry-mails.ts'
import * as queries from './queries.ts'
import { mailNotice } from './service-mailed.ts'
import type { Inquiries } from './service.ts'

/** Marks an inquiry as read or closed. */
export async function markInquiry({ db }: Inquiries, viewer: Viewer, id: string, status: 'read' | 'closed'): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const inquiry = await ownInquiry(transaction, viewer, id)
    if (status === 'read') return queries.stampInquiry(transaction, id, 'read_at')
    if (!inquiryCan.close(inquiry.status)) throw new AppError('CONFLICT', 'This inquiry is already closed.')
    await queries.stampInquiry(transaction, id, 'read_at')
    await queries.stampInquiry(transaction, id, 'closed_at')
  })
}

/** Stores an answer and mails it to the sender, who replies to the poster's own address. One who has not proved the address gets a notice. */
export async function replyToInquiry(inquiries: Inquiries, viewer: Viewer, id: string, message: string): Promise<void> {
  const { db, publicUrl } = inquiries
  await db.transaction().execute(async (transaction) => {
    const inquiry = await ownInquiry(transaction, viewer, id)
    if (!inquiryCan.answer(inquiry.status)) throw new AppError('CONFLICT', 'This inquiry is closed.')
    const contact = await contactOf(transaction, inquiry.job_id, { anyStatus: true })
    const replyTo = parseAddress(contact?.email ?? viewer.email ?? '')
    const replyId = randomUUIDv7()
    await queries.insertReply(transaction, { id: replyId, inquiry_id: id, author_id: viewer.id, message })
    await queries.stampInquiry(transaction, id, 'read_at')
    await queries.stampInquiry(transaction, id, 'answered_at')
    const cause = `inquiry-reply:${replyId}`
    if (!inquiry.sender_confirmed) {
      const notice = { inquiryId: id, jobId: inquiry.job_id, reader: 'sender', to: inquiry.email } as const
      return mailNotice(transaction, inquiries, { ...notice, cause })
    }
    await enqueueMail(transaction, {
      cause,
      to: inquiry.email,
      class: 'message',
      ...(replyTo && { replyTo: { ...replyTo, name: contact?.company } }),
      content: replyMail({
        jobTitle: inquiry.job_title,
        employer: contact?.company ?? 'The employer',
        message,
        applications: inquiry.sender_id === null ? null : publicUrl + applicationsPath,
      }),
    })
  })
}

async function ownInquiry(db: Db, viewer: Viewer, id: string) {
  const inquiry = await queries.lockInquiryOf(db, id, viewer.id)
  if (!inquiry) throw new AppError('NOT_FOUND')
  return inquiry
}
