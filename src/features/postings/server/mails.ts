import { findUser } from '#features/accounts/server/public.ts'
import type { User } from '#features/accounts/server/public.ts'
import { placeText } from '#features/jobs/display.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { MailContent } from '#server/lib/mail/content.ts'
import { enqueueMail, withdrawMail } from '#server/lib/mail/outbox.ts'
import { employerDashboardPath, employerPostingPath, jobPath, managePostingPath } from '#shared/paths.ts'
import { decisionMailSeconds } from '../model.ts'
import type { PostingPeriods, PublishingPolicy } from '../model.ts'
import * as mails from './emails/posting-mails.ts'
import { newManageToken } from './links.ts'

/** Who is told what about a posting; always in the transaction of what it tells. */

/** For links that leave the site. */
export type Links = { publicUrl: string }

type Poster = { to: string; isAuthor: boolean }

export async function mailConfirmation(
  trx: Db,
  links: Links,
  posting: JobRow,
  { policy, user }: { policy: PublishingPolicy; user: User | undefined },
): Promise<void> {
  await mailPoster(trx, links, posting, posterOf(posting, user), {
    cause: `posting-confirmed:${posting.id}`,
    content: (about) => mails.confirmationMail(about, policy),
  })
}

/** For all rows of a file. */
export async function mailSeveralPosted(
  trx: Db,
  { publicUrl }: Links,
  postings: readonly JobRow[],
  { policy, user }: { policy: PublishingPolicy; user: User | undefined },
): Promise<void> {
  const [first] = postings
  if (!first || !user?.email) return
  const content = mails.severalPostedMail(postings.length, policy, `${publicUrl}${employerDashboardPath}`)
  await enqueueMail(trx, { cause: `postings-confirmed:${first.id}`, to: user.email, content })
}

type Told = { /** The event in the posting's history that it tells of. */ eventId: string }

export const mailApproved = (trx: Db, links: Links, posting: JobRow, { eventId, corrected }: Told & { corrected: string[] }) =>
  mailDecided(trx, links, posting, { eventId, content: (about) => mails.approvedMail(about, corrected) })

export const mailRejected = (trx: Db, links: Links, posting: JobRow, { eventId, reason }: Told & { reason: string }) =>
  mailDecided(trx, links, posting, { eventId, content: (about) => mails.rejectedMail(about, reason) })

export const mailRemoved = (trx: Db, links: Links, posting: JobRow, { eventId, reason }: Told & { reason: string }) =>
  mailDecided(trx, links, posting, { eventId, content: (about) => mails.removedMail(about, reason) })

/** Waits a moment: whoever decided by mistake takes it back, and nobody has heard of it. */
const mailDecided = (trx: Db, links: Links, posting: JobRow, { eventId, content }: Told & Pick<Mail, 'content'>) =>
  mailOwner(trx, links, posting, {
    cause: decisionCause(eventId),
    content,
    sendAfter: new Date(Date.now() + decisionMailSeconds * 1000),
  })

const decisionCause = (eventId: string): string => `posting-decided:${eventId}`

/** Only to those who had heard of what was taken back. */
export async function mailUndone(
  trx: Db,
  links: Links,
  posting: JobRow,
  { eventId, undoneId }: Told & { undoneId: string },
): Promise<void> {
  if ((await withdrawMail(trx, decisionCause(eventId))) !== 'sent') return
  await mailOwner(trx, links, posting, {
    cause: `posting-undone:${undoneId}`,
    content: (about) => mails.undoneMail(about, posting.status),
  })
}

export const mailCorrected = (trx: Db, links: Links, posting: JobRow, corrected: string[]) =>
  mailOwner(trx, links, posting, {
    cause: `posting-corrected:${posting.id}:${posting.updated_at.toISOString()}`,
    content: (about) => mails.correctedMail(about, corrected),
  })

/** To whoever posted the one that went. */
export const mailMerged = (trx: Db, links: Links, kept: JobRow, gone: JobRow) =>
  mailOwner(trx, links, kept, { cause: `posting-merged:${gone.id}`, content: (about) => mails.mergedMail(about, gone.title) })

/** Once for each period that a posting is live. */
export const mailExpiring = (trx: Db, links: Links, posting: JobRow, periods: PostingPeriods) =>
  mailOwner(trx, links, posting, {
    cause: `posting-expiring:${periodOf(posting)}`,
    content: (about) => mails.expiringMail(about, periods),
  })

export const mailExpired = (trx: Db, links: Links, posting: JobRow, periods: PostingPeriods) =>
  mailOwner(trx, links, posting, {
    cause: `posting-expired:${periodOf(posting)}`,
    content: (about) => mails.expiredMail(about, periods),
  })

const periodOf = ({ id, expires_at }: JobRow): string => `${id}:${expires_at?.toISOString() ?? ''}`

type Mail = { cause: string; content: (about: mails.About) => MailContent; sendAfter?: Date }

async function mailOwner(trx: Db, links: Links, posting: JobRow, mail: Mail): Promise<void> {
  const user = posting.owner_id === null ? undefined : await findUser(trx, posting.owner_id)
  await mailPoster(trx, links, posting, posterOf(posting, user), mail)
}

/** Nobody posted an import, so nobody is told. */
function posterOf({ channel, contact_email }: JobRow, user: User | undefined): Poster | undefined {
  if (channel === 'import') return undefined
  const to = user?.email ?? contact_email
  return to ? { to, isAuthor: !user } : undefined
}

async function mailPoster(
  trx: Db,
  { publicUrl }: Links,
  posting: JobRow,
  poster: Poster | undefined,
  { cause, content, sendAfter }: Mail,
): Promise<void> {
  if (!poster) return
  const managePath = poster.isAuthor ? managePostingPath(await newManageToken(trx, posting.id)) : employerPostingPath(posting.id)
  const about = {
    title: posting.title,
    company: posting.employer,
    place: placeText(posting),
    referenceId: referenceCode(posting.id),
    jobUrl: `${publicUrl}${jobPath(posting.id)}`,
    manageUrl: `${publicUrl}${managePath}`,
    isManageLink: poster.isAuthor,
    expiresAt: posting.expires_at,
  }
  await enqueueMail(trx, {
    cause,
    to: poster.to,
    sensitive: poster.isAuthor,
    content: content(about),
    ...(sendAfter && { sendAfter }),
  })
}
