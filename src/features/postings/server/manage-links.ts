import { randomUUIDv7 } from 'node:crypto'
import { findUser, hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { placeText } from '#features/jobs/display.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { mailOf, type MailContent, type MailListItem } from '#platform/server/mail/content.ts'
import { isWaiting } from '#platform/server/mail/gathering.ts'
import { constantTimeResponse, enqueueMail } from '#platform/server/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { managePostingPath } from '#shared/paths.ts'
import type { ManagedPosting, PostingDetail, PostingSummary } from '../contract.ts'
import { type Links, mailNewManageLink, mayQuote } from './mails.ts'
import { confirmLink, deleteManageLinks, insertLink, isContactConfirmed } from './queries-forms.ts'
import * as queries from './queries.ts'
import { foundBy, managedBy, ownPostings, postedWith } from './scope.ts'
import { getPosting, viewOf } from './service-changes.ts'
import { columnsOfAccount, requirePoster } from './service.ts'
import { applyTransition } from './transitions.ts'
import { summaryOf } from './views.ts'

/** What a call says of the posting of a manage link. */
export async function managed(db: Db, answer: Promise<PostingDetail>): Promise<ManagedPosting> {
  const posting = await answer
  return {
    posting,
    contactConfirmed: await isContactConfirmed(db, posting.id),
  }
}

/** The link was mailed to the contact address, so who has it reads that mailbox. */
export async function confirmManagedContact(db: Db, token: string): Promise<PostingDetail> {
  const posting = await getPosting(db, managedBy(token), null)
  await confirmLink(db, hashSecret(token))
  return posting
}

/** Ends every link to the posting, also this one, and mails a new one to the contact address. */
export const revokeManageLinks = (db: Db, links: Links, token: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const posting = await queries.lockPosting(trx, managedBy(token), null)
    await mailNewManageLink(trx, links, posting)
  })

/**
 * Anybody can ask, for any address: the answer and its time tell nothing, and links of before go on
 * working.
 */
export const mailManageLinks = (db: Db, links: Links, email: string): Promise<void> =>
  constantTimeResponse(() =>
    inTransaction(db, async (trx) => {
      const list = { q: '', status: 'all', sort: 'updated', page: 1, limit: maxLinks } as const
      const postings = await queries.listPostings(trx, postedWith(email), list)
      await mailLinksAgain(
        trx,
        links,
        email,
        postings.filter((posting) => posting.status !== 'rejected'),
      )
    }),
  )

/** All links of an address in one mail; of several that wait only the newest does. */
async function mailLinksAgain(
  trx: Db,
  { publicUrl }: Links,
  to: string,
  postings: readonly JobRow[],
) {
  const cause = `posting-links:${to}:`
  // One that waits has links that work.
  if (postings.length === 0 || (await isWaiting(trx, cause))) return
  const items = []
  for (const posting of postings) {
    const token = newSecret()
    await insertLink(trx, hashSecret(token), posting.id, 'manage')
    const isQuoted = await mayQuote(trx, posting)
    const reference = referenceCode(posting.id)
    const lines = isQuoted ? [`${posting.employer}, ${placeText(posting)}`, reference] : []
    items.push({
      title: isQuoted ? posting.title : reference,
      href: publicUrl + managePostingPath(token),
      lines,
    })
  }
  const mail = { to, class: 'request', sensitive: true, content: manageLinksMail(items) } as const
  await enqueueMail(trx, { cause: cause + randomUUIDv7(), ...mail })
}

export const manageLinksMail = (items: readonly MailListItem[]): MailContent =>
  mailOf({
    subject: items.length === 1 ? 'The link to your job posting' : 'The links to your job postings',
    body: [
      'Someone, probably you, asked for the links to the postings with this address and without ' +
        'an account. Earlier links still work.',
      { kind: 'list', items },
    ],
    note:
      'Do not share a link: anyone with it can change the posting. If you did not ask, ignore ' +
      'this email.',
    reason: `You get this email because someone posted a job on ${site.name} with this address.`,
  })

const maxLinks = 50

/** The link proves the posting; the verified address proves its author. */
export async function claimPosting(db: Db, viewer: Viewer, token: string): Promise<PostingDetail> {
  return inTransaction(db, async (trx) => {
    const posting = await queries.lockPosting(trx, managedBy(token), null)
    if (viewer.email === null || viewer.email !== posting.contact_email)
      throw new AppError(
        'CONFLICT',
        `Please sign in with ${posting.contact_email} to claim this posting.`,
      )
    if (!viewer.emailVerified)
      throw new AppError(
        'CONFLICT',
        'Please confirm your email address before you claim the posting.',
      )
    return take(trx, viewer, posting)
  })
}

/** What was posted with the address that the account has proved since, and before it signed in. */
export async function listFoundPostings(db: Db, viewer: Viewer): Promise<PostingSummary[]> {
  const list = { q: '', status: 'all', sort: 'created', page: 1, limit: maxLinks } as const
  return (await queries.listPostings(db, foundBy(viewer), list)).map((posting) =>
    summaryOf(posting, undefined),
  )
}

export const claimFoundPosting = (db: Db, viewer: Viewer, id: string): Promise<PostingDetail> =>
  inTransaction(db, async (trx) =>
    take(trx, viewer, await queries.lockPosting(trx, foundBy(viewer), id)),
  )

/** A posting goes into the account, as it is. */
async function take(trx: Db, viewer: Viewer, posting: JobRow): Promise<PostingDetail> {
  const account = await findUser(trx, viewer.id)
  if (!account) throw new AppError('FORBIDDEN')
  await requirePoster(trx, viewer.id)
  const { owner_id, user_type } = columnsOfAccount(account)
  const columns = { owner_id, user_type }
  const claimed = await applyTransition(trx, {
    posting,
    action: 'claim',
    actor: 'owner',
    actorId: viewer.id,
    columns,
  })
  await deleteManageLinks(trx, posting.id)
  return viewOf(trx, ownPostings(viewer.id), claimed.posting)
}
