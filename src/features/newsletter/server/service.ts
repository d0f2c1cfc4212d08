import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/lib/database.ts'
import type { FooterResult } from '../model.ts'
import { deleteSubscriber, insertSubscriber } from './queries.ts'
import { subscriberOf } from './unsubscribe-link.ts'
import type { LinkSettings } from './unsubscribe-link.ts'

export async function subscribe(db: Db, email: string): Promise<{ success: true; alreadySubscribed: boolean }> {
  return { success: true, alreadySubscribed: !(await insertSubscriber(db, { id: randomUUIDv7(), email })) }
}

/** What there is to tell; an address that is none has been left out. */
export async function subscribeFromFooter(db: Db, email: string | undefined): Promise<FooterResult> {
  if (email === undefined) return 'invalidEmail'
  const { alreadySubscribed } = await subscribe(db, email)
  return alreadySubscribed ? 'alreadySubscribed' : 'subscribed'
}

export async function unsubscribe(db: Db, email: string): Promise<{ ok: true }> {
  await deleteSubscriber(db, { email })
  return { ok: true }
}

/** Who has left already is told the same: mail programs repeat their call. */
export async function unsubscribeOneClick(db: Db, links: LinkSettings, token: string): Promise<{ ok: true }> {
  const id = subscriberOf(links, token)
  if (id === undefined) throw new AppError('NOT_FOUND', 'This link is not complete. Please copy it whole from the mail.')
  await deleteSubscriber(db, { id })
  return { ok: true }
}
