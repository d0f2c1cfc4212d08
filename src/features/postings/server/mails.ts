import { findUser } from '#features/accounts/server/public.ts'
import type { User } from '#features/accounts/server/public.ts'
import { placeText } from '#features/jobs/display.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { MailContent } from '#server/lib/mail/content.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { employerDashboardPath, employerPostingPath, jobPath, managePostingPath } from '#shared/paths.ts'
import type { PublishingPolicy } from '../model.ts'
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

export const mailApproved = (trx: Db, links: Links, posting: JobRow) =>
  mailOwner(trx, links, posting, { cause: `posting-approved:${posting.id}`, content: mails.approvedMail })

export const mailRejected = (trx: Db, links: Links, posting: JobRow, reason: string) =>
  mailOwner(trx, links, posting, {
    cause: `posting-rejected:${posting.id}`,
    content: (about) => mails.rejectedMail(about, reason),
  })

export const mailRemoved = (trx: Db, links: Links, posting: JobRow, reason: string) =>
  mailOwner(trx, links, posting, {
    cause: `posting-removed:${posting.id}`,
    content: (about) => mails.removedMail(about, reason),
  })

/** Once for each period that a posting is live. */
export const mailExpiring = (trx: Db, links: Links, posting: JobRow) =>
  mailOwner(trx, links, posting, { cause: `posting-expiring:${periodOf(posting)}`, content: mails.expiringMail })

export const mailExpired = (trx: Db, links: Links, posting: JobRow) =>
  mailOwner(trx, links, posting, { cause: `posting-expired:${periodOf(posting)}`, content: mails.expiredMail })

const periodOf = ({ id, expires_at }: JobRow): string => `${id}:${expires_at?.toISOString() ?? ''}`

type Mail = { cause: string; content: (about: Parameters<typeof mails.approvedMail>[0]) => MailContent }

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
  { cause, content }: Mail,
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
  await enqueueMail(trx, { cause, to: poster.to, sensitive: poster.isAuthor, content: content(about) })
}
