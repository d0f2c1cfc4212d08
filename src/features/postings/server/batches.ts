import type { JobStatus } from '#features/jobs/model.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { PostingDetail } from '../contract.ts'
import type { PostingChanges } from '../schemas.ts'
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
import { deleteWaitingEditsOf, findWaitingEdits } from './queries-edits.ts'
import { ownPostings } from './scope.ts'
import { applyTransitionToAll, type Change } from './transitions.ts'
import { countsByStatus, detailOf } from './views.ts'

/** Imported jobs that their source no longer lists, or lists again. */

const bySource = { actor: 'source', actorId: null } as const

export type Closed = {
  /** Were active. */
  closed: string[]
  /** Were pending; if they return, they are new jobs. */
  withdrawn: string[]
}

/** Closes those jobs that are imported, and active or pending. */
export async function closeUnlisted(trx: Db, ids: readonly string[], reason: string): Promise<Closed> {
  const postings = await lockUnlisted(trx, ids)
  const live = postings.filter((it) => it.status === 'active')
  const waiting = postings.filter((it) => it.status === 'pending')
  await applyTransitionToAll(trx, live, { ...bySource, action: 'unlist', reason })
  await applyTransitionToAll(trx, waiting, { ...bySource, action: 'withdraw', reason })
  return { closed: live.map((it) => it.id), withdrawn: waiting.map((it) => it.id) }
}

/**
 * Closes those jobs that are imported and active, because their apply link is dead.
 * @returns their number.
 */
export async function closeUnlinked(trx: Db, ids: readonly string[], reason: string): Promise<number> {
  const live = (await lockUnlisted(trx, ids)).filter((it) => it.status === 'active')
  await applyTransitionToAll(trx, live, { action: 'unlink', actor: 'clock', actorId: null, reason })
  return live.length
}

/**
 * Reopens jobs that `closeUnlisted` closed, or that had come to an end which their source has moved since.
 * @returns their number.
 */
export async function reopenListed(trx: Db, ids: readonly string[]): Promise<number> {
  const postings = await lockListed(trx, ids, new Date())
  await applyTransitionToAll(trx, postings, { ...bySource, action: 'relist' })
  return postings.length
}

/**
 * Hides active postings.
 * @returns their number.
 */
export async function suspendPostingsOf(trx: Db, ownerId: string, actorId: string): Promise<number> {
  const postings = await lockLive(trx, ownerId)
  await applyTransitionToAll(trx, postings, { action: 'suspend', actor: 'administrator', actorId })
  return postings.length
}

/**
 * Shows again what the suspension hid.
 * @returns their number.
 */
export async function reinstatePostingsOf(trx: Db, ownerId: string, actorId: string): Promise<number> {
  const postings = await lockSuspended(trx, ownerId)
  await applyTransitionToAll(trx, postings, { action: 'reinstate', actor: 'administrator', actorId })
  return postings.length
}

export const countPostingsOf = async (db: Db, ownerId: string): Promise<Record<JobStatus, number>> =>
  countsByStatus(await countPostings(db, ownPostings(ownerId), { q: '', status: 'all' }))

/** For the export of personal data. */
export async function exportPostings(
  db: Db,
  { id }: Pick<Viewer, 'id'>,
): Promise<(PostingDetail & { changes?: PostingChanges })[]> {
  const postings = await findPostingsOf(db, id)
  const edits = await findWaitingEdits(db, idsOf(postings))
  const exported = postings.map((posting) => {
    const edit = edits.get(posting.id)
    return { ...detailOf(posting, null, edit), ...(edit && { changes: edit.fields }) }
  })
  return exported.toReversed()
}

/** Removes all postings of an account that is being deleted, with their contact addresses. */
export async function removePostingsOf(
  trx: Db,
  { id }: Pick<Viewer, 'id'>,
  by: Pick<Change, 'actor' | 'actorId'> = { actor: 'owner', actorId: id },
): Promise<void> {
  await applyTransitionToAll(trx, await lockPostingsOf(trx, id), { action: 'remove', ...by })
  await deleteWaitingEditsOf(trx, id)
  await forgetContacts(trx, id)
}
