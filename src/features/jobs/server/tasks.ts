import { z } from 'zod'
import type { Db } from '#server/lib/database.ts'
import { defineTask, handleTask } from '#server/lib/tasks/task.ts'
import type { TaskHandler } from '#server/lib/tasks/task.ts'
import { buildSegments } from './segments.ts'

/** A million jobs take a quarter of an hour; what is left when a node stops waits a minute. */
export const buildSegmentsTask = defineTask({
  name: 'build-segments',
  schema: z.object({}),
  timeoutSeconds: 3600,
  retries: 0,
  atOnce: 1,
})

export const jobTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(buildSegmentsTask, (_data, { stopping }) => buildSegments(db, { stopping }), { cron: '* * * * *' }),
]
