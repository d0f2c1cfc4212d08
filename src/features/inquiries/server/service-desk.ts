import { randomUUIDv7 } from 'node:crypto'
import { findAttachedCvs } from '#features/cv/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { contactOf, ownPostings, type Scope } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { parseAddress } from '#platform/server/mail/content.ts'
import { enqueueMail, withdrawMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import { applicationsPath } from '#shared/paths.ts'
import { inboxPageSize } from '../contract.ts'
import { closeReasons, inquiryCan, maxSavedReplies, rejectionMinutes, stageLabels } from '../model.ts'
import { decisionMail, hiredMail, replyMail } from './emails/inquiry-mails.ts'
import * as queries from './queries.ts'
import * as inbox from './queries-inbox.ts'
import { decisionCause, type Inquiries } from './service.ts'
import { mailNotice } from './service-mailed.ts'
import { cardView, inboxDetailView, inboxItemView } from './views.ts'

/** What those who hire do with applications. Everything is loaded through their postings. */
export const inboxScope = ({ id }: Viewer, to: 'see' | 'manage' = 'see'): Scope => ownPostings(id, to)

export async function listInbox(db: Db, viewer: Viewer, query: QueryOf<'GET /api/inbox'>): Promise<ResponseOf<'GET /api/inbox'>> {
  const scope = inboxScope(viewer)
  const [found, counts] = await Promise.all([inbox.findInbox(db, scope, query), inbox.countStages(db, scope, query)])
  const rows = found.slice(0, inboxPageSize)
  const cvs = await findAttachedCvs(
    db,
    rows.map((row) => row.id),
  )
  const next = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null
  return { inquiries: rows.map((row) => inboxItemView(row, cvs.get(row.id))), next, ...counts }
}

export async function getBoard(
  db: Db,
  viewer: Viewer,
  query: QueryOf<'GET /api/inbox/board'>,
): Promise<ResponseOf<'GET /api/inbox/board'>> {
  const scope = inboxScope(viewer)
  const [rows, counts] = await Promise.all([inbox.findCards(db, scope, query), inbox.countStages(db, scope, query)])
  return { cards: rows.map(cardView), ...counts }
}

export async function getInquiry(db: Db, viewer: Viewer, id: string): Promise<ResponseOf<'GET /api/inbox/:id'>> {
  const row = await inbox.findInquiryOf(db, id, inboxScope(viewer))
  if (!row) throw new AppError('NOT_FOUND')
  const [cvs, replies, notes, events] = await Promise.all([
    findAttachedCvs(db, [id]),
    queries.findReplies(db, [id]),
    inbox.findNotes(db, [id]),
    inbox.findEvents(db, [id]),
  ])
  return inboxDetailView(row, cvs.get(id), { replies, notes, events })
}

/** Readers of an organization see its inbox, and change nothing. */
async function ownInquiry(db: Db, viewer: Viewer, id: string, to: 'see' | 'manage' = 'manage') {
  const inquiry = await inbox.lockInquiryOf(db, id, inboxScope(viewer, to))
  if (!inquiry) throw new AppError('NOT_FOUND')
  return inquiry
}

export async function readInquiry({ db }: Inquiries, viewer: Viewer, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await ownInquiry(transaction, viewer, id, 'see')
    await queries.stampInquiry(transaction, id, 'read_at')
  })
}

/** Moves an application. Of a rejection its sender is told after a while, in which another move takes it back. */
export async function moveInquiry(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  { stage, version, reason }: BodyOf<'PUT /api/inbox/:id/stage'>,
): Promise<ResponseOf<'PUT /api/inbox/:id/stage'>> {
  return inquiries.db.transaction().execute(async (transaction) => {
    const inquiry = await ownInquiry(transaction, viewer, id)
    if (inquiry.version !== version) {
      const current = { stage: inquiry.shown, version: inquiry.version }
      throw new StaleError(current, `Somebody else moved this application to ${stageLabels[inquiry.shown]} in the meantime.`)
    }
    const isClosed = stage === 'closed'
    if (isClosed && reason === undefined) throw new AppError('VALIDATION_FAILED', 'Please choose a reason')
    if (stage === inquiry.shown) return { stage, version, toldAt: inquiry.closed_at?.toISOString() ?? null }
    if (inquiry.closed_at) await withdrawMail(transaction, decisionCause(id, version))
    const toldAt = isClosed ? new Date(Date.now() + rejectionMinutes * 60_000) : null
    const event = { actor_id: viewer.id, reason: isClosed ? (reason ?? null) : null }
    const moved = await inbox.moveTo(transaction, id, { stage, closed_at: toldAt }, event)
    await queries.stampInquiry(transaction, id, 'read_at')
    const about = { ...inquiry, version: moved }
    if (toldAt && reason) await mailDecision(transaction, inquiries, about, closeReasons[reason], toldAt)
    if (stage === 'hired') await mailHired(transaction, inquiries, about)
    return { stage, version: moved, toldAt: toldAt?.toISOString() ?? null }
  })
}

type About = Pick<
  Awaited<ReturnType<typeof ownInquiry>>,
  'id' | 'job_id' | 'job_title' | 'email' | 'sender_confirmed' | 'version'
>

/** Whoever typed an address that is not proved reads nothing that others wrote in its mailbox, such as a title. */
const titleFor = ({ sender_confirmed: isConfirmed, job_title: title, job_id: jobId }: About): string =>
  isConfirmed ? title : `the posting ${referenceCode(jobId)}`

const mailDecision = (transaction: Db, { publicUrl }: Inquiries, about: About, sentence: string, sendAfter: Date) =>
  enqueueMail(transaction, {
    cause: decisionCause(about.id, about.version),
    to: about.email,
    class: 'message',
    sendAfter,
    content: decisionMail({ jobTitle: titleFor(about), sentence, applications: publicUrl + applicationsPath }),
  })

const mailHired = (transaction: Db, { publicUrl }: Inquiries, about: About) =>
  enqueueMail(transaction, {
    cause: `inquiry-hired:${about.id}:${about.version}`,
    to: about.email,
    class: 'message',
    content: hiredMail({ jobTitle: titleFor(about), applications: publicUrl + applicationsPath }),
  })

/** Stores an answer and mails it to the sender, who replies to the poster's own address. One who has not proved the address gets a notice. */
export async function replyToInquiry(inquiries: Inquiries, viewer: Viewer, id: string, message: string): Promise<void> {
  await inquiries.db.transaction().execute(async (transaction) => {
    if (!(await answer(transaction, inquiries, viewer, id, message))) throw new AppError('CONFLICT', 'This inquiry is closed.')
  })
}

/** Those that are closed, withdrawn or others' get nothing. */
export async function replyToMany(
  inquiries: Inquiries,
  viewer: Viewer,
  { ids, message }: BodyOf<'POST /api/inbox/replies'>,
): Promise<number> {
  return inquiries.db.transaction().execute(async (transaction) => {
    let sent = 0
    // In one order, so that two at once do not wait for each other.
    for (const id of [...new Set(ids)].toSorted()) {
      const isMine = (await inbox.findInquiryOf(transaction, id, inboxScope(viewer, 'manage'))) !== undefined
      if (isMine && (await answer(transaction, inquiries, viewer, id, message))) sent += 1
    }
    return sent
  })
}

/** False if it is closed. */
async function answer(transaction: Db, inquiries: Inquiries, viewer: Viewer, id: string, message: string): Promise<boolean> {
  const inquiry = await ownInquiry(transaction, viewer, id)
  if (!inquiryCan.answer(inquiry.shown)) return false
  const contact = await contactOf(transaction, inquiry.job_id, { anyStatus: true })
  const replyTo = parseAddress(contact?.email ?? viewer.email ?? '')
  const replyId = randomUUIDv7()
  await queries.insertReply(transaction, { id: replyId, inquiry_id: id, author_id: viewer.id, message })
  await queries.stampInquiry(transaction, id, 'read_at', 'answered_at')
  if (inquiry.shown === 'new')
    await inbox.moveTo(transaction, id, { stage: 'reviewing', closed_at: null }, { actor_id: viewer.id, reason: null })
  const cause = `inquiry-reply:${replyId}`
  if (!inquiry.sender_confirmed) {
    const notice = { inquiryId: id, jobId: inquiry.job_id, reader: 'sender', to: inquiry.email } as const
    await mailNotice(transaction, inquiries, { ...notice, cause })
    return true
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
      applications: inquiry.sender_id === null ? null : inquiries.publicUrl + applicationsPath,
    }),
  })
  return true
}

export async function addNote({ db }: Inquiries, viewer: Viewer, id: string, note: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await ownInquiry(transaction, viewer, id)
    await inbox.insertNote(transaction, { id: randomUUIDv7(), inquiry_id: id, author_id: viewer.id, note })
  })
}

export async function deleteNote({ db }: Inquiries, viewer: Viewer, id: string, noteId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await ownInquiry(transaction, viewer, id)
    await inbox.deleteNotes(transaction, id, noteId)
  })
}

export async function saveReply(db: Db, viewer: Viewer, reply: BodyOf<'POST /api/saved-replies'>): Promise<void> {
  if ((await inbox.findSavedReplies(db, viewer.id)).length >= maxSavedReplies)
    throw new AppError('CONFLICT', `You have ${maxSavedReplies} saved replies. Delete one first.`)
  await inbox.insertSavedReply(db, { id: randomUUIDv7(), owner_id: viewer.id, ...reply })
}
