import { z } from 'zod'
import { findSuspended } from '#features/accounts/server/public.ts'
import { findHidden } from '#features/favorites/server/public.ts'
import type { JobSummary } from '#features/jobs/contract.ts'
import { countText, payNotStated, placeText, payText } from '#features/jobs/display.ts'
import { findJobSummaries } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { MailBlock, MailContent, MailListItem } from '#platform/server/mail/content.ts'
import { enqueueMails, type MailMessage } from '#platform/server/mail/outbox.ts'
import { enqueueTask, defineTask, forEachOf } from '#platform/server/tasks/task.ts'
import { jobPath, markedLink } from '#shared/paths.ts'
import { sendingHour, type Frequency } from '../model.ts'
import { labelOf, linkOf, resultsPath, type LinkSettings } from './links.ts'
import {
  countMails,
  findRhythms,
  lockActiveAlerts,
  passOn,
  takeMatches,
  type Rhythm,
} from './queries-matching.ts'
import type { AlertRow } from './queries.ts'

/**
 * Enqueues the mails of due daily and weekly alerts. Their next time is computed from now in the
 * same transaction: a clock put forward makes them due once, and a clock put back does not make
 * them due again.
 * @throws the reason of `stopping` when it is aborted.
 */
export async function enqueueDigests(db: Db, now: Date, stopping?: AbortSignal): Promise<void> {
  const rhythms = (await findRhythms(db)).map((rhythm) => ({
    ...rhythm,
    id: `${rhythm.frequency} ${rhythm.timeZone}`,
  }))
  const mail = ({ id: _id, ...rhythm }: (typeof rhythms)[number]) =>
    inTransaction(db, async (trx) => {
      const latest = new Date(now.getTime() + furthest(rhythm.frequency))
      const alerts = await passOn(trx, rhythm, { now, latest, next: nextRun(rhythm, now) })
      for (const alertIds of chunksOf(alerts)) await enqueueTask(trx, sendDigestsTask, { alertIds })
    })
  await forEachOf(rhythms, mail, stopping)
}

/**
 * Mails the waiting matches of these alerts, one mail a person, and deletes them in the same
 * transaction, so that a job is mailed once.
 */
export const sendDigests = async (
  db: Db,
  links: LinkSettings,
  alertIds: readonly string[],
  now: Date,
) =>
  inTransaction(db, async (trx) => {
    const alerts = await withoutSuspended(trx, await lockActiveAlerts(trx, alertIds))
    const waiting = await takeMatches(trx, alertIds)
    const jobIds = new Set(alerts.flatMap((alert) => waiting.get(alert.id) ?? []))
    const jobs = new Map((await findJobSummaries(trx, [...jobIds])).map((job) => [job.id, job]))
    const owners = alerts.flatMap((alert) => alert.user_id ?? [])
    const hidden = await findHidden(trx, owners, [...jobs.keys()])
    // Jobs removed or hidden meanwhile are not mailed.
    const news = alerts.map((alert) => ({
      alert,
      jobs: (waiting.get(alert.id) ?? []).flatMap((id) =>
        hidden.has(`${alert.user_id} ${id}`) ? [] : (jobs.get(id) ?? []),
      ),
    }))
    const mailed = news.filter((group) => group.jobs.length > 0)
    const byPerson = Map.groupBy(
      mailed,
      ({ alert: { email, frequency } }) => `${frequency} ${email}`,
    )
    await enqueueMails(
      trx,
      [...byPerson.values()].map((groups) => digestOf(links, groups)),
    )
    await countMails(
      trx,
      mailed.map(({ alert }) => alert.id),
      now,
    )
  })

/** Alerts of suspended accounts rest; jobs of that time are not mailed later. */
async function withoutSuspended(trx: Db, alerts: AlertRow[]): Promise<AlertRow[]> {
  const owners = alerts.flatMap((alert) => alert.user_id ?? [])
  const suspended = await findSuspended(trx, owners)
  return alerts.filter((alert) => alert.user_id === null || !suspended.has(alert.user_id))
}

type Found = { alert: AlertRow; jobs: readonly JobSummary[] }

function digestOf(links: LinkSettings, found: readonly Found[]): MailMessage {
  const [{ alert }, ...others] = found as [Found, ...Found[]]
  const counts = new Map<string, number>()
  return {
    cause: `alert-digest:${alert.id}:${alert.mails_sent + 1}`,
    to: alert.email,
    unsubscribeUrl:
      others.length === 0
        ? linkOf(links, 'stop', alert.id)
        : linkOf(links, 'stop-all', `${alert.frequency} ${alert.email}`),
    content: digestMail({
      groups: withoutRepeats(found).map(({ alert: { search }, jobs }) => ({
        jobs: spread(
          jobs.toSorted((a, b) => (a.postedAt < b.postedAt ? 1 : -1)),
          counts,
        ),
        label: labelOf(search),
        resultsUrl: markedLink(links.publicUrl + resultsPath(search), 'alert'),
      })),
      frequency: alert.frequency,
      publicUrl: links.publicUrl,
      manageUrl: linkOf(links, 'manage', alert.email),
    }),
  }
}

/** A job that several alerts found stands under the first. */
function withoutRepeats(found: readonly Found[]): Found[] {
  const shown = new Set<string>()
  return found.flatMap(({ alert, jobs }) => {
    const unseen = jobs.filter(({ id }) => !shown.has(id))
    for (const { id } of unseen) shown.add(id)
    return unseen.length > 0 ? [{ alert, jobs: unseen }] : []
  })
}

/**
 * An employer with many new jobs does not hide the others: two of each in a mail come first.
 * `counts` those of the groups before.
 */
function spread(jobs: readonly JobSummary[], counts: Map<string, number>) {
  const isEarly = ({ employer }: JobSummary) => {
    counts.set(employer, (counts.get(employer) ?? 0) + 1)
    return (counts.get(employer) ?? 0) <= 2
  }
  const { first = [], later = [] } = Object.groupBy(jobs, (job) =>
    isEarly(job) ? 'first' : 'later',
  )
  return [...first, ...later]
}

type Group = { jobs: readonly JobSummary[]; label: string; resultsUrl: string }
type Digest = {
  groups: readonly Group[]
  frequency: Frequency
  publicUrl: string
  manageUrl: string
}

/** Mail programs cut off longer mails. */
const maxShown = 20
const rhythms: Record<Frequency, string> = {
  instant: 'as soon as a job appears',
  daily: 'once a day',
  weekly: 'once a week',
}

export function digestMail({ groups, frequency, publicUrl, manageUrl }: Digest): MailContent {
  const jobs = groups.flatMap((group) => group.jobs)
  const count = countText(jobs.length).replace(' ', ' new ')
  const alerts = groups.length === 1 ? (groups[0]?.label ?? '') : `your ${groups.length} alerts`
  return {
    subject: `${count}: ${alerts}`,
    preview: jobs
      .slice(0, 3)
      .map(({ title }) => title)
      .join(' · '),
    blocks: [
      { kind: 'heading', text: count },
      ...groups.flatMap((group) =>
        blocksOf(group, Math.max(2, Math.floor(maxShown / groups.length)), publicUrl),
      ),
      {
        kind: 'list',
        items: [
          {
            title: 'Your job alerts',
            href: manageUrl,
            lines: ['Change how often we email you, pause alerts or delete them.'],
          },
        ],
      },
    ],
    reason:
      'You get this email because you have ' +
      `${groups.length === 1 ? 'a job alert' : 'these job alerts'} on ${site.name}. We email you ` +
      `${rhythms[frequency]}.`,
  }
}

/** What one alert found: its heading says why these jobs are in the mail. */
function blocksOf(
  { jobs, label, resultsUrl }: Group,
  most: number,
  publicUrl: string,
): MailBlock[] {
  const more = jobs.length - most
  return [
    { kind: 'text', text: label },
    { kind: 'list', items: jobs.slice(0, most).map((job) => itemOf(job, publicUrl)) },
    ...(more > 0
      ? [{ kind: 'text' as const, text: `And ${countText(more).replace(' ', ' more ')}.` }]
      : []),
    { kind: 'button', label: 'See all jobs for this search', href: resultsUrl },
  ]
}

const itemOf = (job: JobSummary, publicUrl: string): MailListItem => ({
  title: job.title,
  href: markedLink(publicUrl + jobPath(job.id), 'alert'),
  lines: [`${job.employer} · ${placeText(job)}`, payText(job) ?? payNotStated],
})

const alertsPerTask = 500

/** Mails the waiting matches of these alerts: all or, on an error, none. */
export const sendDigestsTask = defineTask({
  name: 'send-digests',
  schema: z.object({ alertIds: z.array(z.uuid()) }),
  timeoutSeconds: 600,
  atOnce: 2,
})

/** The alerts of a person stay together, since they share a mail. */
export function chunksOf(alerts: readonly { id: string; email: string }[]): string[][] {
  const people = [...Map.groupBy(alerts, ({ email }) => email).values()]
  const chunks: string[][] = []
  for (const alertsOfPerson of people) {
    const last = chunks.at(-1)
    if (last && last.length + alertsOfPerson.length <= alertsPerTask)
      last.push(...alertsOfPerson.map(({ id }) => id))
    else chunks.push(alertsOfPerson.map(({ id }) => id))
  }
  return chunks
}

const monday = 1

/**
 * The next time after `after` at which the zone's wall clock shows the sending hour, on any day or
 * on Mondays. Counts calendar days, so that a day of 23 or 25 hours is one day.
 */
export function nextRun({ frequency, timeZone }: Rhythm, after: Date): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: sendingHour }) })
  const today = now.toPlainDate()
  const first =
    frequency === 'daily' ? today : today.add({ days: (monday - today.dayOfWeek + 7) % 7 })
  const next =
    Temporal.ZonedDateTime.compare(at(first), now) > 0
      ? first
      : first.add({ days: frequency === 'daily' ? 1 : 7 })
  return new Date(at(next).epochMilliseconds)
}

/** The largest distance of `nextRun`, with a day for clock changes. */
const furthest = (frequency: Rhythm['frequency']) => (frequency === 'daily' ? 2 : 8) * 86_400_000
