import { randomUUIDv7 } from 'node:crypto'
import { site } from '#features/site/config.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { constantTimeResponse, enqueueMail } from '#platform/server/mail/outbox.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { readSignedToken, signedToken, type Secrets } from '#platform/server/secret.ts'
import { AppError } from '#shared/errors.ts'
import { newsletterPath, unsubscribePath, withQuery } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import { confirmSubscriber, deleteSubscriber, insertSubscriber } from './queries.ts'

/** Says nothing about whether the address is subscribed: neither in words nor by taking longer. */
export async function subscribe(
  db: Db,
  links: LinkSettings,
  email: string,
): Promise<{ success: true; alreadySubscribed: false }> {
  await constantTimeResponse(() =>
    inTransaction(db, async (trx) => {
      const { id, confirmed } = await insertSubscriber(trx, { id: randomUUIDv7(), email })
      if (confirmed) return
      const today = new Date().toISOString().slice(0, 10)
      const href =
        links.publicUrl +
        withQuery(newsletterPath, { token: signedToken(links.secrets, confirmation, id) })
      await enqueueMail(trx, {
        cause: `newsletter-confirm:${id}:${today}`,
        to: email,
        class: 'request',
        // Tomorrow there is another one for who asks again.
        expiresAt: new Date(Date.now() + 24 * 60 * 60_000),
        content: confirmMail(href),
      })
    }),
  )
  return { success: true, alreadySubscribed: false }
}

export const confirmMail = (href: string): MailContent =>
  mailOf({
    subject: `Confirm your subscription to the ${site.name} newsletter`,
    preview: 'We send the newsletter only after you confirm.',
    heading: 'Confirm your subscription',
    body: ['Someone, probably you, signed up for our newsletter with this address.'],
    button: ['Confirm subscription', href],
    note: 'If it was not you, ignore this email. We will not send the newsletter.',
    reason: `You get this email because someone entered this address on ${site.name}.`,
  })

/** Succeeds again for a subscription that is confirmed. */
export async function confirmSubscription(
  db: Db,
  { secrets }: LinkSettings,
  token: string,
): Promise<{ ok: true }> {
  const id = readSignedToken(secrets, confirmation, token)
  if (id === undefined || !(await confirmSubscriber(db, id)))
    throw new AppError(
      'NOT_FOUND',
      'This link is incomplete, or the address was unsubscribed. Please subscribe again.',
    )
  return { ok: true }
}

const confirmation = 'newsletter.confirm'

/** Idempotent, because mail programs repeat the call. */
export async function unsubscribeOneClick(
  db: Db,
  links: LinkSettings,
  token: string,
): Promise<{ ok: true }> {
  const id = readSignedToken(links.secrets, purpose, token)
  if (id === undefined)
    throw new AppError(
      'NOT_FOUND',
      'This link is incomplete. Please copy the whole link from the email.',
    )
  await deleteSubscriber(db, { id })
  return { ok: true }
}

export type LinkSettings = { publicUrl: string; secrets: Secrets }

const purpose = 'newsletter.unsubscribe'

/** A subscriber's links: the page, and the target of `List-Unsubscribe` (RFC 8058). */
export function unsubscribeLinks({ publicUrl, secrets }: LinkSettings, subscriberId: string) {
  const token = signedToken(secrets, purpose, subscriberId)
  return {
    page: publicUrl + withQuery(unsubscribePath, { token }),
    oneClick: publicUrl + withQuery(contract.unsubscribeOneClick.path, { token }),
  }
}
