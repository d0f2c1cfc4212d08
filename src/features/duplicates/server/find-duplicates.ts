import { refreshFingerprints } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { compareJobs, deletePairsOfClosedJobs, takeDue, takeIfDue } from './queries-compare.ts'

const refreshedAtOnce = 1000
const comparedAtOnce = 100

/**
 * Compares every job that came or changed with the others. All fingerprints are made, and committed, before the first one is looked
 * up: of two workers that compare two jobs at the same time, at least one sees the other's. Once it is told to stop, what is left
 * waits for the next time.
 */
export async function findDuplicates(db: Db, stopping?: AbortSignal): Promise<void> {
  const isOver = () => stopping?.aborted ?? false
  while (!isOver() && (await refreshFingerprints(db, { limit: refreshedAtOnce })) > 0) {
    // One thousand after another.
  }
  while (!isOver() && (await compareSome(db, (trx) => takeDue(trx, comparedAtOnce)))) {
    // Each hundred in a transaction of its own: what is done stays done.
  }
  await deletePairsOfClosedJobs(db)
}

/** The same for one job that somebody has just posted: it does not wait behind an import. */
export async function findDuplicatesOf(db: Db, jobId: string): Promise<void> {
  await refreshFingerprints(db, { jobId })
  await compareSome(db, (trx) => takeIfDue(trx, jobId))
}

/** A job is marked as compared in the transaction that stores its pairs, so a crash loses no comparison. */
async function compareSome(db: Db, take: (trx: Db) => Promise<string[]>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const jobIds = await take(trx)
    if (jobIds.length > 0) await compareJobs(trx, jobIds)
    return jobIds.length > 0
  })
}
