import type { z } from 'zod'
import type { QueueOptions } from 'pg-boss'

export type Task<S extends z.ZodType = z.ZodType> = {
  /** A verb and a noun in kebab-case. */
  readonly name: string
  /** The schema of the task's data, which is stored as JSON. */
  readonly schema: S
  /** The retries after the first failure; then the task is dead, and an administrator decides. */
  readonly retries: number
  /** The least delay of the first retry; doubled each time, plus up to as much at random. */
  readonly retryDelaySeconds: number
  readonly maxRetryDelaySeconds: number
  /** A slower handler is aborted, and the task is retried. */
  readonly timeoutSeconds: number
  /** How many of this kind one node runs concurrently. */
  readonly atOnce: number
}

type Definition<S extends z.ZodType> = Pick<Task<S>, 'name' | 'schema'> & Partial<Task<S>>

export const defineTask = <S extends z.ZodType>(definition: Definition<S>): Task<S> => ({
  retries: 5,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 3600,
  timeoutSeconds: 300,
  atOnce: 4,
  ...definition,
})

export type TaskContext = {
  /** Whether a failure now is final. */
  isLastAttempt: boolean
  /**
   * Aborted when the node stops: a long handler then returns at a safe point, because failing would count as an attempt. A
   * recurring task continues next time; another one enqueues a task for the rest.
   */
  stopping: AbortSignal
}

/** The handler of a kind of task; made with `handleTask`. */
export type TaskHandler = {
  task: Task
  run: (data: unknown, context: TaskContext) => Promise<void>
  /** The schedule of a recurring task, in UTC; its schema accepts `{}`. */
  cron: string | undefined
}

/**
 * Handlers run at least once, so they must be idempotent. `cron` ('30 3 * * *', UTC) makes the task recur; several nodes still
 * run it once.
 */
export const handleTask = <S extends z.ZodType>(
  task: Task<S>,
  run: (data: z.output<S>, context: TaskContext) => Promise<void>,
  { cron }: { cron?: string } = {},
): TaskHandler => ({ task, run: (data, context) => run(task.schema.parse(data), context), cron })

export const deadTasksQueue = 'dead-tasks'

const daySeconds = 24 * 60 * 60

/** The options of a kind's own pg-boss queue, so that a slow kind does not delay others. */
export const queueOptions = (task: Task) =>
  ({
    // One waiting task per key; a running one does not count, because it may have seen an older state.
    policy: 'short',
    retryLimit: task.retries,
    retryDelay: task.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: task.maxRetryDelaySeconds,
    expireInSeconds: task.timeoutSeconds,
    // Detects a dead worker long before its tasks time out.
    heartbeatSeconds: 60,
    // Keeps waiting tasks for long, because workers may be away.
    retentionSeconds: 365 * daySeconds,
    deleteAfterSeconds: 7 * daySeconds,
    deadLetter: deadTasksQueue,
  }) satisfies QueueOptions & { policy: string; deadLetter: string }
