import { refreshFingerprints } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { compareJobs, deletePairsOfClosedJobs, takeDue, takeIfDue } from './queries-compare.ts'

const refreshedAtOnce = 1000
const comparedAtOnce = 100

/**
 * Compares every new or changed job with the others. All fingerprints are committed before the first lookup, so that of two
 * workers at least one sees the other's. When aborted, the rest waits for the next run.
 */
export async function findDuplicates(db: Db, stopping?: AbortSignal): Promise<void> {
  const isOver = () => stopping?.aborted ?? false
  while (!isOver() && (await refreshFingerprints(db, { limit: refreshedAtOnce })) > 0) {}
  while (!isOver() && (await compareSome(db, (trx) => takeDue(trx, comparedAtOnce)))) {}
  await deletePairsOfClosedJobs(db)
}

/** The same for a newly posted job, which does not wait for an import. */
export async function findDuplicatesOf(db: Db, jobId: string): Promise<void> {
  await refreshFingerprints(db, { jobId })
  await compareSome(db, (trx) => takeIfDue(trx, jobId))
}

/** A job is marked as compared in the transaction that stores its pairs, so that a crash loses nothing. */
async function compareSome(db: Db, take: (trx: Db) => Promise<string[]>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const jobIds = await take(trx)
    if (jobIds.length > 0) await compareJobs(trx, jobIds)
    return jobIds.length > 0
  })
}
