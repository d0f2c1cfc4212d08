import { z } from 'zod'
import { defineTask } from '#server/lib/tasks/task.ts'

/** One at a time on each node: a source of thousands is enough for two processors. */
export const decideSourceTask = defineTask({
  name: 'decide-source',
  schema: z.object({ id: z.uuid() }),
  timeoutSeconds: 3600,
  atOnce: 1,
})
