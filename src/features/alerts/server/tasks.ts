import { z } from 'zod'
import { unconfirmedAlertDays } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { enqueueDigests, sendDigests, sendDigestsTask } from './digests.ts'
import type { LinkSettings } from './links.ts'
import { matchArrivals } from './matching.ts'
import { purge } from './queries.ts'

const mailNewJobsTask = defineTask({ name: 'mail-new-jobs', schema: z.object({}), timeoutSeconds: 1800, atOnce: 1 })
const purgeAlertsTask = defineTask({ name: 'purge-alerts', schema: z.object({}) })

const dayMs = 86_400_000

export const alertTasks = ({ db, links }: { db: Db; links: LinkSettings }): TaskHandler[] => [
  handleTask(mailNewJobsTask, (_data, { stopping }) => mailNewJobs(db, new Date(), stopping), { cron: '* * * * *' }),
  handleTask(sendDigestsTask, ({ alertIds }) => sendDigests(db, links, alertIds, new Date())),
  handleTask(purgeAlertsTask, () => purge(db, new Date(Date.now() - unconfirmedAlertDays * dayMs)), { cron: '20 4 * * *' }),
]

/**
 * Matches first, so that due mails include all jobs that are public now. When the node stops, the rest and the mails wait for the
 * next run.
 */
export async function mailNewJobs(db: Db, now: Date, stopping?: AbortSignal): Promise<void> {
  try {
    await matchArrivals(db, now, stopping)
    await enqueueDigests(db, now, stopping)
  } catch (error) {
    if (!stopping?.aborted) throw error
  }
}
