import { type User, findUser, hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { placeText, postingDayText } from '#features/jobs/display.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { type Gather, type MailBlock, mailOf } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import {
  employerDashboardPath,
  employerPostingPath,
  jobPath,
  managePostingPath,
} from '#shared/paths.ts'
import {
  type OwnPolicy,
  type PostingPeriods,
  decisionMailSeconds,
  holdSentence,
  reviewHours,
} from '../model.ts'
import { endManageLinks, insertLink, isContactConfirmed } from './queries-forms.ts'
import { isSuspended } from './queries-holds.ts'
import { wasAccepted } from './queries-moderation.ts'

/** The base of absolute links. */
export type Links = { publicUrl: string }

type ToPoster = OwnPolicy & { user: User | undefined }

export const mailConfirmation = (
  trx: Db,
  links: Links,
  posting: JobRow,
  { policy, hold, user }: ToPoster,
) =>
  mailPoster(trx, links, posting, user, {
    cause: `posting-confirmed:${posting.id}`,
    isReceipt: true,
    several: { many: 'confirmations of job postings' },
    heading: policy === 'immediate' ? 'Your job posting is live' : 'We received your job posting',
    opening: postedTexts({ policy, hold }, 'it', 'it is'),
    closing: (about) => [
      ...manage()(about),
      ...(policy === 'immediate' ? [closingNote(posting)] : []),
    ],
  })

export async function mailSeveralPosted(
  trx: Db,
  { publicUrl }: Links,
  postings: readonly JobRow[],
  { user, ...policy }: ToPoster,
): Promise<void> {
  const [first] = postings
  if (!first || !user?.email) return
  const count = postings.length
  const content = mailOf({
    subject:
      policy.policy === 'immediate'
        ? `${count} job postings are live`
        : `We received ${count} job postings`,
    body: postedTexts(policy, 'them', 'each is'),
    button: ['Open your dashboard', publicUrl + employerDashboardPath],
    reason: `You get this email because you posted these jobs on ${site.name}.`,
  })
  await enqueueMail(trx, { cause: `postings-confirmed:${first.id}`, to: user.email, content })
}

/** What happens next to one posting ('it') or several ('them'). */
const postedTexts = ({ policy, hold }: OwnPolicy, what: string, each: string) => [
  policy === 'immediate'
    ? `Physicians can see ${what} now. A moderator will read ${what} within 24 hours. We will ` +
      'email you only if something is wrong.'
    : `A moderator will review and publish ${what} within ${reviewHours} hours. We will email ` +
      `you when ${each} live.`,
  ...(hold === null ? [] : [holdSentence(hold)]),
]

export const inAMinute = (from = new Date()): Date =>
  new Date(from.getTime() + decisionMailSeconds * 1000)

/** To the poster who has ended all links. */
export const mailNewManageLink = (trx: Db, links: Links, posting: JobRow): Promise<void> =>
  mailOwner(trx, links, posting, {
    cause: `posting-link:${posting.id}:${Date.now()}`,
    heading: 'Your new link',
    subject: 'New link to your job posting',
    opening: ['Earlier links to your posting no longer work. Please use this one.'],
    olderLinksEndAt: new Date(),
  })

/** Once per period; those of one run leave as one mail. */
export const mailExpiring = (
  trx: Db,
  links: Links,
  posting: JobRow,
  { days, now }: PostingPeriods & { now?: Date },
) =>
  mailOwner(trx, links, posting, {
    cause: `posting-expiring:${periodOf(posting)}`,
    sendAfter: inAMinute(now),
    several: {
      key: 'expiring',
      many: 'job postings close soon',
      lines: [`Closes on ${lastDayOf(posting)}`],
    },
    heading: 'Your job posting closes soon',
    opening: [
      `It closes on ${lastDayOf(posting)}. If the job is still open, renew the posting for ` +
        `another ${days} days.`,
    ],
    closing: manage('Renew or close the posting'),
  })

export const mailExpired = (
  trx: Db,
  links: Links,
  posting: JobRow,
  { days, now }: PostingPeriods & { now?: Date },
) =>
  mailOwner(trx, links, posting, {
    cause: `posting-expired:${periodOf(posting)}`,
    sendAfter: inAMinute(now),
    several: {
      key: 'expired',
      many: 'job postings have closed',
      ...(posting.owner_id !== null && { intro: outcomeQuestion }),
    },
    heading: 'Your job posting has closed',
    opening: [
      'Physicians can no longer see it. If the job is still open, renew the posting for another ' +
        `${days} days.`,
      ...(posting.owner_id === null ? [] : [outcomeQuestion]),
    ],
    closing: manage('Open the posting'),
  })

const outcomeQuestion =
  'If not, say on its page whether it was filled here, filled elsewhere, or is no longer ' +
  'offered. Those who applied can get an answer with it.'

const lastDayOf = ({ state, expires_at }: JobRow) =>
  expires_at ? postingDayText(expires_at, state) : ''

const periodOf = ({ id, expires_at }: JobRow) => `${id}:${expires_at?.toISOString() ?? ''}`

export const closingNote = (posting: JobRow): MailBlock => ({
  kind: 'note',
  text:
    posting.expires_at === null
      ? 'It stays open until you close it.'
      : `It closes on ${lastDayOf(posting)} unless you renew it.`,
})

/**
 * The public page exists once the posting is live; authors without an account get a manage link.
 */
type About = { jobUrl: string; manageUrl: string; isManageLink: boolean }

/** The link to manage the posting. */
export const manage =
  (label = 'Manage your posting') =>
  ({ manageUrl, isManageLink }: About): MailBlock[] => [
    { kind: 'button', label, href: manageUrl },
    ...(isManageLink ? [linkNote] : []),
  ]

const linkNote: MailBlock = {
  kind: 'note',
  text:
    'With this link you can edit, deactivate, renew or delete the posting, or move it into an ' +
    'account. Do not share it: anyone with the link can do the same.',
}

/**
 * The posting's facts stand between opening and closing. The subject, by default the heading, ends
 * with the posting's title, or its reference where the title is not quoted.
 */
export type Mail = {
  cause: string
  /** Anyone can cause it, for any address. */
  isReceipt?: true
  /** A decision. */
  passes?: true
  /** Several of them in one mail: each has a line with the posting's title. */
  several?: Pick<Gather, 'key' | 'many' | 'intro'> & { lines?: readonly string[] }
  heading: string
  subject?: string
  preview?: string
  opening: readonly (string | MailBlock)[]
  /** Default: the link to manage the posting. */
  closing?: (about: About) => readonly MailBlock[]
  sendAfter?: Date
  olderLinksEndAt?: Date
}

/** Somebody who is suspended gets only the notice of that. */
export async function mailOwner(trx: Db, links: Links, posting: JobRow, mail: Mail): Promise<void> {
  if (posting.owner_id !== null && (await isSuspended(trx, posting.owner_id))) return
  const user = posting.owner_id === null ? undefined : await findUser(trx, posting.owner_id)
  await mailPoster(trx, links, posting, user, mail)
}

async function mailPoster(
  trx: Db,
  { publicUrl }: Links,
  posting: JobRow,
  user: User | undefined,
  mail: Mail,
) {
  const to = user?.email ?? posting.contact_email
  // Imports have no poster.
  if (posting.channel === 'import' || !to) return
  const { cause, heading, subject = heading, preview, opening, closing = manage() } = mail
  const isProved = user
    ? user.email_verified_at !== null
    : await isContactConfirmed(trx, posting.id)
  const isQuoted = isProved || (await mayQuote(trx, posting))
  const isManageLink = !user
  const managePath = isManageLink
    ? managePostingPath(await newManageToken(trx, posting.id, mail.olderLinksEndAt))
    : employerPostingPath(posting.id)
  const about = {
    jobUrl: publicUrl + jobPath(posting.id),
    manageUrl: publicUrl + managePath,
    isManageLink,
  }
  const reference = referenceCode(posting.id)
  const facts = [
    ...(isQuoted
      ? [
          { term: 'Job', value: posting.title },
          { term: 'Employer', value: posting.employer },
          { term: 'Location', value: placeText(posting) },
        ]
      : []),
    { term: 'Reference', value: reference },
  ]
  const { lines: more = [heading], ...several } = mail.several ?? {
    many: 'emails about job postings',
  }
  await enqueueMail(trx, {
    cause,
    to,
    class: isProved ? 'notice' : mail.isReceipt ? 'request' : 'message',
    passes: mail.passes,
    sensitive: isManageLink,
    content: mailOf({
      subject: `${subject}: ${isQuoted ? posting.title : reference}`,
      ...(preview !== undefined && { preview }),
      heading,
      body: [...opening, { kind: 'facts', items: facts }, ...closing(about)],
      reason: isManageLink
        ? `You get this email because someone posted this job on ${site.name} with this address.`
        : `You get this email because you posted this job on ${site.name}.`,
      gather: {
        ...several,
        line: {
          title: isQuoted ? posting.title : `The posting ${reference}`,
          href: about.manageUrl,
          lines: [...(isQuoted ? [`${posting.employer}, ${placeText(posting)}`] : []), ...more],
        },
        ...(!isManageLink && {
          more: { label: 'Open your dashboard', href: publicUrl + employerDashboardPath },
        }),
      },
    }),
    ...(mail.sendAfter && { sendAfter: mail.sendAfter }),
  })
}

/**
 * Anyone can post anything with any address, so only what a moderator has accepted is quoted to one
 * that nobody has proved.
 */
export const mayQuote = async (trx: Db, { id }: JobRow): Promise<boolean> =>
  (await isContactConfirmed(trx, id)) || (await wasAccepted(trx, id))

/** Long enough for the newer mail to arrive, or to be found undeliverable. */
const overlapMs = 24 * 60 * 60_000

/**
 * Each mail about a posting has its own token. Those of earlier mails end a day later, so that a
 * forwarded mail does not open it for good.
 */
async function newManageToken(
  trx: Db,
  jobId: string,
  olderEndAt = new Date(Date.now() + overlapMs),
) {
  await endManageLinks(trx, jobId, olderEndAt)
  const token = newSecret()
  await insertLink(trx, hashSecret(token), jobId, 'manage')
  return token
}
