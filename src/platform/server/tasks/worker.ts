import type pg from 'pg'
import {
  PgBoss,
  type Clock,
  type ConstructorOptions,
  type JobResult,
  type JobWithMetadata,
} from 'pg-boss'
import { during } from '../activity.ts'
import type { Log } from '../http/app-base.ts'
import { oncePerMinute } from '../errors.ts'
import { ClockError } from '../retention.ts'
import { queueOptions, type TaskHandler } from './task.ts'
import { z } from 'zod'

type Options = {
  connection: pg.PoolConfig
  handlers: TaskHandler[]
  log: Pick<Log, 'error' | 'warn'>
}

export type Worker = { stop(): Promise<void> }

/** Only for fetching and settling; handlers use the application's pool. */
const connections = 3
/** The polling interval of each queue. */
const pollSeconds = 2
/**
 * Its statements are short: a server that is silent for so long is frozen, or the network is gone.
 */
const answerMs = 60_000
/** Slower handlers are cut off, and their tasks retried elsewhere. */
const stopWithinMs = 10_000

/** Runs tasks until it is stopped. Any number of nodes may do so. */
export async function startWorker({ connection, handlers, log }: Options): Promise<Worker> {
  const boss = await openBoss(connection, { log })
  const stopping = new AbortController()
  try {
    await prepareQueues(boss, handlers)
    await updateSchedules(boss, handlers)
    for (const handler of handlers) {
      const options = { ...fetching, batchSize: handler.task.atOnce }
      await boss.work<unknown, unknown, typeof options>(handler.task.name, options, (jobs) =>
        runTasks(handler, jobs, { stopping: stopping.signal, log }),
      )
    }
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return {
    stop() {
      stopping.abort()
      return boss.stop({ timeout: stopWithinMs })
    },
  }
}

const fetching = {
  includeMetadata: true,
  perJobResults: true,
  pollingIntervalSeconds: pollSeconds,
  burstWhenBatchFull: true,
} as const

/**
 * Without it a clock that is set back by an hour stops the tasks for an hour. A poll waits for its
 * interval less the time since the last poll.
 */
const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run, ms) => setInterval(run, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

/**
 * A task of a dead worker, or of a database that has crashed, is due again within half a minute.
 */
const watching = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 }

/** We migrate the schema, not pg-boss. */
export async function openBoss(
  connection: pg.PoolConfig,
  {
    log,
    ...options
  }: { log: Pick<Log, 'error' | 'warn'>; supervise?: boolean; schedule?: boolean },
): Promise<PgBoss> {
  // pg-boss passes what it does not know to the driver's pool. A poll waits for a free connection
  // as long as it takes.
  const pool = {
    ...connection,
    connectionTimeoutMillis: 0,
    keepAlive: true,
    query_timeout: answerMs,
    max: connections,
  }
  const boss = new PgBoss({
    ...(pool as ConstructorOptions),
    migrate: false,
    clock: steadyClock,
    ...watching,
    ...options,
  })
  const complain = oncePerMinute((err, leftOut) =>
    log.error({ err, leftOut }, 'the task queue has a problem'),
  )
  boss.on('error', (error: Error) => {
    // The driver adds its whole connection, which makes a line of many kilobytes.
    Reflect.deleteProperty(error, 'client')
    complain(error)
  })
  boss.on('warning', (warning) => log.warn(warning, 'the task queue warns'))
  await boss.start()
  return boss
}

async function prepareQueues(boss: PgBoss, handlers: TaskHandler[]) {
  for (const { task } of handlers) {
    const { policy, ...options } = queueOptions(task)
    await boss.createQueue(task.name, { policy, ...options })
    // Updates the options of an existing queue.
    await boss.updateQueue(task.name, options)
  }
}

async function updateSchedules(boss: PgBoss, handlers: TaskHandler[]) {
  const recurring = new Map(
    handlers.flatMap(({ task, cron }) => (cron === undefined ? [] : [[task.name, cron] as const])),
  )
  for (const { name } of await boss.getSchedules()) {
    if (!recurring.has(name)) await boss.unschedule(name)
  }
  // A missed schedule is made up for once.
  for (const [name, cron] of recurring)
    await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' })
}

/** Runs fetched tasks concurrently; a failure does not affect the others. */
export const runTasks = (
  handler: TaskHandler,
  jobs: JobWithMetadata<unknown>[],
  running: Running,
): Promise<JobResult[]> => Promise.all(jobs.map((job) => runTask(handler, job, running)))

type Running = { stopping: AbortSignal } & Pick<Options, 'log'>

async function runTask(
  { task, run }: TaskHandler,
  { id, data, retryCount, retryLimit }: JobWithMetadata<unknown>,
  { stopping, log }: Running,
): Promise<JobResult> {
  const isLastAttempt = retryCount >= retryLimit
  try {
    await during({ name: `task ${task.name}` }, () => run(data, { isLastAttempt, stopping }))
    return { id, status: 'completed' }
  } catch (error) {
    const output = outputOf(error)
    // Another node may run what goes by age; what recurs comes back.
    if (isLastAttempt && error instanceof ClockError) return { id, status: 'completed' }
    const line = {
      task: task.name,
      id,
      attempt: retryCount + 1,
      reason: output.message,
      stack: output.stack,
    }
    // Invalid data would be refused every time.
    const isFinal = isLastAttempt || error instanceof z.ZodError
    if (isFinal) log.error(line, 'a task failed for good')
    else log.warn(line, 'a task failed, and will be tried again')
    return { id, status: error instanceof z.ZodError ? 'deadletter' : 'failed', output }
  }
}

const outputOf = (error: unknown): { message: string; stack?: string | undefined } =>
  error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error) }
