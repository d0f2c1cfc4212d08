import type { Db } from '#server/lib/database.ts'
import { deleteSubscriber, findSubscribersAfter } from './queries.ts'
import type { Subscriber } from './queries.ts'

export type { Subscriber } from './queries.ts'
export { unsubscribeLinks } from './unsubscribe-link.ts'
export type { LinkSettings } from './unsubscribe-link.ts'

const chunk = 1_000

/** Every subscriber, the oldest first, a chunk at a time, so that any number of them passes through little memory. */
export async function* streamSubscribers(db: Db): AsyncGenerator<Subscriber> {
  let last: string | undefined
  for (;;) {
    const subscribers = await findSubscribersAfter(db, last, chunk)
    yield* subscribers
    if (subscribers.length < chunk) return
    last = subscribers.at(-1)?.id
  }
}

/** It is no error if the address was not subscribed. */
export const unsubscribeAddress = (db: Db, email: string): Promise<void> => deleteSubscriber(db, { email })
