import { unconfirmedAlertDays } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import type { Log } from '#platform/server/http/app-base.ts'
import { enqueueTask, defineTask, handleTask, type TaskContext, type TaskHandler } from '#platform/server/tasks/task.ts'
import { enqueueDigests, sendDigests, sendDigestsTask } from './digests.ts'
import type { LinkSettings } from './links.ts'
import { matchArrivals } from './matching.ts'
import { purge } from './queries.ts'

const mailNewJobsTask = defineTask({ name: 'mail-new-jobs', timeoutSeconds: 1800, atOnce: 1 })
const purgeAlertsTask = defineTask({ name: 'purge-alerts' })

const dayMs = 86_400_000

type Alerting = { db: Db; links: LinkSettings; log: Pick<Log, 'error'> }

export const alertTasks = ({ db, links, log }: Alerting): TaskHandler[] => [
  handleTask(mailNewJobsTask, (_data, context) => mailNewJobs(db, new Date(), { ...context, log }), { cron: '* * * * *' }),
  handleTask(sendDigestsTask, ({ alertIds }, context) => sendOrDivide(db, links, alertIds, context)),
  handleTask(purgeAlertsTask, () => purge(db, new Date(Date.now() - unconfirmedAlertDays * dayMs)), { cron: '20 4 * * *' }),
]

type Run = Partial<TaskContext & Pick<Alerting, 'log'>>

/**
 * Matches first, so that due mails include all jobs that are public now; if matching fails again and again, mails go without the
 * newest jobs. When the node stops, the rest and the mails wait for the next run.
 */
export async function mailNewJobs(db: Db, now: Date, { stopping, isLastAttempt, log }: Run = {}): Promise<void> {
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

/** If the mails of many alerts fail for good, each is tried alone: one that cannot be made holds nobody's up. */
async function sendOrDivide(db: Db, links: LinkSettings, alertIds: string[], { isLastAttempt }: TaskContext): Promise<void> {
  try {
    await sendDigests(db, links, alertIds, new Date())
  } catch (error) {
    if (!isLastAttempt || alertIds.length === 1) throw error
    await db.transaction().execute(async (transaction) => {
      for (const id of alertIds) await enqueueTask(transaction, sendDigestsTask, { alertIds: [id] })
    })
  }
}
