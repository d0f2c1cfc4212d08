import { sql } from 'kysely'
import type { JobStatus } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
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
  lockPosting,
  lockPostingsOf,
  lockSuspended,
  lockUnlisted,
  updateOwner,
} from './queries.ts'
import { deleteWaitingEditsOf, findWaitingEdits } from './queries-moderation.ts'
import { asModerator, onlyOwnedBy, ownPostings, type By } from './scope.ts'
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
  const live = postings.filter((posting) => posting.status === 'active')
  const waiting = postings.filter((posting) => posting.status === 'pending')
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
  return moveAll(trx, live, { action: 'unlink', actor: 'clock', actorId: null, reason })
}

/**
 * Reopens jobs that `closeUnlisted` closed, or that had come to an end which their source has moved since.
 * @returns their number.
 */
export const reopenListed = async (trx: Db, ids: readonly string[]): Promise<number> =>
  moveAll(trx, await lockListed(trx, ids, new Date()), { ...bySource, action: 'relist' })

const moveAll = async (trx: Db, postings: readonly JobRow[], change: Change): Promise<number> =>
  (await applyTransitionToAll(trx, postings, change)).length

/**
 * Hides active postings.
 * @returns their number.
 */
export const suspendPostingsOf = async (trx: Db, ownerId: string, actorId: string): Promise<number> =>
  moveAll(trx, await lockLive(trx, ownerId), { action: 'suspend', ...asModerator(actorId) })

/**
 * Shows again what the suspension hid.
 * @returns their number.
 */
export const reinstatePostingsOf = async (trx: Db, ownerId: string, actorId: string): Promise<number> =>
  moveAll(trx, await lockSuspended(trx, ownerId), { action: 'reinstate', ...asModerator(actorId) })

export const countPostingsOf = async (db: Db, ownerId: string): Promise<Record<JobStatus, number>> =>
  countsByStatus(await countPostings(db, onlyOwnedBy(ownerId), { q: '', status: 'all' }))

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

/**
 * Hands a posting over to another member, who has been checked.
 * @throws {AppError} NOT_FOUND if the caller does not manage it.
 */
export async function handOver(trx: Db, callerId: string, jobId: string, to: string): Promise<void> {
  const scope = ownPostings(callerId, 'manage')
  const posting = await lockPosting(trx, scope, jobId)
  await applyTransitionToAll(trx, [posting], { action: 'handOver', ...scope.by(posting) })
  await updateOwner(trx, sql`jobs.id = ${jobId}`, to)
}

/** All postings of an account, also removed ones: nothing about them reaches it any more. */
export async function handOverAllOf(trx: Db, from: string, to: string, by: By): Promise<void> {
  await applyTransitionToAll(trx, await lockPostingsOf(trx, from), { action: 'handOver', ...by })
  await updateOwner(trx, sql`jobs.owner_id = ${from}`, to)
}

/** Removes all postings of an account that is being deleted, with their contact addresses. */
export async function removePostingsOf(
  trx: Db,
  { id }: Pick<Viewer, 'id'>,
  by: By = { actor: 'owner', actorId: id },
): Promise<void> {
  await applyTransitionToAll(trx, await lockPostingsOf(trx, id), { action: 'remove', ...by })
  await deleteWaitingEditsOf(trx, id)
  await forgetContacts(trx, id)
}
