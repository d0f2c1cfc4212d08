import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import type { Settings } from '#platform/server/settings.ts'
import { handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { checkApplyLinks, checkLinksTask, planLinkChecksTask } from './runs/closing.ts'
import { planLinkChecks } from './runs/queries-jobs.ts'
import {
  tasksOfChecks,
  endLostImports,
  endLostImportsTask,
  tasksOfRuns,
  startDueImports,
  startDueImportsTask,
  resumeCheck,
  resumeImport,
  type Work,
} from './runs/run-tasks.ts'
import { addressCipher } from './sources/stored-address.ts'
import { sweepImportFiles, sweepImportFilesTask, uploadOpener } from './sources/uploads.ts'
import { whenNoBackup } from '#platform/server/backup/backup.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { applyAnswersLater, applyAnswersTask } from './sources/answers.ts'
import { alignSourceJobs, alignSourceJobsTask } from './sources/service-sources.ts'

export function importTasks({
  db,
  settings,
  storage,
}: {
  db: Db
  settings: Settings
  storage: FileStorage
}): TaskHandler[] {
  const { importAllowedHosts, importMaxMb, apifyToken, usaJobs, secrets } = settings
  const work: Work = {
    db,
    links: settings,
    allowedHosts: importAllowedHosts,
    maxBytes: importMaxMb * 1_000_000,
    token: apifyToken,
    usaJobs,
    cipher: addressCipher(secrets),
    openUpload: uploadOpener(storage),
    pageHosts: settings.employerPageHosts ?? [],
  }
  return [
    ...tasksOfRuns.map((task) =>
      handleTask(task, ({ id }, context) => resumeImport(work, task, id, context)),
    ),
    ...tasksOfChecks.map((task) =>
      handleTask(task, ({ id }, context) => resumeCheck(work, task, id, context)),
    ),
    handleTask(
      sweepImportFilesTask,
      () => whenNoBackup(db, () => sweepImportFiles({ db, storage })),
      { cron: '40 4 * * *' },
    ),
    handleTask(startDueImportsTask, () => startDueImports(db), { cron: '*/5 * * * *' }),
    handleTask(alignSourceJobsTask, ({ source }, context) => alignSourceJobs(db, source, context)),
    handleTask(applyAnswersTask, (about, context) => applyAnswersLater(db, about, context)),
    handleTask(endLostImportsTask, () => endLostImports(db, settings), { cron: '*/15 * * * *' }),
    // The links of a demo's jobs lead nowhere.
    ...(settings.appMode === 'demo' ? [] : linkTasks(db, settings)),
  ]
}

const linkTasks = (db: Db, { importAllowedHosts, publicUrl }: Settings): TaskHandler[] => [
  handleTask(planLinkChecksTask, () => planLinkChecks(db), { cron: '20 2 * * *' }),
  handleTask(
    checkLinksTask,
    (_, { stopping }) =>
      checkApplyLinks(db, {
        allowedHosts: importAllowedHosts,
        userAgent: `${site.name} link check (+${publicUrl})`,
        stopping,
      }),
    { cron: '*/10 * * * *' },
  ),
]
