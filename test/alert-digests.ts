import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { appForFile, type TestApp } from './app.ts'
import { addJobs, jobRow } from './factories.ts'
import { mailsTo, runTasks } from './mailbox.ts'
import { signIn } from './sign-in.ts'
import type { Frequency } from '#features/alerts/model.ts'
import { mailNewJobs } from '#features/alerts/server/tasks.ts'

/** A board without jobs and alerts, for tests of digests; emptied before each. */

export const site = {} as TestApp

export function emptyBoard(): void {
  appForFile({ env: { RATE_LIMITS: 'off' } }, site)
  beforeEach(async () => {
    await sql`truncate jobs, job_alerts, job_alert_matches, mails cascade`.execute(site.db)
  })
}

type Wanted = {
  search?: Record<string, string>
  frequency?: Frequency
  timeZone?: string
  due?: string
}

/** An account with one alert that is due at a given time. */
export async function subscriber({
  search = {},
  frequency = 'daily',
  timeZone = 'America/New_York',
  due,
}: Wanted = {}) {
  const physician = await signIn(site, 'physician')
  await physician.post('/api/alerts', { search, frequency, timeZone })
  if (due !== undefined)
    await sql`update job_alerts set due_at = ${due} where email = ${physician.user.email}`.execute(
      site.db,
    )
  const { id } = (await physician.get('/api/alerts')).json<{ alerts: [{ id: string }] }>().alerts[0]
  return { ...physician, alertId: id, email: physician.user.email }
}

export const post = async (title: string, more: Parameters<typeof jobRow>[0] = {}) => {
  const job = jobRow({ title, ...more })
  await addJobs(site.db, [job])
  return job
}

/** Runs the minute's task, and everything it enqueues, at this time. */
export async function tick(now: string): Promise<void> {
  await mailNewJobs(site.db, new Date(now))
  await runTasks(site)
}

export const mails = (email: string) => mailsTo(site, email)
export const subjects = async (email: string) => (await mails(email)).map((mail) => mail.subject)
/** The number of mails that name the job. */
export const mentions = async (email: string, title: string) =>
  (await mails(email)).filter((mail) => mail.text.includes(title)).length

export const due = '2026-07-01T11:00:00Z'
export const nextDay = '2026-07-02T11:00:00Z'
