import {
  percolate,
  stageJobs,
  storedSearchVersion,
  storeSearch,
} from '#features/jobs/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { isUnavailable } from '#platform/server/errors.ts'
import type { Log } from '#platform/server/http/app-base.ts'
import {
  enqueueTask,
  defineTask,
  handleTask,
  type TaskContext,
} from '#platform/server/tasks/task.ts'
import { chunksOf, enqueueDigests, sendDigests, sendDigestsTask } from './digests.ts'
import { criteriaOf, type LinkSettings } from './links.ts'
import * as queries from './queries-matching.ts'

const mailNewJobsTask = defineTask({ name: 'mail-new-jobs', timeoutSeconds: 1800, atOnce: 1 })

const dayMs = 86_400_000

type Alerting = { db: Db; links: LinkSettings; log: Pick<Log, 'error'> }

export const alertTasks = ({ db, links, log }: Alerting) => [
  handleTask(
    mailNewJobsTask,
    (_data, context) => mailNewJobs(db, new Date(), { ...context, log }),
    { cron: '* * * * *' },
  ),
  handleTask(sendDigestsTask, ({ alertIds }, context) =>
    sendOrDivide(db, links, alertIds, context),
  ),
]

type Run = Partial<TaskContext & Pick<Alerting, 'log'>>

/**
 * Matches first, so that due mails include all jobs that are public now; if matching fails again
 * and again, mails go without the newest jobs. When the node stops, the rest and the mails wait for
 * the next run.
 */
export async function mailNewJobs(
  db: Db,
  now: Date,
  { stopping, isLastAttempt, log }: Run = {},
): Promise<void> {
  try {
    await matchArrivals(db, { now, stopping, log }).catch(async (error: unknown) => {
      if (isLastAttempt && !stopping?.aborted) await enqueueDigests(db, now, stopping)
      throw error
    })
    await enqueueDigests(db, now, stopping)
  } catch (error) {
    if (!stopping?.aborted) throw error
  }
}

/**
 * If the mails of many alerts fail for good, each is tried alone: one that cannot be made holds
 * nobody's up.
 */
async function sendOrDivide(
  db: Db,
  links: LinkSettings,
  alertIds: string[],
  { isLastAttempt }: TaskContext,
) {
  try {
    await sendDigests(db, links, alertIds, new Date())
  } catch (error) {
    if (!isLastAttempt || alertIds.length === 1) throw error
    await inTransaction(db, async (trx) => {
      for (const id of alertIds) await enqueueTask(trx, sendDigestsTask, { alertIds: [id] })
    })
  }
}

const jobsAtOnce = 1_000
const alertsAtOnce = 5_000
const storedAtOnce = 500

type Matching = {
  now: Date
  stopping?: AbortSignal | undefined
  log?: Pick<Log, 'error'> | undefined
}

/**
 * Matches every active alert against every newly public job, and stores the matches. The same
 * transaction marks the job as matched, so each job is matched once, and enqueues the mails of
 * instant alerts. An alert that cannot be matched is set aside.
 * @throws the reason of `stopping` when it is aborted.
 */
export async function matchArrivals(db: Db, matching: Matching): Promise<void> {
  while (await restoreSearches(db, { version: storedSearchVersion }, matching)) {
    // A search stored by another version would match wrong jobs.
    matching.stopping?.throwIfAborted()
  }
  // Daily, because the vocabulary grows.
  await restoreSearches(db, { before: new Date(matching.now.getTime() - dayMs) }, matching)
  while (await inTransaction(db, (trx) => matchSome(trx, matching))) {}
}

async function restoreSearches(
  db: Db,
  than: { version: string } | { before: Date },
  matching: Matching,
) {
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

async function setAside(db: Db, alertId: string, error: unknown, { now, log }: Matching) {
  const reason = error instanceof Error ? error.message : String(error)
  log?.error({ alertId, reason }, 'a job alert cannot be matched, and is set aside')
  await queries.setAlertAside(db, alertId, reason, storedSearchVersion, now)
}

async function matchSome(trx: Db, matching: Matching) {
  const arrived = await queries.takeArrivals(trx, jobsAtOnce)
  if (arrived.length === 0) return false
  const jobs = new Set(await stageJobs(trx, arrived))
  await queries.markMatched(trx, [...jobs])
  await queries.forgetArrivals(
    trx,
    arrived.filter((id) => !jobs.has(id)),
  )
  if (jobs.size > 0) await matchAlerts(trx, matching)
  return true
}

async function matchAlerts(trx: Db, matching: Matching) {
  for await (const alerts of queries.activeAlerts(trx, alertsAtOnce)) {
    // The rest of a large batch is matched after the restart.
    matching.stopping?.throwIfAborted()
    const matches = await matchesOf(trx, alerts, matching)
    await queries.insertMatches(trx, matches)
    const matched = new Set(matches.map((match) => match.alertId))
    const instant = alerts.filter((alert) => alert.frequency === 'instant' && matched.has(alert.id))
    for (const alertIds of chunksOf(instant)) await enqueueTask(trx, sendDigestsTask, { alertIds })
  }
}

/**
 * All are asked in one statement; if it fails, halves of them, down to the alerts that make it
 * fail.
 */
async function matchesOf(
  trx: Db,
  alerts: readonly queries.ActiveAlert[],
  matching: Matching,
): Promise<queries.Match[]> {
  const searches = alerts.map((alert) => alert.stored)
  const attempt = await queries.trySavepoint(trx, () => percolate(trx, searches))
  if ('done' in attempt)
    return attempt.done.map(({ index, jobId }) => ({ alertId: alerts[index]?.id ?? '', jobId }))
  const [only, ...others] = alerts
  if (only && others.length === 0) {
    // If it fails without any search, that is not the alert's fault.
    await percolate(trx, [])
    await setAside(trx, only.id, attempt.error, matching)
    return []
  }
  const half = Math.ceil(alerts.length / 2)
  return [
    ...(await matchesOf(trx, alerts.slice(0, half), matching)),
    ...(await matchesOf(trx, alerts.slice(half), matching)),
  ]
}
