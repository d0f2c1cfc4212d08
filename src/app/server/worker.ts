import { contactRetention } from '#features/contact/server/service.ts'
import { idleCvRetention } from '#features/cv/server/public.ts'
import { removedFavoriteDays } from '#features/favorites/model.ts'
import { removedFavorites } from '#features/favorites/server/public.ts'
import { importRules } from '#features/imports/server/public.ts'
import { unusedUploadDays } from '#features/imports/model.ts'
import { unseenDays } from '#features/jobs/model.ts'
import { maxPeriod } from '#features/insights/model.ts'
import { insightRetention } from '#features/insights/server/public.ts'
import { decisionRetention } from '#features/moderation/server/queries.ts'
import { unconfirmedSubscribers } from '#features/newsletter/server/public.ts'
import { oldPostingKeys } from '#features/postings/server/queries-forms.ts'
import { historyRetention } from '#features/postings/server/queries-events.ts'
import { auditAddressRetention, auditDays, auditRetention } from '#platform/server/audit.ts'
import { mailRetention } from '#platform/server/mail/queries.ts'
import {
  cutOff,
  deletedRowDays,
  deletedRowRule,
  endByAge,
  enforceRetentionTask,
  retentionPeriods,
  type AgeRule,
} from '#platform/server/retention.ts'
import { expiredAccess } from '#features/accounts/server/queries.ts'
import { unconfirmedAlerts } from '#features/alerts/server/queries.ts'
import { connectionTasks, hookDeliveryRetention } from '#features/connections/server/hooks.ts'
import { deliveryDays } from '#features/api/model.ts'
import { alertTasks } from '#features/alerts/server/tasks.ts'
import { unconfirmedAlertDays } from '#features/site/config.ts'
import { cvTasks } from '#features/cv/server/service.ts'
import { pictureTasks } from '#features/employers/server/pictures.ts'
import { bounceMailboxTasks } from '#features/deliveries/server/bounce-mailbox.ts'
import {
  inquiryRetention,
  inquiryTasks,
  pressRetention,
} from '#features/inquiries/server/public.ts'
import { importTasks } from '#features/imports/server/tasks.ts'
import { duplicateTasks } from '#features/duplicates/server/service.ts'
import { insightTasks } from '#features/insights/server/service.ts'
import { jobTasks } from '#features/jobs/server/derived-data.ts'
import { figureTasks } from '#features/jobs/server/public.ts'
import { moderationTasks } from '#features/moderation/server/service-sources.ts'
import { googleIndexingOf, indexNowOf } from '#features/postings/server/search-engines.ts'
import { postingTasks } from '#features/postings/server/tasks.ts'
import {
  profileTasks,
  profileViewDays,
  profileViewRetention,
} from '#features/profiles/server/finding.ts'
import type { Db } from '#platform/server/database.ts'
import type { Log } from '#platform/server/http/app-base.ts'
import { mailTasks, type MailTransport } from '#platform/server/mail/delivery.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { defineTask, handleTask, forEachOf } from '#platform/server/tasks/task.ts'
import type { Connected } from '#platform/server/connect-database.ts'
import { cachedFigures } from './figures.ts'

export type TaskDependencies = {
  settings: Settings
  db: Db
  storage: FileStorage
  /** What scheduled backups read. Tests omit it. */
  backups?: BackupContent
  /** Null without a mail server. */
  transport: MailTransport | null
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

export const backgroundTasks = ({
  settings,
  db,
  storage,
  backups,
  transport,
  log,
}: TaskDependencies) => [
  ...mailTasks({
    ...settings,
    db,
    transport,
    from: settings.mailFrom,
    keepBodies: settings.appMode === 'demo',
    log,
  }),
  ...(backups ? backupTasks({ settings, ...backups, log }) : []),
  ...bounceMailboxTasks({ ...settings, db, log }),
  ...retentionTasks({ db, settings, log }),
  ...jobTasks({ db }),
  ...postingTasks({
    db,
    links: settings,
    indexNow: indexNowOf(settings),
    google: googleIndexingOf(settings),
  }),
  ...alertTasks({ db, links: settings, log }),
  ...cvTasks({ db, storage }),
  ...pictureTasks({ db, storage }),
  ...inquiryTasks({ db, publicUrl: settings.publicUrl, secrets: settings.secrets }),
  ...connectionTasks({ db, ...settings }),
  ...profileTasks({ db, publicUrl: settings.publicUrl }),
  ...insightTasks({ db }),
  ...duplicateTasks({ db }),
  ...importTasks({ db, settings, storage }),
  ...moderationTasks({ db, publicUrl: settings.publicUrl }),
  ...figureTasks(db, cachedFigures(settings)),
]

/** The database, and the files as they are stored. */
type BackupContent = {
  database: Pick<Connected, 'db' | 'connection' | 'owner'>
  files: FileStorage
}

type Options = BackupContent & { settings: Settings; log: Pick<Log, 'info'> }

/**
 * Scheduled backups, also of earlier versions, and those in the making; what else lies in their
 * folder is left alone.
 */
const pattern = /^whitecoat-[\dTZ-]+(\.backup|\.part-[\da-f-]+)?$/

const backUpTask = defineTask({
  name: 'back-up',
  retries: 3,
  retryDelaySeconds: 300,
  timeoutSeconds: 6 * 60 * 60,
})

/** Scheduled backups, if a place is set. */
function backupTasks({ settings, database, files, log }: Options) {
  const { backupTo, backupSchedule, backupKeep } = settings
  if (backupTo === undefined) return []
  const backUp = async () => {
    const [{ makeBackup, sizeOf }, places] = await Promise.all([
      import('#platform/server/backup/backup.ts'),
      import('#platform/server/backup/places.ts'),
    ])
    const folder = places.placeOf(backupTo)
    const name = `whitecoat-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
    const manifest = await makeBackup({ database, files, settings }, places.placeIn(folder, name))
    log.info({ backup: name, ...sizeOf(manifest) }, 'a backup was made')
    const placeOf = (earlier: string) => places.placeIn(folder, earlier)
    // No two are made at once: of those that were begun before this one, the node of each that is
    // not complete was killed.
    const isComplete = async (earlier: string) =>
      earlier.endsWith('.backup') ||
      (!earlier.includes('.part-') &&
        (await places.listNames(placeOf(earlier), settings)).includes(places.manifestName))
    let kept = 1
    for (const earlier of (await places.listNames(folder, settings)).toReversed()) {
      if (!pattern.test(earlier) || earlier >= name) continue
      if ((await isComplete(earlier)) && kept++ < backupKeep) continue
      await places.removeBackup(placeOf(earlier), settings)
    }
  }
  return [handleTask(backUpTask, backUp, { cron: backupSchedule })]
}

/** The rule of each period: a setting's, or a number of days. */
const rules: [keyof ReturnType<typeof retentionPeriods> | number, AgeRule][] = [
  ['inquiries', inquiryRetention],
  ['inquiries', contactRetention],
  ['idleCvs', idleCvRetention],
  ['auditAddresses', auditAddressRetention],
  ['mails', mailRetention],
  [removedFavoriteDays, removedFavorites],
  // After inquiries, which keep their jobs.
  ['closedJobs', importRules.closedJobs],
  ...insightRetention.map((rule): [number, AgeRule] => [maxPeriod, rule]),
  [365, importRules.runs],
  [30, unconfirmedSubscribers],
  [auditDays, historyRetention],
  [auditDays, decisionRetention],
  [auditDays, auditRetention],
  [unseenDays, importRules.unseenJobs],
  [7, importRules.checks],
  [unusedUploadDays, importRules.uploads],
  [unconfirmedAlertDays, unconfirmedAlerts],
  ...oldPostingKeys,
  ...expiredAccess,
  [profileViewDays, profileViewRetention],
  [deliveryDays, hookDeliveryRetention],
  [1, pressRetention],
  [deletedRowDays, deletedRowRule],
]

const rulesOf = (settings: Settings) =>
  rules.map(([period, rule]) => ({
    id: rule.what,
    rule,
    days: typeof period === 'number' ? period : retentionPeriods(settings)[period],
  }))

/** Counts what the next run of the task ends. */
export const previewRetention = (db: Db, settings: Settings) =>
  Promise.all(
    rulesOf(settings).map(async ({ rule, days }) => {
      const count = await rule.count(db, await cutOff(db, days))
      return { what: rule.what, days, count }
    }),
  )

type Retention = { db: Db; settings: Settings; log: Pick<Log, 'info' | 'warn'> }

export const retentionTasks = ({ db, settings, log }: Retention) => [
  handleTask(
    enforceRetentionTask,
    (_data, { stopping }) =>
      forEachOf(
        rulesOf(settings),
        ({ rule, days }) =>
          endByAge(db, rule, days, { stopping, log, publicUrl: settings.publicUrl }),
        stopping,
      ),
    { cron: '40 3 * * *' },
  ),
]
