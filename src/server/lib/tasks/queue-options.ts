import type { QueueOptions } from 'pg-boss'
import type { Task } from './task.ts'

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
