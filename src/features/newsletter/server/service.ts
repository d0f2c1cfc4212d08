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

/** `email` is undefined if the form's value was not an address. */
export async function subscribeFromFooter(db: Db, email: string | undefined): Promise<FooterResult> {
  if (email === undefined) return 'invalidEmail'
  const { alreadySubscribed } = await subscribe(db, email)
  return alreadySubscribed ? 'alreadySubscribed' : 'subscribed'
}

export async function unsubscribe(db: Db, email: string): Promise<{ ok: true }> {
  await deleteSubscriber(db, { email })
  return { ok: true }
}

/** Idempotent, because mail programs repeat the call. */
export async function unsubscribeOneClick(db: Db, links: LinkSettings, token: string): Promise<{ ok: true }> {
  const id = subscriberOf(links, token)
  if (id === undefined) throw new AppError('NOT_FOUND', 'This link is not complete. Please copy it whole from the mail.')
  await deleteSubscriber(db, { id })
  return { ok: true }
}

export type LinkSettings = { publicUrl: string; secret: string }

const purpose = 'newsletter.unsubscribe'

/** A subscriber's links: the page, and the target of `List-Unsubscribe` (RFC 8058). */
export function unsubscribeLinks({ publicUrl, secret }: LinkSettings, subscriberId: string) {
  const token = signedToken(secret, purpose, subscriberId)
  return {
    page: publicUrl + withQuery(unsubscribePath, { token }),
    oneClick: publicUrl + withQuery(contract.unsubscribeOneClick.path, { token }),
  }
}

const subscriberOf = ({ secret }: LinkSettings, token: string): string | undefined => readSignedToken(secret, purpose, token)
