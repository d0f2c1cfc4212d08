import type { Db } from '#platform/server/database.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { comparePostingTask } from '#features/postings/server/public.ts'
import { findDuplicates, findDuplicatesOf } from './service.ts'

const findDuplicatesTask = defineTask({ name: 'find-duplicates', timeoutSeconds: 300, atOnce: 1 })
/** Half of the interval, so that a large import leaves time for visitors. */
const longestMs = 30_000

export const duplicateTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(
    findDuplicatesTask,
    (_data, { stopping }) => findDuplicates(db, AbortSignal.any([stopping, AbortSignal.timeout(longestMs)])),
    { cron: '* * * * *' },
  ),
  handleTask(comparePostingTask, ({ jobId }) => findDuplicatesOf(db, jobId)),
]
