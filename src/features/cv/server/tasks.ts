import { whenNoBackup } from '#platform/server/backup/backup.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { removeCvFile, storageKey, sweepCvFiles, type Cvs } from './service.ts'

export const sweep = defineTask({ name: 'sweep-cv-files' })

export const cvTasks = (cvs: Cvs): TaskHandler[] => [
  handleTask(removeCvFile, ({ id }) => whenNoBackup(cvs.db, () => cvs.storage.remove(storageKey(id)))),
  handleTask(sweep, () => whenNoBackup(cvs.db, () => sweepCvFiles(cvs)), { cron: '45 3 * * *' }),
]
