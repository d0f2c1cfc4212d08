import { z } from 'zod'
import { findSuspended } from '#features/accounts/server/public.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { countText, placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { findJobSummaries } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import { inChunks, type Db } from '#platform/server/database.ts'
import type { MailContent, MailListItem } from '#platform/server/mail/content.ts'
import { enqueueMails, type MailMessage } from '#platform/server/mail/outbox.ts'
import { enqueueTask } from '#platform/server/tasks/queue.ts'
import { defineTask } from '#platform/server/tasks/task.ts'
import { jobPath } from '#shared/paths.ts'
import type { Frequency } from '../model.ts'
import { labelOf, manageLink, resultsPath, stopLink, type LinkSettings } from './links.ts'
import { furthest, nextRun } from './next-run.ts'
import { bringBack, countMails, findRhythms, lockActiveAlerts, passOn, takeMatches } from './queries-matching.ts'
import type { AlertRow } from './tables.ts'

/**
 * Enqueues the mails of due daily and weekly alerts. Their next time is computed from now in the same transaction: a clock put
 * forward makes them due once, and a clock put back does not make them due again.
 * @throws the reason of `stopping` when it is aborted.
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

/** Mails the waiting matches of these alerts and deletes them in the same transaction, so that a job is mailed once. */
export async function sendDigests(db: Db, links: LinkSettings, alertIds: readonly string[], now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const alerts = await withoutSuspended(transaction, await lockActiveAlerts(transaction, alertIds))
    const waiting = await takeMatches(transaction, alertIds)
    const jobIds = new Set(alerts.flatMap((it) => waiting.get(it.id) ?? []))
    const jobs = new Map((await findJobSummaries(transaction, [...jobIds])).map((job) => [job.id, job]))
    // Jobs removed meanwhile are not mailed.
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

/** Alerts of suspended accounts rest; jobs of that time are not mailed later. */
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

type Digest = {
  jobs: readonly JobSummary[]
  label: string
  frequency: Frequency
  publicUrl: string
  resultsUrl: string
  manageUrl: string
}

/** Mail programs cut off longer mails. */
const maxShown = 20
const rhythms: Record<Frequency, string> = { instant: 'as soon as a job appears', daily: 'once a day', weekly: 'once a week' }

export function digestMail({ jobs, label, frequency, publicUrl, resultsUrl, manageUrl }: Digest): MailContent {
  const count = countText(jobs.length).replace(' ', ' new ')
  const more = jobs.length - maxShown
  return {
    subject: `${count}: ${label}`,
    preview: jobs
      .slice(0, 3)
      .map((it) => it.title)
      .join(' · '),
    blocks: [
      { kind: 'heading', text: count },
      { kind: 'text', text: label },
      { kind: 'list', items: jobs.slice(0, maxShown).map((job) => itemOf(job, publicUrl)) },
      ...(more > 0 ? [{ kind: 'text' as const, text: `And ${countText(more).replace(' ', ' more ')}.` }] : []),
      { kind: 'button', label: 'See all jobs for this search', href: resultsUrl },
      {
        kind: 'list',
        items: [
          { title: 'Your job alerts', href: manageUrl, lines: ['Change how often we email you, pause alerts or delete them.'] },
        ],
      },
    ],
    reason: `You get this email because you have a job alert on ${site.name}. We email you ${rhythms[frequency]}.`,
  }
}

/** One job is an item of many mails. */
const items = new WeakMap<JobSummary, MailListItem>()

function itemOf(job: JobSummary, publicUrl: string): MailListItem {
  const item = items.get(job) ?? {
    title: job.title,
    href: publicUrl + jobPath(job.id),
    lines: [`${job.employer} · ${placeText(job)}`, payText(job) ?? 'Pay not stated'],
  }
  items.set(job, item)
  return item
}

const alertsPerTask = 500

/** Mails the waiting matches of these alerts: all or, on an error, none. */
export const sendDigestsTask = defineTask({
  name: 'send-digests',
  schema: z.object({ alertIds: z.array(z.uuid()) }),
  timeoutSeconds: 600,
  atOnce: 2,
})

export const chunksOf = (alertIds: readonly string[]): string[][] => inChunks(alertIds, alertsPerTask)
