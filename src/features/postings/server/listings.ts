import type { Db } from '#server/lib/database.ts'
import { lockListed, lockUnlisted } from './queries-listings.ts'
import { applyTransitionToAll } from './transitions.ts'

/** What becomes of imported jobs when their source lists them no longer, or again. */

const bySource = { actor: 'source', actorId: null } as const

export type Closed = {
  /** Were live. */
  closed: string[]
  /** Were waiting for a moderator; should they come back, they are new. */
  withdrawn: string[]
}

/** Closes those of these jobs that are imported, and live or waiting. */
export async function closeUnlisted(trx: Db, ids: readonly string[], reason: string): Promise<Closed> {
  const postings = await lockUnlisted(trx, ids)
  const live = postings.filter((it) => it.status === 'active')
  const waiting = postings.filter((it) => it.status === 'pending')
  await applyTransitionToAll(trx, live, { ...bySource, action: 'unlist', reason })
  await applyTransitionToAll(trx, waiting, { ...bySource, action: 'withdraw', reason })
  return { closed: live.map((it) => it.id), withdrawn: waiting.map((it) => it.id) }
}

/** Opens those of these jobs that were closed so, and tells how many. */
export async function reopenListed(trx: Db, ids: readonly string[]): Promise<number> {
  const postings = await lockListed(trx, ids, new Date())
  if (postings.length > 0) await applyTransitionToAll(trx, postings, { ...bySource, action: 'relist' })
  return postings.length
}
