import type { JobStatus } from '#features/jobs/model.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { PostingDetail } from '../contract.ts'
import {
  countPostings,
  findPostingsOf,
  forgetContacts,
  lockListed,
  lockLive,
  lockPostingsOf,
  lockSuspended,
  lockUnlisted,
} from './queries.ts'
import { ownPostings } from './scope.ts'
import { applyTransitionToAll, type Change } from './transitions.ts'
import { countsByStatus, detailOf } from './views.ts'

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

/** Closes those of these jobs that are imported and live, because their apply link is dead. @returns how many. */
export async function closeUnlinked(trx: Db, ids: readonly string[], reason: string): Promise<number> {
  const live = (await lockUnlisted(trx, ids)).filter((it) => it.status === 'active')
  await applyTransitionToAll(trx, live, { action: 'unlink', actor: 'clock', actorId: null, reason })
  return live.length
}

/** Opens those of these jobs that were closed so. @returns how many. */
export async function reopenListed(trx: Db, ids: readonly string[]): Promise<number> {
  const postings = await lockListed(trx, ids, new Date())
  await applyTransitionToAll(trx, postings, { ...bySource, action: 'relist' })
  return postings.length
}

/** What the administration of accounts asks of their postings, within its own transaction. */

/** Hides what is live. @returns how many that were. */
export async function suspendPostingsOf(trx: Db, ownerId: string, actorId: string): Promise<number> {
  const postings = await lockLive(trx, ownerId)
  await applyTransitionToAll(trx, postings, { action: 'suspend', actor: 'administrator', actorId })
  return postings.length
}

/** Shows again what the suspension hid, and nothing else. @returns how many that were. */
export async function reinstatePostingsOf(trx: Db, ownerId: string, actorId: string): Promise<number> {
  const postings = await lockSuspended(trx, ownerId)
  await applyTransitionToAll(trx, postings, { action: 'reinstate', actor: 'administrator', actorId })
  return postings.length
}

/** How many postings of an account have each status. */
export const countPostingsOf = async (db: Db, ownerId: string): Promise<Record<JobStatus, number>> =>
  countsByStatus(await countPostings(db, ownPostings(ownerId), { q: '', status: 'all' }))

/** For people who want to see all that we store about them. */
export const exportPostings = async (db: Db, { id }: Pick<Viewer, 'id'>): Promise<PostingDetail[]> =>
  (await findPostingsOf(db, id)).map((posting) => detailOf(posting, null)).toReversed()

/** Removes all postings of an account that is going, and where inquiries about them went. */
export async function removePostingsOf(
  trx: Db,
  { id }: Pick<Viewer, 'id'>,
  by: Pick<Change, 'actor' | 'actorId'> = { actor: 'owner', actorId: id },
): Promise<void> {
  await applyTransitionToAll(trx, await lockPostingsOf(trx, id), { action: 'remove', ...by })
  await forgetContacts(trx, id)
}
