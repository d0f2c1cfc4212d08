import { z } from 'zod'
import type { Db } from '#server/lib/database.ts'
import { defineTask, handleTask } from '#server/lib/tasks/task.ts'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import { comparePostingTask } from './compare-posting-task.ts'
import { findDuplicates, findDuplicatesOf } from './find-duplicates.ts'

const findDuplicatesTask = defineTask({ name: 'find-duplicates', schema: z.object({}), timeoutSeconds: 1800, atOnce: 1 })

export const duplicateTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(findDuplicatesTask, () => findDuplicates(db), { cron: '* * * * *' }),
  handleTask(comparePostingTask, ({ jobId }) => findDuplicatesOf(db, jobId)),
]
