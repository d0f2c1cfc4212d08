import { z } from 'zod'
import { defineTask } from '#server/lib/tasks/task.ts'
import { inChunks } from '#shared/in-chunks.ts'

const alertsPerTask = 500

/** Mails to these alerts what waits for them: all of them, or on an error none. */
export const sendDigestsTask = defineTask({
  name: 'send-digests',
  schema: z.object({ alertIds: z.array(z.uuid()) }),
  timeoutSeconds: 600,
  atOnce: 2,
})

export const chunksOf = (alertIds: readonly string[]): string[][] => inChunks(alertIds, alertsPerTask)
