import { z } from 'zod'
import { defineTask } from '#server/lib/tasks/task.ts'

/** Works an import off, or what a crash has left of it. Its row says all there is to know. */
export const runImportTask = defineTask({
  name: 'run-import',
  schema: z.object({ id: z.uuid() }),
  // A dataset's own failures end the run; what is tried again is an import that lost its process or its database.
  retries: 8,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 300,
  timeoutSeconds: 6 * 60 * 60,
  // One after the other: a node's memory is for those who visit it.
  atOnce: 1,
})

export const startDueImportsTask = defineTask({ name: 'start-due-imports', schema: z.object({}) })
export const endLostImportsTask = defineTask({ name: 'end-lost-imports', schema: z.object({}) })
