import type { Db } from '#server/lib/database.ts'
import { handleTask } from '#server/lib/tasks/task.ts'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import { alignSourceJobs } from './align-source-jobs.ts'
import { alignSourceJobsTask } from './align-source-jobs-task.ts'

export const sourceTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(alignSourceJobsTask, ({ source }, context) => alignSourceJobs(db, source, context)),
]
