import { loadPosting, lockPosting, ownPostings } from '#features/postings/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { Links } from './mailed-links.ts'
import type { Inquiries } from './notices.ts'
import * as stageQueries from './queries-stages.ts'
import { whenTold, placeAll, closeAll } from './stages.ts'

export async function getOutcome(db: Db, viewer: Viewer, jobId: string) {
  const { id } = await loadPosting(db, ownPostings(viewer.id), jobId)
  const [outcome, open] = await Promise.all([
    stageQueries.findOutcome(db, id),
    stageQueries.countOpenOf(db, ownPostings(viewer.id), id),
  ])
  return { outcome, open }
}

/**
 * Stores what became of a posting. The poster may close its open applications with it; their senders
 * hear of that as of each rejection.
 */
export async function setOutcome(
  inquiries: Inquiries,
  viewer: Viewer,
  jobId: string,
  { outcome, closesOpen }: BodyOf<'PUT /api/job-postings/:id/outcome'>,
): Promise<number> {
  return inTransaction(inquiries.db, async (trx) => {
    // A colleague who opens the posting at the same time undoes all closings or none.
    const { id, status } = await lockPosting(trx, ownPostings(viewer.id, 'manage'), jobId)
    // A page that was opened before may still ask.
    if (status === 'active') throw new AppError('CONFLICT', 'This posting is open again.')
    await stageQueries.upsertOutcome(trx, id, outcome, viewer.id)
    const open = closesOpen ? await stageQueries.lockOpenOf(trx, id) : []
    const reason = outcome === 'withdrawn' ? 'gone' : 'filled'
    const toldAt = whenTold()
    for (const inquiry of open)
      await closeAll(trx, inquiries, inquiry, {
        reason,
        toldAt,
        actorId: viewer.id,
        withPosting: true,
      })
    return open.length
  })
}

/**
 * Its poster has opened a posting again: what its outcome closed stands where it stood, and nobody
 * hears of it.
 * @returns how many people's.
 */
export async function takeBackOutcome(
  trx: Db,
  links: Links,
  jobId: string,
  actorId: string | null,
) {
  const waiting = await stageQueries.lockClosedWith(trx, jobId)
  for (const inquiry of waiting) {
    const stage = await stageQueries.findStageBefore(trx, inquiry.id)
    const placing = { stage, reason: null, toldAt: whenTold(), actorId }
    await placeAll(trx, links, [inquiry], placing)
  }
  return new Set(waiting.map(({ id, person }) => person ?? id)).size
}
