import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod'
import { findSuspended } from '#features/accounts/server/public.ts'
import { attachCv, deleteGuestCvs, detachCv, hasCvOnFile } from '#features/cv/server/public.ts'
import { markApplied } from '#features/favorites/server/public.ts'
import { type Origin, originOf } from '#features/insights/model.ts'
import { countInquiry } from '#features/insights/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { holdJob } from '#features/jobs/server/public.ts'
import { type PostingContact, contactOf } from '#features/postings/server/public.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { constantTimeResponse, enqueueMail } from '#platform/server/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { applicationsPath } from '#shared/paths.ts'
import { type Answer, type Proof, phoneIn, readAnswers } from '../model.ts'
import type { InquiryInput } from '../schemas.ts'
import { inquiryReceiptMail, inquiryRefusedMail } from './emails/inquiry-mails.ts'
import { endInterview } from './interviews.ts'
import { mailedLink } from './mailed-links.ts'
import { type Inquiries, mailInquiry } from './notices.ts'
import { moveTo } from './queries-stages.ts'
import * as threadQueries from './queries-threads.ts'
import * as queries from './queries.ts'
import { findQuestions } from './queries-questions.ts'
import { findBlocker } from './reach.ts'
import { withdrawDecision } from './stages.ts'
import { decisionOf } from './views.ts'

export const jobNotFound = () => new AppError('NOT_FOUND', 'Job not found')

/**
 * Stores an inquiry and mails it to the poster in one transaction. A repeated inquiry is not stored
 * again, which its time tells nobody who has not signed in.
 * @returns its id.
 */
export async function sendInquiry(
  inquiries: Inquiries,
  input: InquiryInput,
  viewer: Viewer | null,
): Promise<string> {
  const { db } = inquiries
  const isConfirmed = viewer !== null && viewer.emailVerified && viewer.email === input.email
  // Others than physicians may type another's address, as visitors do.
  const sender = isConfirmed || viewer?.role === 'physician' ? viewer : null
  if (input.asAccount && viewer === null)
    throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.')
  if (input.attachCv && viewer?.role !== 'physician')
    throw new AppError(
      viewer === null ? 'UNAUTHENTICATED' : 'FORBIDDEN',
      'Only signed-in physicians can send a CV.',
    )
  if (viewer?.role === 'physician' && viewer.email !== null && viewer.email !== input.email) {
    const message = 'Please use the email address of your account.'
    throw new AppError('VALIDATION_FAILED', message, [{ field: 'email', message }])
  }
  const answers = await answersTo(db, input)
  const send = () =>
    inTransaction(db, (trx) =>
      addInquiry(trx, inquiries, {
        id: randomUUIDv7(),
        input,
        answers,
        origin: originOf(input),
        sender,
        proof: sender ? 'account' : 'none',
        isConfirmed,
        async attach({ inquiryId, about }) {
          if (input.attachCv && viewer)
            await attachCv(trx, { physicianId: viewer.id, inquiryId, about })
        },
      }),
    )
  return sender ? send() : constantTimeResponse(send)
}

/**
 * The thread of a physician who answers an invitation, or whom a firm presents; it asks no
 * questions. @returns its id.
 */
export async function openApplication(
  trx: Db,
  inquiries: Inquiries,
  { id, email, emailVerified, firstName, lastName, role }: Viewer,
  { jobId, message, presentedBy }: { jobId: string; message: string; presentedBy?: string | null },
): Promise<string> {
  const name = [firstName, lastName].filter(Boolean).join(' ') || 'A physician'
  const input = { jobId, message, name, email: email ?? '', attachCv: false }
  return addInquiry(trx, inquiries, {
    id: randomUUIDv7(),
    input,
    answers: [],
    origin: presentedBy ? 'firm' : 'invitation',
    sender: { id, role },
    proof: 'account',
    isConfirmed: emailVerified,
    presentedBy: presentedBy ?? null,
    attach: async () => {},
  })
}

/** Who gets an inquiry; refused if it has a CV that they may not get. */
export async function recipientOf(
  db: Db,
  { jobId, attachCv }: { jobId: string; attachCv?: boolean },
): Promise<PostingContact> {
  const contact = await contactOf(db, jobId, { anyStatus: true })
  if (contact?.status === 'inactive' || contact?.status === 'expired')
    throw new AppError('NOT_FOUND', 'This job has closed in the meantime. Nothing was sent.')
  if (contact?.status !== 'active') throw jobNotFound()
  if (attachCv && !contact.acceptsCv) {
    throw new AppError(
      'CONFLICT',
      'This employer has not confirmed an email address yet, so we cannot pass on a CV. Please ' +
        'send your inquiry without it.',
    )
  }
  return contact
}

/** @throws {AppError} VALIDATION_FAILED for each question that is not answered as it asks. */
export async function answersTo(
  db: Db,
  { jobId, answers: given }: Pick<InquiryInput, 'jobId' | 'answers'>,
): Promise<Answer[]> {
  const { answers, problems } = readAnswers((await findQuestions(db, jobId)).questions, given)
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', problems[0]?.message, problems)
  return answers
}

/** @throws {AppError} VALIDATION_FAILED for each field of a form that is not as it should be. */
export function readFields<T>(schema: z.ZodType<T>, fields: object): T {
  const { data, error } = schema.safeParse(fields)
  if (!error) return data
  const details = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new AppError('VALIDATION_FAILED', details[0]?.message, details)
}

type NewInquiry = {
  id: string
  input: InquiryInput
  answers: Answer[]
  origin: Origin
  /** Who was signed in. */
  sender: Pick<Viewer, 'id' | 'role'> | null
  proof: Proof
  /** The sender has proved the address. */
  isConfirmed: boolean
  presentedBy?: string | null
  attach: (to: { inquiryId: string; about: string; senderId: string | null }) => Promise<void>
}

/**
 * Stores an inquiry, unless it is there, mails it, and mails a receipt. Returns its id; one of its
 * own if nobody has proved it.
 * @throws {AppError} as `recipientOf` does.
 */
export async function addInquiry(
  trx: Db,
  inquiries: Inquiries,
  inquiry: NewInquiry,
): Promise<string> {
  const { input, proof, answers } = inquiry
  await queries.lockSender(trx, {
    sender_id: inquiry.sender?.id ?? null,
    email: input.email,
  })
  await holdJob(trx, input.jobId)
  const contact = await recipientOf(trx, input)
  const account = inquiry.sender ?? (await queries.findAccountOf(trx, input.email))
  const sender = proof === 'none' ? null : account
  const row = {
    id: inquiry.id,
    job_id: input.jobId,
    job_title: contact.title,
    sender_id: account?.id ?? null,
    proof,
    name: input.name,
    email: input.email,
    message: input.message,
    phone: phoneIn([input.message, ...answers.map((answer) => answer.answer)].join('\n')),
  }
  if (sender && (await findSuspended(trx, [sender.id])).size > 0)
    throw new AppError('FORBIDDEN', 'The account with this address is suspended. Nothing was sent.')
  const blockedBy = await findBlocker(trx, row)
  if (blockedBy !== null && proof === 'none') {
    // Whoever typed the address learns of no block; its mailbox does.
    await mailReceipt(trx, inquiries, { ...inquiry, contact }, { isRefused: true })
    return inquiry.id
  }
  if (blockedBy !== null)
    throw new AppError(
      'FORBIDDEN',
      blockedBy === 'poster'
        ? 'This employer does not take messages from you.'
        : 'You have blocked this employer. Unblock it under Applications first.',
    )
  const given = JSON.stringify(answers)
  if (proof === 'none' && (await queries.isSentUnproved(trx, row, given))) return inquiry.id
  const earlier = await queries.lockEarlier(trx, row)
  // Who applies again after a decision opens the application again, also with the same words.
  const opens = earlier?.shown === 'closed' && decisionOf(earlier) === 'closed'
  if (earlier?.hasWords && !opens && proof === 'account' && (await hasAll(trx, earlier, inquiry)))
    return earlier.id
  const id = earlier?.id ?? inquiry.id
  // Two accounts write to each other here, and show their addresses if they like.
  const showsEmail =
    earlier?.showsEmail ?? !(sender?.role === 'physician' && contact.ownerId !== null)
  const shown = { shows_sender_email: showsEmail, shows_poster_email: showsEmail ? null : false }
  if (!earlier) {
    const retention = { keep_months: await queries.findKeptMonths(trx, input.jobId) }
    await queries.insertInquiry(trx, {
      ...row,
      ...shown,
      ...retention,
      presented_by: inquiry.presentedBy ?? null,
      stage: 'new',
      answers: given,
    })
  } else
    await joinApplication(
      trx,
      earlier,
      { ...inquiry, sender },
      row.phone,
      opens || !earlier.hasWords,
    )
  if (opens) await openAgain(trx, id, sender?.id ?? null)
  if (sender?.role === 'physician') await markApplied(trx, sender.id, input.jobId)
  await inquiry.attach({ inquiryId: id, about: contact.title, senderId: row.sender_id })
  await mailInquiry(trx, inquiries, id, { ...inquiry, contact, showsEmail })
  await mailReceipt(trx, inquiries, { ...inquiry, contact, id })
  if (!earlier) await countInquiry(trx, input.jobId, inquiry.origin)
  return id
}

type Receipt = Pick<NewInquiry, 'id' | 'input' | 'proof' | 'isConfirmed'> & {
  contact: PostingContact
}

async function mailReceipt(
  trx: Db,
  inquiries: Inquiries,
  receipt: Receipt,
  { isRefused = false } = {},
) {
  const { id, input, contact, proof, isConfirmed } = receipt
  const { publicUrl, secrets } = inquiries
  const reference = referenceCode(input.jobId)
  await enqueueMail(trx, {
    cause: `inquiry-receipt:${id}`,
    to: input.email,
    class: isConfirmed ? 'notice' : 'request',
    sensitive: proof === 'none',
    content: isRefused
      ? inquiryRefusedMail({ reference })
      : inquiryReceiptMail({
          reference,
          applications: publicUrl + applicationsPath,
          ...(proof === 'none' && {
            confirm: publicUrl + mailedLink(secrets, id, 'sender', input.email),
          }),
          // Whoever typed an address that is not proved writes nothing into its mailbox.
          ...(isConfirmed && { sent: { jobTitle: contact.title, message: input.message } }),
        }),
  })
}

/** The earlier one has the answers and the CV that come with the same words. */
async function hasAll(
  db: Db,
  { id, answers: before }: { id: string; answers: Answer[] },
  { input, sender, answers }: NewInquiry,
) {
  if (
    !answers.every((given) =>
      before.some((candidate) => candidate.id === given.id && candidate.answer === given.answer),
    )
  )
    return false
  return !input.attachCv || (sender !== null && hasCvOnFile(db, sender.id, id))
}

/**
 * A second inquiry of the same person: a message in the first one, newer answers, and a CV in place
 * of the earlier one.
 */
async function joinApplication(
  trx: Db,
  { id, answers: before }: { id: string; answers: Answer[] },
  { id: replyId, input: { message, attachCv: hasCv }, sender, answers }: NewInquiry,
  phone: string | null,
  hasNewWords: boolean,
) {
  const reply = {
    id: replyId,
    inquiry_id: id,
    author_id: sender?.id ?? null,
    by_sender: true,
    message,
  }
  if (hasNewWords) await threadQueries.insertReply(trx, reply)
  const kept = before.filter((candidate) => answers.every(({ id }) => id !== candidate.id))
  await queries.updateInquiry(trx, id, {
    sender_wrote_at: new Date(),
    ...(phone !== null && { phone }),
    answers: JSON.stringify([...kept, ...answers]),
  })
  if (hasCv) await detachCv(trx, id)
}

/** Its poster is reminded of it as of a new one. */
async function openAgain(trx: Db, id: string, actorId: string | null) {
  await moveTo(trx, [id], { stage: 'new', closed_at: null }, { actor_id: actorId, reason: null })
  await queries.updateInquiry(trx, id, { reminded_at: null })
}

/** Withdraws an inquiry: the poster no longer sees it or its CV. Notes and files go. */
export async function withdrawApplication(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await queries.changeOwn(inquiries.db, viewer, id, async (trx, inquiry) => {
    if (inquiry.withdrawn_at)
      throw new AppError('CONFLICT', 'You have already withdrawn this inquiry.')
    await endInterview(trx, inquiries, inquiry, { side: 'sender', actorId: viewer.id })
    await queries.updateInquiry(trx, id, {}, 'withdrawn_at')
    await withdrawDecision(trx, inquiry)
    await threadQueries.deleteNotes(trx, id)
    await deleteGuestCvs(trx, await threadQueries.findFiles(trx, [id]))
    await detachCv(trx, id)
  })
}
