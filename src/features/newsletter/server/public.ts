import type { PersonalData } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { deleteSubscriber, findSubscribersAfter, type Subscriber } from './queries.ts'

export { unconfirmedSubscribers } from './queries.ts'
export type { Subscriber } from './queries.ts'
export { unsubscribeLinks } from './service.ts'

const chunk = 1_000

/** Streams every subscriber in chunks, the oldest first. */
export async function* streamSubscribers(db: Db): AsyncGenerator<Subscriber> {
  let last: string | undefined
  for (;;) {
    const subscribers = await findSubscribersAfter(db, last, chunk)
    yield* subscribers
    if (subscribers.length < chunk) return
    last = subscribers.at(-1)?.id
  }
}

export const newsletterPersonalData: PersonalData = {
  name: 'newsletter',
  eraseAddress: (trx, email) => deleteSubscriber(trx, { email }),
}
