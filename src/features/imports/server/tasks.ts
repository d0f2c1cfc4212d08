import type { Db } from '#server/lib/database.ts'
import type { Settings } from '#server/lib/settings.ts'
import { handleTask } from '#server/lib/tasks/task.ts'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import { endLostImportsTask, runImportTask, startDueImportsTask } from './run-import-task.ts'
import { startDueImports } from './schedule-imports.ts'
import { endLostImports } from './end-import.ts'
import { addressSealer } from './sealed-address.ts'
import { workOffImport } from './work-off-import.ts'
import type { Work } from './work-off-import.ts'

export function importTasks({ db, settings }: { db: Db; settings: Settings }): TaskHandler[] {
  const { importAllowedHosts, apifyToken, secret } = settings
  const work: Work = { db, links: settings, allowedHosts: importAllowedHosts, token: apifyToken, sealer: addressSealer(secret) }
  return [
    handleTask(runImportTask, ({ id }, context) => workOffImport(work, id, context)),
    handleTask(startDueImportsTask, () => startDueImports(db), { cron: '*/5 * * * *' }),
    handleTask(endLostImportsTask, () => endLostImports(db, settings), { cron: '*/15 * * * *' }),
  ]
}
