import type { JobRow } from '#features/jobs/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import { lockListed, lockUnlisted } from './queries-followed.ts'
import { byClock, bySource } from './scope.ts'
import { closedAtSource, tellSavers } from './savers.ts'
import { applyTransitionToAll, moveAll } from './transitions.ts'

/** Imported jobs that their source no longer lists, or lists again. */

export type Closed = {
  /** Were active. */
  closed: string[]
  /** Were pending; if they return, they are new jobs. */
  withdrawn: string[]
}

/** A careers page closes and reopens what follows it, and no other source does. */
const isOf =
  (page: string | undefined) =>
  ({ follows_page: follows, source }: JobRow) =>
    page === undefined ? !follows : follows && source === page

/**
 * Closes those jobs that are imported, and active or pending; for a careers page those that follow
 * it.
 */
export async function closeUnlisted(
  trx: Db,
  ids: readonly string[],
  reason: string,
  page?: string,
): Promise<Closed> {
  const postings = (await lockUnlisted(trx, ids)).filter(isOf(page))
  const live = postings.filter((posting) => posting.status === 'active')
  const waiting = postings.filter((posting) => posting.status === 'pending')
  await applyTransitionToAll(trx, live, { ...bySource, action: 'unlist', reason })
  await applyTransitionToAll(trx, waiting, { ...bySource, action: 'withdraw', reason })
  await tellClosed(trx, live)
  return {
    closed: live.map((posting) => posting.id),
    withdrawn: waiting.map((posting) => posting.id),
  }
}

const tellClosed = (trx: Db, live: readonly JobRow[]) =>
  tellSavers(
    trx,
    idsOf(live).map((jobId) => ({ jobId, change: closedAtSource })),
  )

/**
 * Closes those jobs that are imported and active, because their apply link is dead.
 * @returns their number.
 */
export async function closeUnlinked(
  trx: Db,
  ids: readonly string[],
  reason: string,
): Promise<number> {
  const live = (await lockUnlisted(trx, ids)).filter(
    (posting) => posting.status === 'active' && !posting.follows_page,
  )
  await tellClosed(trx, live)
  return moveAll(trx, live, { action: 'unlink', ...byClock, reason })
}

/**
 * Reopens jobs that `closeUnlisted` closed, or that had come to an end which their source has moved
 * since.
 * @returns their number.
 */
export const reopenListed = async (
  trx: Db,
  ids: readonly string[],
  page?: string,
): Promise<number> =>
  moveAll(trx, (await lockListed(trx, ids, new Date())).filter(isOf(page)), {
    ...bySource,
    action: 'relist',
  })
