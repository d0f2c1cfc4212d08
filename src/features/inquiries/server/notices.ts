import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { hashSecret } from '#features/accounts/server/public.ts'
import { type Cvs, type StoredCv, openAttachedCv } from '#features/cv/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { type PostingContact, ownPostings } from '#features/postings/server/public.ts'
import { site } from '#features/site/config.ts'
import { type Db, idsOf, inTransaction } from '#platform/server/database.ts'
import { harmlessName, parseAddress } from '#platform/server/mail/content.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMail, enqueueMails } from '#platform/server/mail/outbox.ts'
import { type Secrets, readSignedToken, signedToken } from '#platform/server/secret.ts'
import { defineTask, forEachOf } from '#platform/server/tasks/task.ts'
import { AppError } from '#shared/errors.ts'
import {
  applicationsPath,
  inboxPath,
  inquiryPath,
  jobPath,
  linkedCvPath,
  withQuery,
} from '#shared/paths.ts'
import type { Answer, Side } from '../model.ts'
import type { InquiryInput } from '../schemas.ts'
import { findWordCauses } from './queries-retention.ts'
import {
  dailyNoticeMail,
  inquiryMail,
  mailedNotice,
  newCvLinkMail,
  restoredMail,
  takenDownMail,
} from './emails/inquiry-mails.ts'
import { cancelInterviewsAbout } from './interviews.ts'
import { type Links, findMailed, mailedLink } from './mailed-links.ts'
import * as inboxQueries from './queries-inbox.ts'
import * as threadQueries from './queries-threads.ts'
import * as queries from './queries.ts'
import { decisionOf, interviewView, repliesView, titleFor } from './views.ts'
import { recordAction } from './queries-stages.ts'

/**
 * Words of one user reach an address only once it has proved itself. Until then it gets a notice
 * with a link to a page that shows them.
 */

export type Inquiries = Cvs & Links

type Notice = {
  inquiryId: string
  jobId: string
  reader: Side
  to: string
  cause: string
  /** Of its sender who was signed in: whoever reads the mailbox is not known to be the account. */
  page?: string | undefined
}

export async function mailNotice(
  trx: Db,
  links: Links,
  { inquiryId, jobId, reader, to, cause, page }: Notice,
): Promise<void> {
  const href = links.publicUrl + (page ?? mailedLink(links.secrets, inquiryId, reader, to))
  const content = mailedNotice(reader, { reference: referenceCode(jobId), href })
  await enqueueMail(trx, { cause, to, class: 'message', sensitive: true, content })
}

/** Shows an inquiry, or its answers, to the holder of a mailed link. */
export const openMailedInquiry = (db: Db, links: Pick<Links, 'secrets'>, token: string) =>
  inTransaction(db, async (trx) => {
    const { reader, inquiry, contact } = await findMailed(trx, links, token)
    const isSender = reader === 'sender'
    const replies = isSender ? await threadQueries.findReplies(trx, [inquiry.id]) : []
    const interview = isSender ? await threadQueries.findInterview(trx, inquiry.id) : undefined
    return {
      reader,
      jobTitle: inquiry.job_title,
      employer: contact.company,
      name: inquiry.name,
      email: isSender || inquiry.reach.posterSeesAddress ? inquiry.email : null,
      message: inquiry.message,
      sentAt: inquiry.created_at.toISOString(),
      replies: repliesView(replies, inquiry.id),
      interview: interview ? interviewView(interview) : null,
      canWrite:
        reader === 'sender' && inquiry.reach.senderWrites && decisionOf(inquiry) !== 'closed',
    }
  })

type Mailed = {
  id: string
  input: Pick<InquiryInput, 'jobId' | 'name' | 'email' | 'message' | 'attachCv'>
  contact: PostingContact
  isConfirmed: boolean
  answers: Answer[]
  showsEmail: boolean
}

/** Mails an inquiry, or a message that follows it, to the poster. */
export async function mailInquiry(
  trx: Db,
  inquiries: Inquiries,
  id: string,
  inquiry: Mailed,
): Promise<void> {
  const { publicUrl, secrets } = inquiries
  const { input, contact, isConfirmed, answers, showsEmail } = inquiry
  const cause = `inquiry:${inquiry.id}`
  const posterAddress = parseAddress(contact.email ?? '')?.address
  if (posterAddress !== undefined && !contact.isProved) {
    const { jobId } = input
    const notice = { inquiryId: id, jobId, reader: 'poster', to: posterAddress, cause } as const
    return mailNotice(trx, inquiries, notice)
  }
  await enqueueMail(trx, {
    cause,
    // Inquiries about imports without an address go to our team, which passes them on.
    to: posterAddress ?? site.emails.postings,
    class: posterAddress === undefined ? 'own' : 'message',
    ...(showsEmail && {
      replyTo: { name: harmlessName(input.name) || undefined, address: input.email },
    }),
    content: inquiryMail(
      {
        ...input,
        email: showsEmail ? input.email : null,
        answers,
        confirmed: isConfirmed,
        jobTitle: contact.title,
      },
      {
        // Posters without an account get links.
        inbox: contact.ownerId === null ? null : publicUrl + inquiryPath(id),
        inquiries: publicUrl + inboxPath,
        cv:
          contact.ownerId === null && input.attachCv
            ? publicUrl + attachedCvLink(secrets, id)
            : null,
        teamPosting: posterAddress === undefined ? publicUrl + jobPath(input.jobId) : null,
      },
    ),
  })
}

/** For posters without an account: the mail's link opens the attached CV. */
const cvPurpose = 'attached-cv'
const days = 30

/** The last part makes each link different, because each opens the CV once. */
const attachedCvLink = (secrets: Secrets, inquiryId: string) =>
  withQuery(linkedCvPath, {
    token: signedToken(
      secrets,
      cvPurpose,
      `${inquiryId} ${Date.now() + days * 24 * 60 * 60 * 1000} ${randomUUIDv7()}`,
    ),
  })

const deadLink = () => new AppError('NOT_FOUND', 'This link no longer works.')

/** The inquiry whose CV a link opens; undefined if the link is invalid. */
function inquiryOfLink(secrets: Secrets, token: string) {
  const subject = readSignedToken(secrets, cvPurpose, token)
  const [id = '', until] = subject?.split(' ') ?? []
  return subject === undefined
    ? undefined
    : { id, subject, isExpired: !(Number(until) > Date.now()) }
}

/**
 * Opens a CV by the link of a mail, once. A press of a button leads here, because mail scanners
 * follow links.
 * @throws {AppError}
 */
export async function openLinkedCv(
  inquiries: Inquiries,
  token: string,
  ip: string,
): Promise<StoredCv> {
  const { db, secrets } = inquiries
  const link = inquiryOfLink(secrets, token)
  const posting = link && !link.isExpired && (await queries.findPostingOfCv(db, link.id))
  if (!posting) throw deadLink()
  return openAttachedCv(inquiries, {
    inquiryId: link.id,
    by: { name: posting.employer },
    ip,
    async claim(trx) {
      if (!(await queries.claimCvLink(trx, hashSecret(link.subject), link.id)))
        throw new AppError(
          'CONFLICT',
          'This link already opened the CV. Please ask for a new link.',
        )
    },
  })
}

/** Mails a new link to the CV to the address of the posting. */
export async function mailCvLink({ db, secrets, publicUrl }: Inquiries, id: string): Promise<void> {
  const posting = await queries.findPostingOfCv(db, id)
  const address = parseAddress(posting?.contact_email ?? '')?.address
  if (!posting || !address || posting.owner_id !== null) throw deadLink()
  await enqueueMail(db, {
    cause: `inquiry-cv:${id}:${randomUUIDv7()}`,
    to: address,
    class: 'message',
    sensitive: true,
    content: newCvLinkMail({
      jobTitle: posting.job_title,
      href: publicUrl + attachedCvLink(secrets, id),
    }),
  })
}

/**
 * A moderator removed a posting, which ends its poster's reading at once; its applicants are told
 * once that is certain.
 */
export async function endPosting(links: Links & { db: Db }, jobId: string): Promise<void> {
  await cancelInterviewsAbout(links, jobId)
  await inTransaction(links.db, async (trx) => {
    const concerned = (await lockAbout(trx, jobId)).filter(({ reach }) => reach.isTakenDown)
    // What has not left yet does not leave any more.
    for (const cause of await findWordCauses(trx, idsOf(concerned))) await withdrawMail(trx, cause)
    const known = await threadQueries.findToldOfRemoval(trx, idsOf(concerned))
    const inquiries = concerned.filter(({ id }) => !known.has(id))
    await tell(trx, inquiries, 'removed', (jobTitle) =>
      takenDownMail({ jobTitle, href: links.publicUrl + applicationsPath }),
    )
  })
}

/** The moderator took it back. Who had been told is told. */
export async function restorePosting(trx: Db, jobId: string): Promise<void> {
  const inquiries = (await lockAbout(trx, jobId)).filter(({ reach }) => !reach.isTakenDown)
  const known = await threadQueries.findToldOfRemoval(trx, idsOf(inquiries))
  await tell(
    trx,
    inquiries.filter(({ id }) => known.has(id)),
    'restored',
    (jobTitle) => restoredMail({ jobTitle }),
  )
}

const lockAbout = (trx: Db, jobId: string) =>
  inboxQueries.lockInquiries(trx, sql`job_id = ${jobId} and withdrawn_at is null`)

/** One mail for each address. */
async function tell(
  trx: Db,
  inquiries: readonly inboxQueries.LockedInquiry[],
  action: 'removed' | 'restored',
  mail: (jobTitle: string) => ReturnType<typeof restoredMail>,
) {
  for (const { id } of inquiries)
    await recordAction(trx, { inquiry_id: id, actor_id: null, action })
  const reached = new Map(
    inquiries
      .filter(({ reach }) => !reach.isSenderSuspended)
      .map((inquiry) => [inquiry.email, inquiry]),
  )
  const mails = [...reached.values()].map((inquiry) => ({
    cause: `posting-${action}:${inquiry.id}:${randomUUIDv7()}`,
    to: inquiry.email,
    class: 'message' as const,
    content: mail(titleFor(inquiry, inquiry.is_proved)),
  }))
  await enqueueMails(trx, mails)
}

export const sendDailyNoticesTask = defineTask({ name: 'send-daily-notices' })

const almostDayMs = 23 * 60 * 60_000

/** One mail for each account that wants it so, if there is something new. */
export async function sendDailyNotices(
  { db, publicUrl }: Pick<Inquiries, 'db' | 'publicUrl'>,
  now = Date.now(),
): Promise<void> {
  const before = new Date(now - almostDayMs)
  await forEachOf(
    await inboxQueries.findDailyBefore(db, before),
    ({ id: userId, noticed_at: since, email, role }) =>
      inTransaction(db, async (trx) => {
        if (email === null || !(await inboxQueries.markNoticed(trx, userId, before))) return
        const isSender = role === 'physician'
        const count = isSender
          ? await inboxQueries.countAnswered(trx, userId, since)
          : await inboxQueries.countWritten(trx, ownPostings(userId), userId, since)
        if (count === 0) return
        const href = publicUrl + (isSender ? applicationsPath : inboxPath)
        await enqueueMail(trx, {
          cause: `daily-notice:${userId}:${since.toISOString()}`,
          to: email,
          content: dailyNoticeMail({ count, href }),
        })
      }),
  )
}
