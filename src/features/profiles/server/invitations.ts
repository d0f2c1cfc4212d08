import { randomUUIDv7 } from 'node:crypto'
import { findUser } from '#features/accounts/server/public.ts'
import { openApplication, type Inquiries } from '#features/inquiries/server/public.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import { allPlacesText, payText } from '#features/jobs/display.ts'
import { getJob } from '#features/jobs/server/public.ts'
import { termFacts } from '#features/jobs/terms.ts'
import { isNamed, speaksFor } from '#features/names/server/public.ts'
import { site } from '#features/site/config.ts'
import { type Db, inTransaction, takeLock } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { profilePath } from '#shared/paths.ts'
import type { Invitation } from '../contract.ts'
import { invitationLimits } from '../finding.ts'
import { findCandidate } from './finding.ts'
import * as queries from './queries-finding.ts'
import { loadSeeker } from './seekers.ts'
import { findKnown, tellFirm, tellKnown } from './firms.ts'

/** What an invitation names; empty for what the posting does not state. */
export const offerOf = (job: JobDetail): { pay: string; terms: string } => ({
  pay: payText(job) ?? '',
  terms: termFacts(job.terms)
    .filter(({ value }) => value !== '')
    .map(({ term, value }) => `${term}: ${value}`)
    .join(' · '),
})

/** Once for a person and posting; neither address nor name is shown by it. */
export async function inviteCandidate(
  inquiries: Inquiries,
  viewer: Viewer,
  { id: jobId, candidateId }: { id: string; candidateId: string },
  message: string,
): Promise<void> {
  const { db, publicUrl } = inquiries
  const seeker = await loadSeeker(db, viewer, jobId)
  const job = await getJob(db, jobId)
  const { pay, terms } = offerOf(job)
  if (pay === '' || terms === '')
    throw new AppError(
      'CONFLICT',
      'An invitation names pay and terms. Please add what the posting leaves open, and invite then.',
    )
  await inTransaction(db, async (trx) => {
    const { physicianId } = await findCandidate(trx, seeker, candidateId)
    const { id, to } = await invite(trx, {
      id: randomUUIDv7(),
      job_id: jobId,
      physician_id: physicianId,
      sender_id: viewer.id,
      organization_id: seeker.organizationId,
      message,
    })
    await enqueueMail(trx, {
      cause: `invitation:${id}`,
      to,
      class: 'message',
      content: jobInvitationMail({
        title: job.title,
        employer: job.employer,
        pay,
        terms,
        message,
        href: `${publicUrl}${profilePath}#invitations`,
      }),
    })
  })
}

type Row = Parameters<typeof queries.insertInvitation>[1] & { sender_id: string }

/**
 * The pace of all invitations, firms' included: once for a person, posting and organization, so
 * many a week of a seat and to a physician. @returns also the physician's address.
 */
export async function invite(trx: Db, row: Row): Promise<{ id: string; to: string }> {
  const { sender_id: senderId, physician_id: physicianId } = row
  await takeLock(trx, `invitations of ${senderId}`)
  await takeLock(trx, `invitations to ${physicianId}`)
  const invitation = await queries.insertInvitation(trx, row)
  if (!invitation)
    throw new AppError(
      'CONFLICT',
      'You have invited or asked this physician about this posting already.',
    )
  // With this one.
  if ((await queries.countInvitations(trx, 'sender_id', senderId)) > invitationLimits.seat)
    throw new AppError('RATE_LIMITED', `You can send ${invitationLimits.seat} invitations a week.`)
  if (
    (await queries.countInvitations(trx, 'physician_id', physicianId)) > invitationLimits.physician
  )
    throw new AppError(
      'RATE_LIMITED',
      `This physician already got ${invitationLimits.physician} invitations this week. Please try again later.`,
    )
  const physician = await findUser(trx, physicianId)
  if (!physician?.email) throw new AppError('NOT_FOUND')
  return { id: invitation.id, to: physician.email }
}

export async function listInvitations(
  db: Db,
  physicianId: string,
): Promise<ResponseOf<'GET /api/profile/invitations'>> {
  const rows = await findInvitations(db, physicianId)
  if (rows.length > 0) await queries.markRead(db, physicianId)
  return { invitations: await Promise.all(rows.map((row) => invitationView(db, row))) }
}

/** A name that is withdrawn ends the invitations under it, and so does a firm’s new one. */
export const findInvitations = async (db: Db, physicianId: string, id?: string) =>
  Promise.all(
    (await queries.findInvitations(db, physicianId, id)).map(async (row) => ({
      ...row,
      isOpen:
        row.isOpen &&
        (await speaksFor(db, row.ownerId, row.employer)) &&
        (row.firm === null || (await isNamed(db, row.ownerId, row.firm))),
    })),
  )

async function invitationView(db: Db, row: queries.InvitationRow): Promise<Invitation> {
  const { id, jobId, title, employer, message, firm, until, sentAt, inquiryId } = row
  const state = row.acceptedAt
    ? 'accepted'
    : row.declinedAt
      ? 'declined'
      : row.isOpen
        ? 'open'
        : 'ended'
  const job = row.isOpen ? await getJob(db, jobId) : undefined
  return {
    id,
    jobId,
    title,
    employer,
    place: job ? allPlacesText(job) : '',
    ...(job ? offerOf(job) : { pay: '', terms: '' }),
    message,
    firm,
    until: until?.toISOString() ?? null,
    sentAt: sentAt.toISOString(),
    state,
    inquiryId,
  }
}

/**
 * A message opens an ordinary thread, and so does consent to a firm, in the firm's words; without
 * either it is 'not now'.
 */
export async function answerInvitation(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  { message, consents }: BodyOf<'POST /api/profile/invitations/:id/answer'>,
): Promise<ResponseOf<'POST /api/profile/invitations/:id/answer'>> {
  return inTransaction(inquiries.db, async (trx) => {
    await takeLock(trx, `invitations to ${viewer.id}`)
    const [invitation] = await findInvitations(trx, viewer.id, id)
    if (!invitation) throw new AppError('NOT_FOUND')
    const { acceptedAt, declinedAt, isOpen, jobId, firm } = invitation
    const accepts = firm === null ? message !== null : consents
    if (acceptedAt || (declinedAt && !accepts))
      throw new AppError('CONFLICT', 'You have answered this invitation already.')
    if (!accepts) {
      await queries.updateInvitation(trx, id, { declined_at: new Date() })
      if (firm !== null) await tellFirm(trx, inquiries, { id, answer: 'declined' })
      return { inquiryId: null, isKnown: false }
    }
    if (!isOpen)
      throw new AppError(
        'CONFLICT',
        'This posting is closed, or its employer may no longer invite.',
      )
    if (firm !== null) {
      const known = await findKnown(trx, inquiries, { id, physicianId: viewer.id, jobId })
      if (known !== undefined) return { inquiryId: known, isKnown: true }
    }
    const words =
      firm === null ? message : `${firm} presents me, with my consent:\n\n${invitation.message}`
    const inquiryId = await openApplication(trx, inquiries, viewer, {
      jobId,
      message: words ?? '',
      presentedBy: firm,
    })
    await queries.updateInvitation(trx, id, {
      accepted_at: new Date(),
      declined_at: null,
      inquiry_id: inquiryId,
    })
    if (firm !== null) {
      await tellFirm(trx, inquiries, { id, answer: 'consented' })
      await tellKnown(trx, inquiries, { jobId, physicianId: viewer.id })
    }
    return { inquiryId, isKnown: false }
  })
}

type Invited = Record<'title' | 'employer' | 'pay' | 'terms' | 'message' | 'href', string>

/** To a physician whom an employer found. */
export const jobInvitationMail = ({
  title,
  employer,
  pay,
  terms,
  message,
  href,
}: Invited): MailContent =>
  mailOf({
    subject: `${employer} invites you: ${title}`,
    body: [
      { kind: 'quote', text: message },
      {
        kind: 'facts',
        items: [
          { term: 'Employer', value: employer },
          { term: 'Pay', value: pay },
          { term: 'Terms', value: terms },
        ],
      },
      'The employer has neither your address nor your name, unless your profile shows the name. Your answer opens a conversation. ‘Not now’ lasts a year.',
    ],
    button: ['Answer the invitation', href],
    reason: `You get this email because you let employers find you on ${site.name}.`,
  })
