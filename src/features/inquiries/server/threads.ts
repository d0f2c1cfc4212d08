import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import {
  addGuestCv,
  findAttachedNames,
  openFile,
  readForm,
  storeGuestCv,
} from '#features/cv/server/public.ts'
import { contactOf, ownPostings } from '#features/postings/server/public.ts'
import { type Db, idsOf, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { parseAddress } from '#platform/server/mail/content.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { applicationPath } from '#shared/paths.ts'
import { type Side, phoneIn } from '../model.ts'
import { replySchema } from '../schemas.ts'
import { findWordCauses } from './queries-retention.ts'
import { readFields } from './applications.ts'
import { replyMail } from './emails/inquiry-mails.ts'
import { endInterview } from './interviews.ts'
import { type Inquiries, findMailed, mailInquiry, mailNotice, mailedLink } from './notices.ts'
import { type LockedInquiry, findInquiryOf, isDaily, lockInquiries } from './queries-inbox.ts'
import { moveTo } from './queries-stages.ts'
import * as threadQueries from './queries-threads.ts'
import * as queries from './queries.ts'
import { addBlock, between, deleteBlock, findReach, refusalOf } from './reach.ts'
import { withdrawDecision } from './stages.ts'
import { applicationView, decisionOf, threadView } from './views.ts'

/** The messages about an application. Each side loads the thread through its own rows. */

export async function getApplication(
  db: Db,
  viewer: Viewer,
  id: string,
  before: string | undefined,
) {
  const row = await queries.findApplication(db, id, viewer.id)
  if (!row) throw new AppError('NOT_FOUND')
  const [reach, cvs, messages, interview, contact] = await Promise.all([
    findReach(db, [id]).then((rows) => rows.get(id)),
    findAttachedNames(db, [id]),
    threadQueries.findThread(db, id, before),
    threadQueries.findInterview(db, id),
    contactOf(db, row.job_id, { anyStatus: true }),
  ])
  return {
    ...applicationView(row, cvs.get(id)),
    ...threadView(messages, id, interview),
    blockedBy: reach?.blocker ?? null,
    showsEmail: row.shows_sender_email,
    employerEmail: reach?.senderSeesAddress ? (contact?.email ?? null) : null,
    namedAs: row.named_as,
  }
}

/** Sends a message with a file, which is checked as a CV is. @returns who wrote. */
export async function sendMessage(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  request: FastifyRequest,
): Promise<Side> {
  const { fields, upload } = await readForm(request)
  const { message } = readFields(replySchema, fields)
  const side = queries.sideOf(viewer)
  // Before the file is read.
  await inTransaction(inquiries.db, (transaction) => openThread(transaction, viewer, id))
  const file = upload && (await storeGuestCv(inquiries, upload))
  await inTransaction(inquiries.db, async (transaction) => {
    const thread = await openThread(transaction, viewer, id)
    if (file) await addGuestCv(transaction, file)
    if (side === 'poster') await answer(transaction, inquiries, viewer, id, message, file?.id)
    else await writeToPoster(transaction, inquiries, thread, message, file?.id)
  })
  return side
}

/** A thread to which the caller may add a message. */
const openThread = async (transaction: Db, viewer: Viewer, id: string): Promise<LockedInquiry> =>
  openTo(queries.sideOf(viewer), await queries.lockOwn(transaction, viewer, id))

function openTo(side: Side, thread: LockedInquiry): LockedInquiry {
  if (thread.withdrawn_at) throw new AppError('CONFLICT', 'You have withdrawn this application.')
  if (!(side === 'sender' ? thread.reach.senderWrites : thread.reach.posterWrites))
    throw new AppError('FORBIDDEN', refusalOf(thread.reach, side))
  // Its sender does not learn of a rejection by being refused.
  const isClosed =
    thread.shown === 'closed' && (side === 'poster' || decisionOf(thread) === 'closed')
  if (isClosed) throw new AppError('CONFLICT', 'This application is closed.')
  return thread
}

async function writeToPoster(
  transaction: Db,
  inquiries: Inquiries,
  thread: LockedInquiry,
  message: string,
  fileId: string | undefined,
) {
  const { id, job_id: jobId, sender_id: senderId, name, email } = thread
  const messageId = randomUUIDv7()
  const phone = phoneIn(message)
  const row = {
    id: messageId,
    inquiry_id: id,
    author_id: senderId,
    by_sender: true,
    message,
    file_id: fileId ?? null,
  }
  await threadQueries.insertReply(transaction, row)
  await queries.updateInquiry(transaction, id, {
    sender_wrote_at: new Date(),
    sender_seen_at: new Date(),
    ...(phone !== null && { phone }),
  })
  const contact = await contactOf(transaction, jobId, { anyStatus: true })
  if (!contact || !thread.reach.posterMailed || (await isDaily(transaction, contact.ownerId)))
    return
  await mailInquiry(transaction, inquiries, id, {
    id: messageId,
    input: { name, email, message, jobId, attachCv: false },
    contact,
    isConfirmed: thread.is_proved,
    answers: [],
    showsEmail: thread.reach.posterSeesAddress,
  })
}

/** Those that are closed, withdrawn or others' get nothing. */
export async function replyToMany(
  inquiries: Inquiries,
  viewer: Viewer,
  { ids, message }: BodyOf<'POST /api/inbox/replies'>,
) {
  return inTransaction(inquiries.db, async (transaction) => {
    let sent = 0
    // In one order, so that two at once do not wait for each other.
    for (const id of [...new Set(ids)].toSorted()) {
      const isMine =
        (await findInquiryOf(transaction, id, ownPostings(viewer.id, 'manage'))) !== undefined
      if (isMine && (await answer(transaction, inquiries, viewer, id, message))) sent += 1
    }
    return sent
  })
}

/**
 * Stores an answer and mails it to the sender, who replies to the poster's own address. One who has
 * not proved the address gets a notice. False if it is closed, or one may not write to the other.
 */
async function answer(
  transaction: Db,
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  message: string,
  fileId?: string,
): Promise<boolean> {
  const inquiry = await queries.lockOwn(transaction, viewer, id)
  if (inquiry.shown === 'closed' || !inquiry.reach.posterWrites) return false
  const contact = await contactOf(transaction, inquiry.job_id, { anyStatus: true })
  const replyTo = parseAddress(contact?.email ?? viewer.email ?? '')
  const replyId = randomUUIDv7()
  await threadQueries.insertReply(transaction, {
    id: replyId,
    inquiry_id: id,
    author_id: viewer.id,
    message,
    file_id: fileId ?? null,
  })
  await queries.stampInquiry(transaction, id, 'read_at', 'answered_at')
  await queries.updateInquiry(transaction, id, {
    poster_wrote_at: new Date(),
    poster_seen_at: new Date(),
  })
  if (inquiry.shown === 'new')
    await moveTo(
      transaction,
      id,
      { stage: 'reviewing', closed_at: null },
      { actor_id: viewer.id, reason: null },
    )
  if (await isDaily(transaction, inquiry.sender_id)) return true
  const cause = `inquiry-reply:${replyId}`
  if (!inquiry.is_proved) {
    await mailNotice(transaction, inquiries, {
      ...({ inquiryId: id, jobId: inquiry.job_id, reader: 'sender', to: inquiry.email } as const),
      cause,
      page: inquiry.proof === 'account' ? applicationPath(id) : undefined,
    })
    return true
  }
  const answerPage = inquiry.reach.senderSeesAddress
    ? null
    : mailedLink(inquiries.secrets, id, 'sender', inquiry.email)
  const page = inquiry.sender_id === null ? answerPage : applicationPath(id)
  await enqueueMail(transaction, {
    cause,
    to: inquiry.email,
    class: 'message',
    sensitive: inquiry.sender_id === null,
    ...(replyTo &&
      inquiry.reach.senderSeesAddress && { replyTo: { ...replyTo, name: contact?.company } }),
    content: replyMail({
      jobTitle: inquiry.job_title,
      employer: contact?.company ?? 'The employer',
      message,
      applications: page === null ? null : inquiries.publicUrl + page,
      isOpen: inquiry.reach.senderSeesAddress,
    }),
  })
  return true
}

/**
 * Who has no account answers on the page of a mailed link: the employer may not show its address.
 */
export async function answerMailed(
  inquiries: Inquiries,
  { token, message }: BodyOf<'POST /api/mailed-inquiry/messages'>,
) {
  await inTransaction(inquiries.db, async (transaction) => {
    const { reader, inquiry } = await findMailed(transaction, inquiries, token)
    if (reader !== 'sender') throw new AppError('NOT_FOUND')
    await writeToPoster(transaction, inquiries, openTo('sender', inquiry), message, undefined)
  })
}

export async function readThread(db: Db, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await queries.lockOwn(transaction, viewer, id, 'see')
    const now = new Date()
    if (queries.sideOf(viewer) === 'sender')
      return queries.updateInquiry(transaction, id, { sender_seen_at: now })
    await queries.stampInquiry(transaction, id, 'read_at')
    await queries.updateInquiry(transaction, id, { poster_seen_at: now })
  })
}

/** Blocking is between the two, about every posting. */
export async function changeThread(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  { showsEmail, showsName, blocked }: BodyOf<'PUT /api/threads/:id'>,
): Promise<void> {
  const side = queries.sideOf(viewer)
  await inTransaction(inquiries.db, async (transaction) => {
    const found = blocked ? await queries.findOwn(transaction, viewer, id) : undefined
    // Before its own row: two blocks at once lock all in one order.
    const theirs = found
      ? await lockInquiries(transaction, sql`${between(found, side)} and withdrawn_at is null`)
      : []
    const thread = await queries.lockOwn(transaction, viewer, id)
    for (const each of theirs) {
      await endInterview(transaction, inquiries, each, { by: side, actorId: viewer.id })
      if (side === 'sender') await withdrawDecision(transaction, each)
    }
    if (side === 'sender')
      for (const cause of await findWordCauses(transaction, idsOf(theirs)))
        await withdrawMail(transaction, cause)
    if (blocked !== undefined) await (blocked ? addBlock : deleteBlock)(transaction, thread, side)
    if (showsEmail !== undefined)
      await queries.updateInquiry(transaction, id, { [`shows_${side}_email`]: showsEmail })
    if (showsName && side === 'poster') await showName(transaction, viewer, thread)
  })
}

/**
 * A confidential employer tells this applicant who it is, once: what was read cannot be taken back.
 */
async function showName(transaction: Db, viewer: Viewer, thread: LockedInquiry): Promise<void> {
  const { id, job_id: jobId, named_at: namedAt, reach } = thread
  if (!reach.posterWrites) throw new AppError('CONFLICT', refusalOf(reach, 'poster'))
  const name = await queries.findEmployerName(transaction, jobId)
  if (name === null)
    throw new AppError(
      'CONFLICT',
      'Please enter the name of your organization on the team page first.',
    )
  if (namedAt) return
  await queries.updateInquiry(transaction, id, { named_as: name, named_at: new Date() })
  await threadQueries.recordAction(transaction, {
    inquiry_id: id,
    actor_id: viewer.id,
    action: 'named',
  })
}

/** A file of a thread. */
export async function openThreadFile(
  inquiries: Inquiries,
  viewer: Viewer,
  { id, messageId }: { id: string; messageId: string },
) {
  const { db } = inquiries
  const thread = await queries.findOwn(db, viewer, id)
  const message = thread && (await threadQueries.findMessage(db, id, messageId))
  if (!message?.file_id) throw new AppError('NOT_FOUND')
  return openFile(inquiries, message.file_id)
}
