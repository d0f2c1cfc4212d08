import { z } from 'zod'
import { defineTask } from '../tasks/task.ts'

/** Tried for about two days: 1 to 2 minutes after the first failure, then ever longer, up to half a day. */
export const deliverMailTask = defineTask({
  name: 'deliver-mail',
  schema: z.object({ id: z.uuid() }),
  retries: 12,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 12 * 60 * 60,
  timeoutSeconds: 120,
})

export const purgeMailsTask = defineTask({ name: 'purge-mails', schema: z.object({}) })
