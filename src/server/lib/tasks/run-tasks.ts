import type { JobResult, JobWithMetadata } from 'pg-boss'
import { z } from 'zod'
import type { TaskHandler } from './task.ts'

/** Runs what was fetched side by side; one that fails takes no other with it. */
export const runTasks = (handler: TaskHandler, jobs: JobWithMetadata<unknown>[], stopping: AbortSignal): Promise<JobResult[]> =>
  Promise.all(jobs.map((job) => runTask(handler, job, stopping)))

async function runTask(
  { run }: TaskHandler,
  { id, data, retryCount, retryLimit }: JobWithMetadata<unknown>,
  stopping: AbortSignal,
): Promise<JobResult> {
  try {
    await run(data, { isLastAttempt: retryCount >= retryLimit, stopping })
    return { id, status: 'completed' }
  } catch (error) {
    // Data that the schema refuses will be refused every time.
    return { id, status: error instanceof z.ZodError ? 'deadletter' : 'failed', output: outputOf(error) }
  }
}

const outputOf = (error: unknown) =>
  error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) }
