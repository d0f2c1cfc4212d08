import { randomUUIDv7 } from 'node:crypto'
import { findReachable, type Inquiries } from '#features/inquiries/server/public.ts'
import { getJob } from '#features/jobs/server/public.ts'
import { ownPostings } from '#features/postings/server/public.ts'
import { isNamed } from '#features/names/server/public.ts'
import { site } from '#features/site/config.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { applicationsPath } from '#shared/paths.ts'
import type { Submittal } from '../contract.ts'
import { askedDays } from '../finding.ts'
import { headlineFor, findCandidate } from './finding.ts'
import { findInvitations, invite, offerOf } from './invitations.ts'
import * as queries from './queries-submittals.ts'
import { loadSeeker } from './seekers.ts'

type Ask = BodyOf<'POST /api/submittals'>

/**
 * A firm asks only whom it can write to anyway, or finds. The employer learns nothing until the
 * physician consents.
 */
export async function askForSubmittal(
  inquiries: Inquiries,
  viewer: Viewer,
  { jobId, message, physician }: Ask,
): Promise<void> {
  const { db, publicUrl } = inquiries
  const firm = await queries.findFirm(db, viewer.id)
  if (!firm?.name)
    throw new AppError(
      'CONFLICT',
      'Please enter the name of your organization on the team page first.',
    )
  if (!(await isNamed(db, viewer.id, firm.name)))
    throw new AppError('CONFLICT', `Your firm may not call itself ${firm.name} yet.`)
  const [client] = await queries.findClientPostings(db, viewer.id, firm, jobId)
  if (!client)
    throw new AppError('NOT_FOUND', 'This posting is closed, or its employer does not allow you.')
  const job = await getJob(db, jobId)
  const { name } = firm
  await inTransaction(db, async (trx) => {
    const { physicianId, throughId, label } = await findPhysician(trx, viewer, physician)
    const { to, id } = await invite(trx, {
      id: randomUUIDv7(),
      job_id: jobId,
      physician_id: physicianId,
      sender_id: viewer.id,
      organization_id: firm.organizationId,
      message,
      through_id: throughId,
      label,
    })
    const [invitation] = await findInvitations(trx, physicianId, id)
    // Of two who block each other the firm learns nothing.
    if (!invitation?.isOpen)
      throw new AppError('CONFLICT', 'This physician cannot be presented to this posting.')
    await enqueueMail(trx, {
      cause: `invitation:${id}`,
      to,
      class: 'message',
      content: submittalMail({
        ...offerOf(job),
        firm: name,
        title: job.title,
        employer: job.employer,
        message,
        href: publicUrl + applicationsPath,
      }),
    })
  })
}

async function findPhysician(trx: Db, viewer: Viewer, physician: Ask['physician']) {
  if ('inquiryId' in physician) {
    const [thread] = await findReachable(trx, ownPostings(viewer.id, 'manage'), physician.inquiryId)
    if (!thread?.physicianId) throw new AppError('NOT_FOUND', 'You cannot write to this physician.')
    return { physicianId: thread.physicianId, throughId: thread.jobId, label: thread.name }
  }
  const { postingId, candidateId } = physician
  const seeker = await loadSeeker(trx, viewer, postingId)
  const row = await findCandidate(trx, seeker, candidateId)
  return { physicianId: row.physicianId, throughId: postingId, label: row.name || headlineFor(row) }
}

export async function listSubmittals(
  db: Db,
  viewer: Viewer,
): Promise<ResponseOf<'GET /api/submittals'>> {
  const firm = await queries.findFirm(db, viewer.id)
  const [rows, people, clients] = await Promise.all([
    queries.findSubmittals(db, ownPostings(viewer.id)),
    findReachable(db, ownPostings(viewer.id, 'manage')),
    firm ? queries.findClientPostings(db, viewer.id, firm) : [],
  ])
  const submittals = await Promise.all(
    rows.map(async (row) => {
      const { id, label, title, employer, sentAt } = row
      const state = await stateOf(db, row)
      return { id, label, title, employer, sentAt: sentAt.toISOString(), state }
    }),
  )
  return {
    submittals,
    clients,
    people: people.map(({ id, name, jobTitle }) => ({ id, name, jobTitle })),
  }
}

async function stateOf(db: Db, row: queries.SubmittalRow): Promise<Submittal['state']> {
  if (row.isDeclined) return 'declined'
  if (row.isKnown) return 'known'
  if (row.isAccepted) return row.isWithdrawn ? 'withdrawn' : (row.decision ?? 'presented')
  const [invitation] = await findInvitations(db, row.physicianId, row.id)
  return invitation?.isOpen ? 'asked' : 'ended'
}

type Asked = Record<'firm' | 'title' | 'employer' | 'pay' | 'terms' | 'message' | 'href', string>

/** To a physician whom a firm would like to present to a client. */
export const submittalMail = ({
  firm,
  title,
  employer,
  pay,
  terms,
  message,
  href,
}: Asked): MailContent =>
  mailOf({
    subject: `${firm} asks to present you to ${employer}`,
    body: [
      `${firm} would write this about you:`,
      { kind: 'quote', text: message },
      {
        kind: 'facts',
        items: [
          { term: 'Employer', value: employer },
          { term: 'Posting', value: title },
          { term: 'Pay', value: pay },
          { term: 'Terms', value: terms },
        ].filter(({ value }) => value !== ''),
      },
      `${employer} learns nothing about you unless you consent within ${askedDays} days. With your consent they get your name and these words, and you can withdraw at any time.`,
    ],
    button: ['Answer the firm', href],
    reason: `You get this email because you wrote to ${firm}, or let search firms find you, on ${site.name}.`,
  })
