import type { z } from 'zod'
import type { Db } from '../database.ts'
import { insertTask } from './queries.ts'
import type { Task } from './task.ts'

type Options = {
  startAfter?: Date
  /** While a task of this kind with this key waits, another one with it is not added. */
  key?: string
}

/**
 * Given a transaction, the task exists if and only if that commits.
 * @throws {z.ZodError} for data that the task's schema refuses.
 */
export async function enqueueTask<S extends z.ZodType>(
  db: Db,
  task: Task<S>,
  data: z.input<S>,
  { startAfter, key }: Options = {},
): Promise<void> {
  task.schema.parse(data)
  await insertTask(db, { task, data, startAfter, key })
}
