import { randomUUIDv7 } from 'node:crypto'
import { hashSecret } from '#features/accounts/server/public.ts'
import { openAttachedCv, type Cvs, type StoredCv } from '#features/cv/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { confirmContact, contactOf } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { parseAddress } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { readSignedToken, signedToken, type Secrets } from '#platform/server/secret.ts'
import { AppError } from '#shared/errors.ts'
import { linkedCvPath, mailedInquiryPath, withQuery } from '#shared/paths.ts'
import type { Side } from '../model.ts'
import { mailedNotice, newCvLinkMail } from './emails/inquiry-mails.ts'
import { addBlock } from './reach.ts'
import { decisionOf, repliesView } from './views.ts'
import * as queries from './queries.ts'
import { findReplies } from './queries-threads.ts'

/** Words of one user reach an address only once it has proved itself. Until then it gets a notice with a link to a page that shows them. */

type Links = { publicUrl: string; secrets: Secrets }
export type Inquiries = Cvs & Links

const purpose = 'mailed-inquiry'

type Notice = {
  inquiryId: string
  jobId: string
  reader: Side
  to: string
  cause: string
  /** Of its sender who was signed in: whoever reads the mailbox is not known to be the account. */
  page?: string | undefined
}

export async function mailNotice(trx: Db, links: Links, { inquiryId, jobId, reader, to, cause, page }: Notice): Promise<void> {
  const href = links.publicUrl + (page ?? mailedLink(links.secrets, inquiryId, reader, to))
  const content = mailedNotice(reader, { reference: referenceCode(jobId), href })
  await enqueueMail(trx, { cause, to, class: 'message', sensitive: true, content })
}

/** Names the address, so that the link ends when the posting gets another one. */
export const mailedLink = (secrets: Secrets, inquiryId: string, reader: Side, address: string): string =>
  withQuery(mailedInquiryPath, { token: signedToken(secrets, purpose, `${inquiryId} ${reader} ${markOf(address)}`), reader })

const markOf = (address: string): string => hashSecret(address.toLowerCase()).toString('base64url')

/**
 * What a mailed link is about. A press leads here, because mail scanners follow links: whoever presses reads the mailbox, so the address
 * counts as confirmed for this inquiry or posting.
 */
export async function findMailed(trx: Db, { secrets }: Pick<Links, 'secrets'>, token: string) {
  const [id = '', reads, mark] = readSignedToken(secrets, purpose, token)?.split(' ') ?? []
  const reader: Side = reads === 'sender' ? 'sender' : 'poster'
  const inquiry = id === '' ? undefined : await queries.lockInquiry(trx, id)
  const contact = inquiry && (await contactOf(trx, inquiry.job_id, { anyStatus: true }))
  const address = reader === 'sender' ? inquiry?.email : parseAddress(contact?.email ?? '')?.address
  const isOpen = reader === 'sender' || (inquiry?.reach.posterReads && inquiry.reach.posterMailed)
  if (!inquiry || !isOpen || !contact || address === undefined || markOf(address) !== mark)
    throw new AppError('NOT_FOUND', 'This link no longer works: the inquiry was withdrawn, or the posting has another address.')
  if (reader === 'poster' && !contact.isProved) await confirmContact(trx, inquiry.job_id)
  if (reader === 'poster' || inquiry.proof !== 'none') return { reader, contact, inquiry }
  await queries.updateInquiry(trx, id, { proof: 'link' })
  // Whoever says to have written it is who was blocked for it.
  if (inquiry.reach.isBlockedByEmployer) await addBlock(trx, { ...inquiry, proof: 'link' }, 'poster')
  return { reader, contact, inquiry: (await queries.lockInquiry(trx, id)) ?? inquiry }
}

/** Shows an inquiry, or its answers, to the holder of a mailed link. */
export const openMailedInquiry = (db: Db, links: Pick<Links, 'secrets'>, token: string) =>
  db.transaction().execute(async (trx) => {
    const { reader, inquiry, contact } = await findMailed(trx, links, token)
    const replies = reader === 'sender' ? await findReplies(trx, [inquiry.id]) : []
    return {
      reader,
      jobTitle: inquiry.job_title,
      employer: contact.company,
      name: inquiry.name,
      email: reader === 'sender' || inquiry.reach.posterSeesAddress ? inquiry.email : null,
      message: inquiry.message,
      sentAt: inquiry.created_at.toISOString(),
      replies: repliesView(replies, inquiry.id),
      canWrite: reader === 'sender' && inquiry.reach.senderWrites && decisionOf(inquiry) !== 'closed',
    }
  })

/** For posters without an account: the mail's link opens the attached CV. */
const cvPurpose = 'attached-cv'
const days = 30

/** The last part makes each link different, because each opens the CV once. */
export const attachedCvLink = (secrets: Secrets, inquiryId: string): string =>
  withQuery(linkedCvPath, {
    token: signedToken(secrets, cvPurpose, `${inquiryId} ${Date.now() + days * 24 * 60 * 60 * 1000} ${randomUUIDv7()}`),
  })

/** The inquiry whose CV a link opens; undefined if the link is invalid. */
function inquiryOfLink(secrets: Secrets, token: string) {
  const subject = readSignedToken(secrets, cvPurpose, token)
  const [id = '', until] = subject?.split(' ') ?? []
  return subject === undefined ? undefined : { id, subject, isExpired: !(Number(until) > Date.now()) }
}

const deadLink = () => new AppError('NOT_FOUND', 'This link no longer works.')

/**
 * Opens a CV by the link of a mail, once. A press of a button leads here, because mail scanners follow links.
 * @throws {AppError}
 */
export async function openLinkedCv(inquiries: Inquiries, token: string, ip: string): Promise<StoredCv> {
  const { db, secrets } = inquiries
  const link = inquiryOfLink(secrets, token)
  const company = link && !link.isExpired && (await queries.findContactedCompany(db, link.id))
  if (!company) throw deadLink()
  return openAttachedCv(inquiries, {
    inquiryId: link.id,
    by: { name: company },
    ip,
    async claim(transaction) {
      if (!(await queries.claimCvLink(transaction, hashSecret(link.subject), link.id)))
        throw new AppError('CONFLICT', 'This link already opened the CV. Please ask for a new link.')
    },
  })
}

/** For a link that was used or has expired. */
export async function renewCvLink(inquiries: Inquiries, token: string): Promise<void> {
  const link = inquiryOfLink(inquiries.secrets, token)
  if (!link) throw deadLink()
  await mailCvLink(inquiries, link.id)
}

/** Mails a new link to the CV to the address of the posting. */
export async function mailCvLink({ db, secrets, publicUrl }: Inquiries, id: string): Promise<void> {
  const posting = await queries.findContactOfCv(db, id)
  const address = parseAddress(posting?.contact_email ?? '')?.address
  if (!posting || !address) throw deadLink()
  await enqueueMail(db, {
    cause: `inquiry-cv:${id}:${randomUUIDv7()}`,
    to: address,
    class: 'message',
    sensitive: true,
    content: newCvLinkMail({ jobTitle: posting.job_title, href: publicUrl + attachedCvLink(secrets, id) }),
  })
}
