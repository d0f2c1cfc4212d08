import { z } from 'zod'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import { defineTask, handleTask } from '#server/lib/tasks/task.ts'
import { removeCvFile } from './removal.ts'
import type { Cvs } from './service.ts'
import { storageKey } from './storage-key.ts'
import { sweepCvFiles } from './sweep.ts'

export const sweep = defineTask({ name: 'sweep-cv-files', schema: z.object({}) })

export const cvTasks = (cvs: Cvs): TaskHandler[] => [
  handleTask(removeCvFile, ({ id }) => cvs.storage.remove(storageKey(id))),
  handleTask(sweep, () => sweepCvFiles(cvs), { cron: '45 3 * * *' }),
]
