import type { z } from 'zod'
import type { Db } from '../database.ts'
import { insertTasks } from './queries.ts'
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
  await enqueueTasks(db, task, [{ data, startAfter, key }])
}

/** Many of one kind, in one go: all of them or none. */
export async function enqueueTasks<S extends z.ZodType>(
  db: Db,
  task: Task<S>,
  tasks: readonly ({ data: z.input<S> } & { [Name in keyof Options]: Options[Name] | undefined })[],
): Promise<void> {
  if (tasks.length === 0) return
  for (const { data } of tasks) task.schema.parse(data)
  await insertTasks(db, task, tasks)
}
