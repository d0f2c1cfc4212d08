import type { FastifyRequest } from 'fastify'
import { hashSecret } from '#features/accounts/server/public.ts'
import {
  addGuestCv,
  attachGuestCv,
  deleteGuestCvs,
  lockCvs,
  readForm,
  storeGuestCv,
} from '#features/cv/server/public.ts'
import { originOf } from '#features/insights/model.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { contactOf } from '#features/postings/server/public.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import { networksOf } from '#platform/server/http/networks.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { type Secrets, readSignedToken, signedToken } from '#platform/server/secret.ts'
import { deletion } from '#platform/server/retention.ts'
import { defineTask } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { confirmInquiryPath, withQuery } from '#shared/paths.ts'
import { maxWaiting, maxWaitingOfNetwork, waitingHours } from '../model.ts'
import { inquirySchema } from '../schemas.ts'
import { addInquiry, answersTo, readFields, recipientOf, sendInquiry } from './applications.ts'
import { confirmInquiryMail } from './emails/inquiry-mails.ts'
import type { Inquiries } from './notices.ts'
import * as queries from './queries.ts'

/**
 * A visitor's inquiry with a CV waits for its link. Nothing of it reaches the recipient before:
 * anybody can type any address.
 */

type Sent = ResponseOf<'POST /api/job-inquiry/form'>

/**
 * Sends an inquiry as a form, or keeps it until its address is confirmed if a visitor chose a file.
 */
export async function sendInquiryForm(
  inquiries: Inquiries,
  request: FastifyRequest,
  limit: (jobId: string) => Promise<void>,
): Promise<Sent> {
  const { fields, upload } = await readForm(request)
  const given = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith('answers.') ? [[name.slice(8), value]] : [],
  )
  const input = readFields(inquirySchema, {
    ...fields,
    attachCv: 'attachCv' in fields,
    answers: Object.fromEntries(given),
  })
  const { jobId } = input
  // A mailed link bounds what comes with a file.
  if (!upload) await limit(jobId)
  if (!upload)
    return {
      success: true,
      id: await sendInquiry(inquiries, input, request.viewer),
      jobId,
      isWaiting: false,
    }
  if (request.viewer)
    throw new AppError('FORBIDDEN', 'You are signed in. Please attach the CV of your account.')
  // Before the file is read.
  await recipientOf(inquiries.db, { ...input, attachCv: true })
  const answers = await answersTo(inquiries.db, input)
  const network = networksOf(request.ip).at(-1) ?? request.ip
  await refuseTooMany(inquiries.db, network)
  const cv = await storeGuestCv(inquiries, upload)
  await inTransaction(inquiries.db, async (trx) => {
    await refuseTooMany(trx, network)
    await addGuestCv(trx, cv)
    await queries.insertWaiting(trx, {
      id: cv.id,
      job_id: input.jobId,
      name: input.name,
      email: input.email,
      message: input.message,
      answers: JSON.stringify(answers),
      origin: originOf(input),
      network,
    })
    const until = new Date(Date.now() + waitingHours * 60 * 60_000)
    await enqueueMail(trx, {
      cause: `waiting-inquiry:${cv.id}`,
      to: input.email,
      class: 'request',
      sensitive: true,
      expiresAt: until,
      content: confirmInquiryMail({
        reference: referenceCode(input.jobId),
        href: inquiries.publicUrl + linkOf(inquiries.secrets, cv.id),
      }),
    })
  })
  return { success: true, id: cv.id, jobId, isWaiting: true }
}

/**
 * Bounds what strangers have stored, by network and in all. Not by address: anybody can type
 * anybody's.
 */
async function refuseTooMany(db: Db, network: string) {
  const { ofNetwork, all } = await queries.countWaiting(db, network)
  if (ofNetwork >= maxWaitingOfNetwork || all >= maxWaiting)
    throw new AppError(
      'RATE_LIMITED',
      'We take no more inquiries with a CV from your network now. Please try again later, or sign in.',
    )
}

export const deleteWaitingTask = defineTask({ name: 'delete-waiting-inquiry' })

export const waitingRule = deletion({
  what: 'inquiries whose link was not opened',
  count: queries.countWaitingBefore,
  async delete(trx, before) {
    const ids = await queries.findWaitingBefore(trx, before)
    await deleteGuestCvs(trx, ids)
    return ids.length
  },
})

const purpose = 'waiting-inquiry'

const linkOf = (secrets: Secrets, id: string) =>
  withQuery(confirmInquiryPath, { token: signedToken(secrets, purpose, id) })

export async function getWaiting(
  { db, secrets }: Inquiries,
  token: string,
): Promise<ResponseOf<'GET /api/waiting-inquiry'>> {
  const [waiting] = await queries.findWaiting(db, 'id', idOf(secrets, token))
  if (!waiting) throw new AppError('NOT_FOUND')
  return waiting
}

function idOf(secrets: Secrets, token: string) {
  const id = readSignedToken(secrets, purpose, token)
  if (id === undefined)
    throw new AppError(
      'NOT_FOUND',
      'This link is not complete. Please open it from the email again.',
    )
  return id
}

/**
 * Sends what waited, once. Whoever presses reads the mailbox, so the address counts as confirmed.
 */
export async function confirmInquiry(inquiries: Inquiries, token: string): Promise<void> {
  const id = idOf(inquiries.secrets, token)
  await inTransaction(inquiries.db, async (trx) => {
    // A second press, and the task that deletes it, wait here.
    await lockCvs(trx, id)
    if (await queries.isLinkUsed(trx, hashSecret(id)))
      throw new AppError('CONFLICT', 'This link was used before: your inquiry was sent.')
    const waiting = await queries.takeWaiting(trx, id)
    if (!waiting)
      throw new AppError(
        'GONE',
        'Your inquiry and your CV were deleted, because this link was not opened in time.',
      )
    const { job_id: jobId, name, email, message, answers, origin } = waiting
    const contact = await contactOf(trx, jobId)
    if (!contact)
      throw new AppError('GONE', 'This job has closed in the meantime. Nothing was sent.')
    if (!contact.acceptsCv)
      throw new AppError('FORBIDDEN', 'This employer can no longer get a CV. Nothing was sent.')
    const sentAs = await addInquiry(trx, inquiries, {
      id,
      input: { jobId, name, email, message, attachCv: true },
      answers: answers ?? [],
      origin: origin ?? 'unknown',
      sender: null,
      proof: 'link',
      isConfirmed: true,
      attach: ({ senderId: physicianId, ...to }) => attachGuestCv(trx, { id, ...to, physicianId }),
    })
    await queries.claimCvLink(trx, hashSecret(id), sentAs)
  })
}
