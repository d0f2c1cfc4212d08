import type { Db } from '#server/lib/database.ts'
import { enqueueTask } from '#server/lib/tasks/queue.ts'
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
/** Words that no job had when an alert was made are known a day later. */
const storedForMs = 86_400_000

/**
 * Matches every active alert against every job that has become public, and stores the matches. A job is marked as matched in
 * the same transaction, so each is matched once; instant alerts' mails are enqueued there, too.
 * @throws the reason of `stopping`, once that is so.
 */
export async function matchArrivals(db: Db, now: Date, stopping?: AbortSignal): Promise<void> {
  while (await restoreSearches(db, { version: storedSearchVersion }, now)) {
    // Searches stored by another version match nothing, or the wrong jobs.
    stopping?.throwIfAborted()
  }
  await restoreSearches(db, { before: new Date(now.getTime() - storedForMs) }, now)
  while (await db.transaction().execute((trx) => matchSome(trx, stopping))) {
    // One thousand jobs after another.
  }
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
    // A large batch takes a while: it is matched again after the restart.
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
