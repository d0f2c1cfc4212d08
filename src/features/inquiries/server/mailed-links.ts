import { hashSecret } from '#features/accounts/server/public.ts'
import { confirmContact, contactOf } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { parseAddress } from '#platform/server/mail/content.ts'
import { type Secrets, readSignedToken, signedToken } from '#platform/server/secret.ts'
import { AppError } from '#shared/errors.ts'
import { mailedInquiryPath, withQuery } from '#shared/paths.ts'
import type { Side } from '../model.ts'
import * as queries from './queries.ts'
import { addBlock } from './reach.ts'

/** Links of mails to one inquiry, for those who have no account. */

export type Links = { publicUrl: string; secrets: Secrets }

const purpose = 'mailed-inquiry'

/**
 * Names the address, so that the link ends when the posting gets another one. `change`: the version
 * of the interview that its mail has.
 */
export const mailedLink = (
  secrets: Secrets,
  inquiryId: string,
  reader: Side,
  address: string,
  change?: number,
): string =>
  withQuery(mailedInquiryPath, {
    token: signedToken(secrets, purpose, `${inquiryId} ${reader} ${markOf(address)}`),
    reader,
    ...(change !== undefined && { change: String(change) }),
  })

const markOf = (address: string) => hashSecret(address.toLowerCase()).toString('base64url')

/**
 * What a mailed link is about. A press leads here, because mail scanners follow links: whoever
 * presses reads the mailbox, so the address counts as confirmed for this inquiry or posting.
 */
export async function findMailed(trx: Db, { secrets }: Pick<Links, 'secrets'>, token: string) {
  const [id = '', reads, mark] = readSignedToken(secrets, purpose, token)?.split(' ') ?? []
  const reader: Side = reads === 'sender' ? 'sender' : 'poster'
  const inquiry = id === '' ? undefined : await queries.lockInquiry(trx, id)
  const contact = inquiry && (await contactOf(trx, inquiry.job_id, { anyStatus: true }))
  const address = reader === 'sender' ? inquiry?.email : parseAddress(contact?.email ?? '')?.address
  const isOpen = reader === 'sender' || (inquiry?.reach.posterReads && inquiry.reach.posterMailed)
  if (!inquiry || !isOpen || !contact || address === undefined || markOf(address) !== mark)
    throw new AppError(
      'NOT_FOUND',
      'This link no longer works: the inquiry was withdrawn, or the posting has another address.',
    )
  if (reader === 'poster' && !contact.isProved) await confirmContact(trx, inquiry.job_id)
  if (reader === 'poster' || inquiry.proof !== 'none') return { reader, contact, inquiry }
  await queries.updateInquiry(trx, id, { proof: 'link' })
  // Whoever says to have written it is who was blocked for it.
  if (inquiry.reach.isBlockedByEmployer)
    await addBlock(trx, { ...inquiry, proof: 'link' }, 'poster')
  return { reader, contact, inquiry: (await queries.lockInquiry(trx, id)) ?? inquiry }
}
