import { contactRetention } from '#features/contact/server/public.ts'
import { idleCvRetention } from '#features/cv/server/public.ts'
import { removedFavoriteDays } from '#features/favorites/model.ts'
import { removedFavorites } from '#features/favorites/server/public.ts'
import { closedJobRetention, importRunRetention } from '#features/imports/server/public.ts'
import { inquiryRetention } from '#features/inquiries/server/public.ts'
import { maxPeriod } from '#features/insights/model.ts'
import { insightRetention } from '#features/insights/server/public.ts'
import { decisionRetention } from '#features/moderation/server/queries.ts'
import { unconfirmedSubscribers } from '#features/newsletter/server/public.ts'
import { historyRetention } from '#features/postings/server/queries.ts'
import {
  auditDays,
  countAuditAddressesBefore,
  countAuditEntriesBefore,
  forgetAuditAddresses,
  forgetAuditEntries,
} from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { mailRetention } from '#platform/server/mail/queries.ts'
import { retentionPeriods, type RetentionPeriods, type RetentionRule } from '#platform/server/retention.ts'
import type { Settings } from '#platform/server/settings.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'

/** The rule of each period: a setting's, or a number of days. */
const rules: [keyof RetentionPeriods | number, RetentionRule][] = [
  ['inquiries', inquiryRetention],
  ['inquiries', contactRetention],
  ['idleCvs', idleCvRetention],
  [
    'auditAddresses',
    {
      what: 'network addresses in the audit log',
      count: countAuditAddressesBefore,
      enforce: forgetAuditAddresses,
    },
  ],
  ['mails', mailRetention],
  [removedFavoriteDays, removedFavorites],
  // After inquiries, which keep their jobs.
  ['closedJobs', closedJobRetention],
  ...insightRetention.map((rule): [number, RetentionRule] => [maxPeriod, rule]),
  [365, importRunRetention],
  [30, unconfirmedSubscribers],
  [auditDays, historyRetention],
  [auditDays, decisionRetention],
  [auditDays, { what: 'entries of the audit log', count: countAuditEntriesBefore, enforce: forgetAuditEntries }],
]

const dayMs = 24 * 60 * 60_000

const rulesOf = (settings: Settings) =>
  rules.map(([period, rule]) => {
    const days = typeof period === 'number' ? period : retentionPeriods(settings)[period]
    return { rule, days, before: new Date(Date.now() - days * dayMs) }
  })

/** Counts what the next run of the task deletes. */
export const previewRetention = (db: Db, settings: Settings) =>
  Promise.all(
    rulesOf(settings).map(async ({ rule, days, before }) => ({ what: rule.what, days, count: await rule.count(db, before) })),
  )

export const enforceRetentionTask = defineTask({
  name: 'enforce-retention',
  timeoutSeconds: 3600,
  atOnce: 1,
})

type Log = { info(facts: object, line: string): void }

export const retentionTasks = ({ db, settings, log }: { db: Db; settings: Settings; log: Log }): TaskHandler[] => [
  handleTask(
    enforceRetentionTask,
    async (_data, { stopping }) => {
      for (const { rule, days, before } of rulesOf(settings)) {
        const warned = await inBatches(stopping, async () => rule.warn?.(db, before, settings) ?? 0)
        if (warned > 0) log.info({ warned, what: rule.what, days }, 'owners are warned of a deletion')
        const deleted = await inBatches(stopping, () => rule.enforce(db, before))
        if (deleted > 0) log.info({ deleted, what: rule.what, days }, 'data past their period are deleted')
      }
    },
    { cron: '40 3 * * *' },
  ),
]

/** Repeats a step until it finds nothing. @returns the total. */
async function inBatches(stopping: AbortSignal, step: () => Promise<number>): Promise<number> {
  let total = 0
  while (!stopping.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- in batches, one after the other
    const batch = await step()
    if (batch === 0) break
    total += batch
  }
  return total
}
