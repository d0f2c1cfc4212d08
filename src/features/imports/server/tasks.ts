import type { Db } from '#server/lib/database.ts'
import type { Settings } from '#server/lib/settings.ts'
import { handleTask } from '#server/lib/tasks/task.ts'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import {
  endLostImports,
  endLostImportsTask,
  runImportTask,
  startDueImports,
  startDueImportsTask,
  workOffImport,
} from './run-tasks.ts'
import { addressSealer } from './sealed-address.ts'
import type { Work } from './run-tasks.ts'
import { alignSourceJobs, alignSourceJobsTask } from './service-sources.ts'

export function importTasks({ db, settings }: { db: Db; settings: Settings }): TaskHandler[] {
  const { importAllowedHosts, apifyToken, secret } = settings
  const work: Work = { db, links: settings, allowedHosts: importAllowedHosts, token: apifyToken, sealer: addressSealer(secret) }
  return [
    handleTask(runImportTask, ({ id }, context) => workOffImport(work, id, context)),
    handleTask(startDueImportsTask, () => startDueImports(db), { cron: '*/5 * * * *' }),
    handleTask(alignSourceJobsTask, ({ source }, context) => alignSourceJobs(db, source, context)),
    handleTask(endLostImportsTask, () => endLostImports(db, settings), { cron: '*/15 * * * *' }),
  ]
}
