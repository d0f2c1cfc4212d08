import { moveArrival } from '#features/alerts/server/public.ts'
import { moveFavorites } from '#features/favorites/server/public.ts'
import { moveKeys } from '#features/imports/server/public.ts'
import { moveInquiries } from '#features/inquiries/server/public.ts'
import { moveInsights } from '#features/insights/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { lockPostings, mergePostings } from '#features/postings/server/public.ts'
import type { Links } from '#features/postings/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { retryDeadlocks } from '#server/lib/retry-deadlocks.ts'
import { AppError } from '#shared/errors.ts'
import type { DetailGroup } from '../model.ts'
import { mergedDetails } from './merged-details.ts'
import { compareSoon } from './compare-posting-task.ts'
import { findPair, inheritDismissals, insertMerge, markDue, markMerged } from './queries-merge.ts'

type Merge = { pairId: string; takeFromOther: readonly DetailGroup[]; actorId: string; ip: string }

/**
 * Makes one job of two, all of it or nothing: the older id stays, everything that belongs to the other job moves there, and the other
 * one's addresses lead there from then on.
 * @throws {AppError} NOT_FOUND, or CONFLICT with what is in the way.
 */
export async function mergeDuplicates(db: Db, links: Links, merge: Merge): Promise<{ keptId: string; referenceId: string }> {
  const keptId = await retryDeadlocks(() => db.transaction().execute((trx) => mergePair(trx, links, merge)))
  return { keptId, referenceId: referenceCode(keptId) }
}

async function mergePair(trx: Db, links: Links, { pairId, takeFromOther, actorId, ip }: Merge): Promise<string> {
  const pair = await findPair(trx, pairId)
  if (!pair) throw new AppError('NOT_FOUND', 'This pair is not in the list any more.')
  // The jobs before the pair, as everything else that changes them takes its locks.
  const [kept, other] = await lockPostings(trx, [pair.job_a, pair.job_b])
  if (!kept || !other || !(await markMerged(trx, pairId, actorId)))
    throw new AppError('CONFLICT', 'This pair has been decided in the meantime.')

  // Before the jobs change: an older job that goes live only now must not be mailed as a new one.
  const move = { from: other.id, to: kept.id }
  await moveArrival(trx, move)
  await moveFavorites(trx, move)
  await moveInquiries(trx, { ...move, actorId })
  await moveInsights(trx, move)
  await moveKeys(trx, other.id, kept.id)
  await mergePostings(trx, links, { kept, other, columns: mergedDetails(kept, other, takeFromOther), actorId })
  await inheritDismissals(trx, other.id, kept.id)
  // It has taken the other one's place among their likes.
  await markDue(trx, kept.id)
  await compareSoon(trx, kept.id)
  await insertMerge(trx, { otherId: other.id, keptId: kept.id, mergedBy: actorId })
  await recordAudit(trx, {
    action: 'duplicates.merged',
    actorId,
    ip,
    subject: `job:${kept.id}`,
    detail: { merged: other.id, takeFromOther },
  })
  return kept.id
}
