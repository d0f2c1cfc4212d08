import { isUnavailable, type Db } from '#platform/server/database.ts'
import type { Log } from '#platform/server/http/app-base.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { percolate, stageJobs, storedSearchVersion, storeSearch } from '#features/jobs/server/public.ts'
import * as queries from './queries-matching.ts'
import { chunksOf, sendDigestsTask } from './digests.ts'
import { criteriaOf } from './links.ts'

const jobsAtOnce = 1_000
const alertsAtOnce = 5_000
const storedAtOnce = 500
/** Stored searches are refreshed daily, because the vocabulary grows. */
const storedForMs = 86_400_000

export type Matching = { now: Date; stopping?: AbortSignal | undefined; log?: Pick<Log, 'error'> | undefined }

/**
 * Matches every active alert against every newly public job, and stores the matches. The same transaction marks the job as
 * matched, so each job is matched once, and enqueues the mails of instant alerts. An alert that cannot be matched is set aside.
 * @throws the reason of `stopping` when it is aborted.
 */
export async function matchArrivals(db: Db, matching: Matching): Promise<void> {
  while (await restoreSearches(db, { version: storedSearchVersion }, matching)) {
    // A search stored by another version would match wrong jobs.
    matching.stopping?.throwIfAborted()
  }
  await restoreSearches(db, { before: new Date(matching.now.getTime() - storedForMs) }, matching)
  while (await db.transaction().execute((trx) => matchSome(trx, matching))) {}
}

async function restoreSearches(db: Db, than: { version: string } | { before: Date }, matching: Matching): Promise<boolean> {
  const outdated = await queries.findOutdated(db, than, storedAtOnce)
  const restored = []
  for (const { id, search, stored } of outdated) {
    try {
      restored.push({ id, stored: (await storeSearch(db, criteriaOf(search), stored)).search })
    } catch (error) {
      if (isUnavailable(error)) throw error
      // If this fails, too, it is not the alert's fault.
      await storeSearch(db, { keyword: 'cardiology' })
      await setAside(db, id, error, matching)
    }
  }
  await queries.updateStored(db, restored, storedSearchVersion, matching.now)
  return outdated.length > 0
}

async function setAside(db: Db, alertId: string, error: unknown, { now, log }: Matching): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  log?.error({ alertId, reason }, 'a job alert cannot be matched, and is set aside')
  await queries.setAlertAside(db, alertId, reason, storedSearchVersion, now)
}

async function matchSome(transaction: Db, matching: Matching): Promise<boolean> {
  const arrived = await queries.takeArrivals(transaction, jobsAtOnce)
  if (arrived.length === 0) return false
  const jobs = new Set(await stageJobs(transaction, arrived))
  await queries.markMatched(transaction, [...jobs])
  await queries.forgetArrivals(
    transaction,
    arrived.filter((it) => !jobs.has(it)),
  )
  if (jobs.size > 0) await matchAlerts(transaction, matching)
  return true
}

async function matchAlerts(transaction: Db, matching: Matching): Promise<void> {
  for await (const alerts of queries.activeAlerts(transaction, alertsAtOnce)) {
    // The rest of a large batch is matched after the restart.
    matching.stopping?.throwIfAborted()
    const matches = await matchesOf(transaction, alerts, matching)
    await queries.insertMatches(transaction, matches)
    const matched = new Set(matches.map((match) => match.alertId))
    const instant = alerts.filter((alert) => alert.frequency === 'instant' && matched.has(alert.id))
    for (const alertIds of chunksOf(instant)) await enqueueTask(transaction, sendDigestsTask, { alertIds })
  }
}

/** All are asked in one statement; if it fails, halves of them, down to the alerts that make it fail. */
async function matchesOf(transaction: Db, alerts: readonly queries.ActiveAlert[], matching: Matching): Promise<queries.Match[]> {
  const searches = alerts.map((alert) => alert.stored)
  const attempt = await queries.trySavepoint(transaction, () => percolate(transaction, searches))
  if ('done' in attempt) return attempt.done.map(({ index, jobId }) => ({ alertId: alerts[index]?.id ?? '', jobId }))
  const [only, ...others] = alerts
  if (only && others.length === 0) {
    // If it fails without any search, that is not the alert's fault.
    await percolate(transaction, [])
    await setAside(transaction, only.id, attempt.error, matching)
    return []
  }
  const half = Math.ceil(alerts.length / 2)
  return [
    ...(await matchesOf(transaction, alerts.slice(0, half), matching)),
    ...(await matchesOf(transaction, alerts.slice(half), matching)),
  ]
}
