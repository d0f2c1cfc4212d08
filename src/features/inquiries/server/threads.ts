import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { findUser } from '#features/accounts/server/public.ts'
import {
  addGuestCv,
  findAttachedNames,
  openFile,
  readForm,
  storeGuestCv,
} from '#features/cv/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { isNamed } from '#features/names/server/public.ts'
import { contactOf } from '#features/postings/server/public.ts'
import { type Db, idsOf, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { parseAddress } from '#platform/server/mail/content.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { applicationPath } from '#shared/paths.ts'
import { type Side, filledIn, phoneIn } from '../model.ts'
import { replySchema } from '../schemas.ts'
import { findWordCauses } from './queries-retention.ts'
import { readFields } from './applications.ts'
import { replyMail } from './emails/inquiry-mails.ts'
import { endInterview } from './interviews.ts'
import { type Links, findMailed, mailedLink } from './mailed-links.ts'
import { type Inquiries, mailInquiry, mailNotice } from './notices.ts'
import { type LockedInquiry, findDaily, isDaily, lockInquiries } from './queries-inbox.ts'
import { moveTo, recordAction } from './queries-stages.ts'
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
  await inTransaction(inquiries.db, (trx) => openThread(trx, viewer, id))
  const file = upload && (await storeGuestCv(inquiries, upload))
  await inTransaction(inquiries.db, async (trx) => {
    const thread = await openThread(trx, viewer, id)
    if (file) await addGuestCv(trx, file)
    if (side === 'poster') await answer(trx, inquiries, viewer, [thread], message, file?.id)
    else await writeToPoster(trx, inquiries, thread, message, file?.id)
  })
  return side
}

/** A thread to which the caller may add a message. */
const openThread = async (trx: Db, viewer: Viewer, id: string): Promise<LockedInquiry> =>
  openTo(queries.sideOf(viewer), await queries.lockOwn(trx, viewer, id))

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
  trx: Db,
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
  await threadQueries.insertReply(trx, row)
  await queries.updateInquiry(trx, id, {
    sender_wrote_at: new Date(),
    sender_seen_at: new Date(),
    ...(phone !== null && { phone }),
  })
  const contact = await contactOf(trx, jobId, { anyStatus: true })
  if (!contact || !thread.reach.posterMailed || (await isDaily(trx, contact.ownerId))) return
  await mailInquiry(trx, inquiries, id, {
    id: messageId,
    input: { name, email, message, jobId, attachCv: false },
    contact,
    isConfirmed: thread.is_proved,
    answers: [],
    showsEmail: thread.reach.posterSeesAddress,
  })
}

const nameOf = (user: { first_name: string | null; last_name: string | null } | undefined) =>
  [user?.first_name, user?.last_name].filter(Boolean).join(' ')

/**
 * Stores an answer and mails it to the senders, who reply to the poster's own address. One who has
 * not proved the address gets a notice. Those that are closed get none, and those of whom one may
 * not write to the other.
 * @returns how many have it.
 */
export async function answer(
  trx: Db,
  inquiries: Links,
  viewer: Pick<Viewer, 'id' | 'email'>,
  all: readonly LockedInquiry[],
  typed: string,
  fileId?: string,
): Promise<number> {
  const open = all.filter(({ shown, reach }) => shown !== 'closed' && reach.posterWrites)
  const jobIds = [...new Set(open.map((inquiry) => inquiry.job_id))]
  const contacts = new Map<string, Awaited<ReturnType<typeof contactOf>>>()
  for (const jobId of jobIds) contacts.set(jobId, await contactOf(trx, jobId, { anyStatus: true }))
  const recruiter = nameOf(await findUser(trx, viewer.id))
  const justWritten = await threadQueries.findJustWritten(trx, idsOf(open), viewer.id)
  const answers = open
    .map((inquiry) => {
      const contact = contacts.get(inquiry.job_id)
      const message = filledIn(typed, {
        'first name': inquiry.name.split(' ', 1).join(),
        posting: inquiry.job_title,
        reference: referenceCode(inquiry.job_id),
        recruiter: recruiter || (contact?.company ?? ''),
      })
      return { inquiry, contact, message, replyId: randomUUIDv7() }
    })
    // The same press twice, as after an answer that got lost, writes once.
    .filter(({ inquiry, message }) => fileId || justWritten.get(inquiry.id) !== message)
  if (answers.length === 0) return open.length
  await threadQueries.insertReply(
    trx,
    answers.map(({ inquiry, message, replyId }) => ({
      id: replyId,
      inquiry_id: inquiry.id,
      author_id: viewer.id,
      message,
      file_id: fileId ?? null,
    })),
  )
  const answered = answers.map(({ inquiry }) => inquiry)
  const now = new Date()
  const wrote = { poster_wrote_at: now, poster_seen_at: now }
  await queries.updateInquiry(trx, idsOf(answered), wrote, 'read_at', 'answered_at')
  const fresh = answered.filter(({ shown }) => shown === 'new')
  if (fresh.length > 0)
    await moveTo(
      trx,
      idsOf(fresh),
      { stage: 'reviewing', closed_at: null },
      { actor_id: viewer.id, reason: null },
    )
  const daily = await findDaily(
    trx,
    answered.flatMap(({ sender_id: id }) => id ?? []),
  )
  const mailed = answers.filter(({ inquiry }) => !daily.has(inquiry.sender_id ?? ''))
  for (const { inquiry, replyId } of mailed.filter((each) => !each.inquiry.is_proved))
    await mailNotice(trx, inquiries, {
      inquiryId: inquiry.id,
      jobId: inquiry.job_id,
      reader: 'sender',
      to: inquiry.email,
      cause: `inquiry-reply:${replyId}`,
      page: inquiry.proof === 'account' ? applicationPath(inquiry.id) : undefined,
    })
  await enqueueMails(
    trx,
    mailed
      .filter(({ inquiry }) => inquiry.is_proved)
      .map(({ inquiry, contact, message, replyId }) => {
        const { id, email, sender_id: senderId, reach } = inquiry
        const answerPage = reach.senderSeesAddress
          ? null
          : mailedLink(inquiries.secrets, id, 'sender', email)
        const page = senderId === null ? answerPage : applicationPath(id)
        const replyTo = parseAddress(contact?.email ?? viewer.email ?? '')
        return {
          cause: `inquiry-reply:${replyId}`,
          to: email,
          class: 'message',
          sensitive: senderId === null,
          ...(replyTo &&
            reach.senderSeesAddress && { replyTo: { ...replyTo, name: contact?.company } }),
          content: replyMail({
            jobTitle: inquiry.job_title,
            employer: contact?.company ?? 'The employer',
            message,
            applications: page === null ? null : inquiries.publicUrl + page,
            isOpen: reach.senderSeesAddress,
          }),
        }
      }),
  )
  return open.length
}

/**
 * Who has no account answers on the page of a mailed link: the employer may not show its address.
 */
export async function answerMailed(
  inquiries: Inquiries,
  { token, message }: BodyOf<'POST /api/mailed-inquiry/messages'>,
) {
  await inTransaction(inquiries.db, async (trx) => {
    const { reader, inquiry } = await findMailed(trx, inquiries, token)
    if (reader !== 'sender') throw new AppError('NOT_FOUND')
    await writeToPoster(trx, inquiries, openTo('sender', inquiry), message, undefined)
  })
}

export async function readThread(db: Db, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await queries.lockOwn(trx, viewer, id, 'see')
    const now = new Date()
    if (queries.sideOf(viewer) === 'sender')
      return queries.updateInquiry(trx, id, { sender_seen_at: now })
    await queries.updateInquiry(trx, id, { poster_seen_at: now }, 'read_at')
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
  await inTransaction(inquiries.db, async (trx) => {
    const found = blocked ? await queries.findOwn(trx, viewer, id) : undefined
    // Before its own row: two blocks at once lock all in one order.
    const theirs = found
      ? await lockInquiries(trx, sql`${between(found, side)} and withdrawn_at is null`)
      : []
    const thread = await queries.lockOwn(trx, viewer, id)
    for (const each of theirs) {
      await endInterview(trx, inquiries, each, { side, actorId: viewer.id })
      if (side === 'sender') await withdrawDecision(trx, each)
    }
    if (side === 'sender')
      for (const cause of await findWordCauses(trx, idsOf(theirs))) await withdrawMail(trx, cause)
    if (blocked !== undefined) await (blocked ? addBlock : deleteBlock)(trx, thread, side)
    if (showsEmail !== undefined)
      await queries.updateInquiry(trx, id, { [`shows_${side}_email`]: showsEmail })
    if (showsName && side === 'poster') await showName(trx, viewer, thread)
  })
}

/**
 * A confidential employer tells this applicant who it is, once: what was read cannot be taken back.
 */
async function showName(trx: Db, viewer: Viewer, thread: LockedInquiry) {
  const { id, job_id: jobId, named_at: namedAt, reach } = thread
  if (!reach.posterWrites) throw new AppError('CONFLICT', refusalOf(reach, 'poster'))
  const name = await queries.findEmployerName(trx, jobId)
  if (name === null)
    throw new AppError(
      'CONFLICT',
      'Please enter the name of your organization on the team page first.',
    )
  if (namedAt) return
  if (!(await isNamed(trx, viewer.id, name)))
    throw new AppError(
      'CONFLICT',
      `Your organization does not speak for ${name} yet. An administrator confirms names under Team.`,
    )
  await queries.updateInquiry(trx, id, { named_as: name, named_at: new Date() })
  await recordAction(trx, {
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
