import { z } from 'zod'
import type { Db } from '#server/lib/database.ts'
import { enqueueTask } from '#server/lib/tasks/enqueue.ts'
import { defineTask } from '#server/lib/tasks/task.ts'

export const removeCvFile = defineTask({ name: 'remove-cv-file', schema: z.object({ id: z.uuid() }), retries: 20 })

/**
 * Has files removed from the storage once the transaction that deleted their rows is committed. An id is never used again,
 * so nothing can be wrong with removing it late, or twice.
 */
export async function removeFiles(transaction: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await enqueueTask(transaction, removeCvFile, { id })
}
