import { findSuspended } from '#features/accounts/server/public.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { findJobSummaries } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { enqueueMails } from '#server/lib/mail/outbox.ts'
import type { MailMessage } from '#server/lib/mail/outbox.ts'
import { enqueueTask } from '#server/lib/tasks/enqueue.ts'
import { digestMail } from './emails/digest-mail.ts'
import { labelOf, resultsPath } from './criteria.ts'
import { manageLink, stopLink } from './links.ts'
import type { LinkSettings } from './links.ts'
import { furthest, nextRun } from './next-run.ts'
import { bringBack, countMails, findRhythms, lockActiveAlerts, passOn, takeMatches } from './queries-digests.ts'
import { chunksOf, sendDigestsTask } from './send-digests-task.ts'
import type { AlertRow } from './tables.ts'

/**
 * Enqueues the mails of the daily and weekly alerts whose time has come. Their next time is reckoned from now and set in the
 * same transaction: a clock that was put forward makes them due once, and one that was put back does not make them due again.
 * @throws the reason of `stopping`, once that is so.
 */
export async function enqueueDigests(db: Db, now: Date, stopping?: AbortSignal): Promise<void> {
  for (const rhythm of await findRhythms(db)) {
    stopping?.throwIfAborted()
    const next = nextRun(rhythm, now)
    await bringBack(db, rhythm, new Date(now.getTime() + furthest(rhythm.frequency)), next)
    await db.transaction().execute(async (transaction) => {
      const ids = await passOn(transaction, rhythm, now, next)
      for (const alertIds of chunksOf(ids)) await enqueueTask(transaction, sendDigestsTask, { alertIds })
    })
  }
}

/** Mails what waits for these alerts, and takes it out of the queue in the same transaction: however often this runs, a job is mailed once. */
export async function sendDigests(db: Db, links: LinkSettings, alertIds: readonly string[], now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const alerts = await withoutSuspended(transaction, await lockActiveAlerts(transaction, alertIds))
    const waiting = await takeMatches(transaction, alertIds)
    const jobIds = new Set(alerts.flatMap((it) => waiting.get(it.id) ?? []))
    const jobs = new Map((await findJobSummaries(transaction, [...jobIds])).map((job) => [job.id, job]))
    // What was taken down in between is news to nobody.
    const news = alerts.map((alert) => ({ alert, found: (waiting.get(alert.id) ?? []).flatMap((id) => jobs.get(id) ?? []) }))
    const mailed = news.filter(({ found }) => found.length > 0)
    await enqueueMails(
      transaction,
      mailed.map(({ alert, found }) => digestOf(links, alert, found)),
    )
    await countMails(
      transaction,
      mailed.map(({ alert }) => alert.id),
      now,
    )
  })
}

/** Alerts of a suspended account rest; what came meanwhile is not made up for. */
async function withoutSuspended(transaction: Db, alerts: AlertRow[]): Promise<AlertRow[]> {
  const owners = alerts.flatMap((it) => it.user_id ?? [])
  const suspended = await findSuspended(transaction, owners)
  return alerts.filter((it) => it.user_id === null || !suspended.has(it.user_id))
}

function digestOf(links: LinkSettings, alert: AlertRow, jobs: JobSummary[]): MailMessage {
  return {
    cause: `alert-digest:${alert.id}:${alert.mails_sent + 1}`,
    to: alert.email,
    unsubscribe: { oneClickUrl: stopLink(links, alert.id) },
    content: digestMail({
      jobs: jobs.toSorted((one, other) => (one.postedAt < other.postedAt ? 1 : -1)),
      label: labelOf(alert.search),
      frequency: alert.frequency,
      publicUrl: links.publicUrl,
      resultsUrl: links.publicUrl + resultsPath(alert.search),
      manageUrl: manageLink(links, alert.email),
    }),
  }
}
