import type { Db } from '#platform/server/database.ts'
import { enqueueTask } from '#platform/server/tasks/queue.ts'
import { percolate, stageJobs, storedSearchVersion, storeSearch } from '#features/jobs/server/public.ts'
import { criteriaOf } from './criteria.ts'
import {
  activeAlerts,
  findOutdated,
  forgetArrivals,
  insertMatches,
  markMatched,
  takeArrivals,
  updateStored,
} from './queries-matching.ts'
import { chunksOf, sendDigestsTask } from './digests.ts'

const jobsAtOnce = 1_000
const alertsAtOnce = 5_000
const storedAtOnce = 500
/** Stored searches are refreshed daily, because the vocabulary grows. */
const storedForMs = 86_400_000

/**
 * Matches every active alert against every newly public job, and stores the matches. The same transaction marks the job as
 * matched, so each job is matched once, and enqueues the mails of instant alerts.
 * @throws the reason of `stopping` when it is aborted.
 */
export async function matchArrivals(db: Db, now: Date, stopping?: AbortSignal): Promise<void> {
  while (await restoreSearches(db, { version: storedSearchVersion }, now)) {
    // A search stored by another version would match wrong jobs.
    stopping?.throwIfAborted()
  }
  await restoreSearches(db, { before: new Date(now.getTime() - storedForMs) }, now)
  while (await db.transaction().execute((trx) => matchSome(trx, stopping))) {}
}

async function restoreSearches(db: Db, than: { version: string } | { before: Date }, now: Date): Promise<boolean> {
  const outdated = await findOutdated(db, than, storedAtOnce)
  const restored = []
  for (const { id, search } of outdated) restored.push({ id, stored: (await storeSearch(db, criteriaOf(search))).search })
  await updateStored(db, restored, storedSearchVersion, now)
  return outdated.length > 0
}

async function matchSome(transaction: Db, stopping: AbortSignal | undefined): Promise<boolean> {
  const arrived = await takeArrivals(transaction, jobsAtOnce)
  if (arrived.length === 0) return false
  const jobs = new Set(await stageJobs(transaction, arrived))
  await markMatched(transaction, [...jobs])
  await forgetArrivals(
    transaction,
    arrived.filter((it) => !jobs.has(it)),
  )
  if (jobs.size > 0) await matchAlerts(transaction, stopping)
  return true
}

async function matchAlerts(transaction: Db, stopping: AbortSignal | undefined): Promise<void> {
  for await (const alerts of activeAlerts(transaction, alertsAtOnce)) {
    // The rest of a large batch is matched after the restart.
    stopping?.throwIfAborted()
    const hits = await percolate(
      transaction,
      alerts.map((it) => it.stored),
    )
    const matches = hits.flatMap(({ index, jobId }) => ({ alertId: alerts[index]?.id ?? '', jobId }))
    await insertMatches(transaction, matches)
    const matched = new Set(matches.map((it) => it.alertId))
    const instant = alerts.filter((it) => it.frequency === 'instant' && matched.has(it.id)).map((it) => it.id)
    for (const alertIds of chunksOf(instant)) await enqueueTask(transaction, sendDigestsTask, { alertIds })
  }
}
