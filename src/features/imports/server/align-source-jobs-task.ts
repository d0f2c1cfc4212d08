import { z } from 'zod'
import { defineTask } from '#server/lib/tasks/task.ts'

/** Brings a source's jobs to what it says of structured data, batch by batch. */
export const alignSourceJobsTask = defineTask({
  name: 'align-source-jobs',
  schema: z.object({ source: z.string() }),
  timeoutSeconds: 1800,
  atOnce: 1,
})
