import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#server/lib/database.ts'
import { readSignedToken, signedToken } from '#server/lib/secret.ts'
import { AppError } from '#shared/errors.ts'
import { unsubscribePath, withQuery } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import type { FooterResult } from '../model.ts'
import { deleteSubscriber, insertSubscriber } from './queries.ts'

export async function subscribe(db: Db, email: string): Promise<{ success: true; alreadySubscribed: boolean }> {
  return { success: true, alreadySubscribed: !(await insertSubscriber(db, { id: randomUUIDv7(), email })) }
}

/** `email` is undefined where the form's value was no address. */
export async function subscribeFromFooter(db: Db, email: string | undefined): Promise<FooterResult> {
  if (email === undefined) return 'invalidEmail'
  const { alreadySubscribed } = await subscribe(db, email)
  return alreadySubscribed ? 'alreadySubscribed' : 'subscribed'
}

export async function unsubscribe(db: Db, email: string): Promise<{ ok: true }> {
  await deleteSubscriber(db, { email })
  return { ok: true }
}

/** Succeeds again for an address that has left: mail programs repeat their call. */
export async function unsubscribeOneClick(db: Db, links: LinkSettings, token: string): Promise<{ ok: true }> {
  const id = subscriberOf(links, token)
  if (id === undefined) throw new AppError('NOT_FOUND', 'This link is not complete. Please copy it whole from the mail.')
  await deleteSubscriber(db, { id })
  return { ok: true }
}

export type LinkSettings = { publicUrl: string; secret: string }

const purpose = 'newsletter.unsubscribe'

/** For a newsletter's mail to one subscriber: the page behind its link, and what `List-Unsubscribe` names (RFC 8058). */
export function unsubscribeLinks({ publicUrl, secret }: LinkSettings, subscriberId: string) {
  const token = signedToken(secret, purpose, subscriberId)
  return {
    page: publicUrl + withQuery(unsubscribePath, { token }),
    oneClick: publicUrl + withQuery(contract.unsubscribeOneClick.path, { token }),
  }
}

const subscriberOf = ({ secret }: LinkSettings, token: string): string | undefined => readSignedToken(secret, purpose, token)
