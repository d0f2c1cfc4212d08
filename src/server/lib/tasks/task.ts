import type { z } from 'zod'
import type { QueueOptions } from 'pg-boss'

/** A kind of background work that must not be lost. */
export type Task<S extends z.ZodType = z.ZodType> = {
  /** A verb and a noun, in kebab-case. */
  readonly name: string
  /** The task's data; stored as JSON. */
  readonly schema: S
  /** How often it is tried again after the first failure; then it is dead, and waits for somebody to look at it. */
  readonly retries: number
  /** Before the first retry, at least; doubled each time, with up to as much again at random. */
  readonly retryDelaySeconds: number
  readonly maxRetryDelaySeconds: number
  /** A handler that takes longer is given up, and the task tried again. */
  readonly timeoutSeconds: number
  /** How many of this kind one node works on at a time. */
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
  /** Whether failing now means that nobody tries again. */
  isLastAttempt: boolean
  /**
   * Aborted when the node stops: a long handler then returns at a safe point instead of failing, which would count as an attempt.
   * A recurring task continues next time; another one enqueues a task for the rest.
   */
  stopping: AbortSignal
}

/** What works a kind of task off; made with `handleTask`. */
export type TaskHandler = {
  task: Task
  run: (data: unknown, context: TaskContext) => Promise<void>
  /** When it recurs by itself, in UTC; the task's schema then accepts `{}`. */
  cron: string | undefined
}

/**
 * Handlers run at least once: after a crash the same task comes again, so what they do twice must come to the same as once.
 * `cron` ('30 3 * * *', UTC) makes the task recur; several nodes still run it once.
 */
export function handleTask<S extends z.ZodType>(
  task: Task<S>,
  run: (data: z.output<S>, context: TaskContext) => Promise<void>,
  { cron }: { cron?: string } = {},
): TaskHandler {
  return { task, run: (data, context) => run(task.schema.parse(data), context), cron }
}

export const deadTasksQueue = 'dead-tasks'

const daySeconds = 24 * 60 * 60

/** A kind of task in pg-boss's words. Each kind is a queue of its own, so that a slow kind holds up no other. */
export const queueOptions = (task: Task) =>
  ({
    // Of tasks with the same key only one waits; the one that runs may have seen an older state, so it does not count.
    policy: 'short',
    retryLimit: task.retries,
    retryDelay: task.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: task.maxRetryDelaySeconds,
    expireInSeconds: task.timeoutSeconds,
    // A worker that died is noticed by its silence, long before its tasks' time is up.
    heartbeatSeconds: 60,
    // Workers may be away for long; what waits for them is not thrown away.
    retentionSeconds: 365 * daySeconds,
    deleteAfterSeconds: 7 * daySeconds,
    deadLetter: deadTasksQueue,
  }) satisfies QueueOptions & { policy: string; deadLetter: string }
