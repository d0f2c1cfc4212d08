import { z } from 'zod'
import type { Db } from '#server/lib/database.ts'
import { enqueueTask } from '#server/lib/tasks/enqueue.ts'
import { defineTask } from '#server/lib/tasks/task.ts'

export const comparePostingTask = defineTask({ name: 'compare-posting', schema: z.object({ jobId: z.uuid() }) })

/** Somebody posted or changed a job: whether it is there twice shows in the list at once, not with the next round. */
export const compareSoon = (trx: Db, jobId: string): Promise<void> =>
  enqueueTask(trx, comparePostingTask, { jobId }, { key: jobId })
