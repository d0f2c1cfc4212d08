import { z } from 'zod'
import type { QueueOptions } from 'pg-boss'
import { inTransaction, type Db } from '../database.ts'
import { isUnavailable } from '../errors.ts'
import { sql } from 'kysely'

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

const nothing = z.object({})

/** Without a schema it has no data. */
export const defineTask = <S extends z.ZodType = typeof nothing>(
  definition: Pick<Task<S>, 'name'> & Partial<Task<S>>,
): Task<S> => ({
  schema: nothing as z.ZodType as S,
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
   * Aborted when the node stops: a long handler then returns at a safe point, because failing would
   * count as an attempt. A recurring task continues next time; another one enqueues a task for the
   * rest.
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
 * Handlers run at least once, so they must be idempotent. `cron` ('30 3 * * *', UTC) makes the task
 * recur; several nodes still run it once.
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
    // One waiting task per key; a running one does not count, because it may have seen an older
    // state.
    policy: 'short',
    retryLimit: task.retries,
    retryDelay: task.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: task.maxRetryDelaySeconds,
    expireInSeconds: task.timeoutSeconds,
    // Detects a dead worker long before its tasks time out.
    heartbeatSeconds: 15,
    // Keeps waiting tasks for long, because workers may be away.
    retentionSeconds: 365 * daySeconds,
    deleteAfterSeconds: 7 * daySeconds,
    deadLetter: deadTasksQueue,
  }) satisfies QueueOptions & { policy: string; deadLetter: string }

type Options = {
  startAfter?: Date
  /** At most one waiting task of this kind has this key. */
  key?: string
}

/**
 * Enqueues a task, in the caller's transaction if it has one.
 * @throws {z.ZodError} for invalid data.
 */
export const enqueueTask = async <S extends z.ZodType>(
  db: Db,
  task: Task<S>,
  data: z.input<S>,
  { startAfter, key }: Options = {},
): Promise<void> => enqueueTasks(db, task, [{ data, startAfter, key }])

/**
 * Enqueues many tasks of one kind, all or none. Inserted as rows, because pg-boss's `send` needs a
 * started instance and a connection of its own; a node without workers can enqueue in the caller's
 * transaction.
 */
export async function enqueueTasks<S extends z.ZodType>(
  db: Db,
  task: Task<S>,
  tasks: readonly ({ data: z.input<S> } & { [Name in keyof Options]: Options[Name] | undefined })[],
): Promise<void> {
  if (tasks.length === 0) return
  for (const { data } of tasks) task.schema.parse(data)
  await sql`select pgboss.create_queue(${task.name}, ${JSON.stringify(queueOptions(task))}::jsonb)`.execute(
    db,
  )
  const rows = tasks.map(({ data, key = crypto.randomUUID(), startAfter }) => ({
    data,
    key,
    at: startAfter,
  }))
  await sql`
    insert into pgboss.job (name, data, singleton_key, start_after, keep_until, policy, retry_limit,
      retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter)
    select name, data, key, start, start + retention_seconds * interval '1 second', policy,
      retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter
    from pgboss.queue, json_to_recordset(${JSON.stringify(rows)}::json) as task (data jsonb,
      key text, at timestamptz),
      coalesce(at, now()) as start
    where name = ${task.name}
    on conflict do nothing
  `.execute(db)
}

type DeadTask = {
  id: string
  name: string
  data: unknown
  attempts: number
  /** The last error. */
  error: string
  diedAt: Date
}

/** Dead tasks, the latest first. */
export async function listDeadTasks(db: Db): Promise<DeadTask[]> {
  const { rows } = await sql<DeadTask>`
    select id, source_name as name, data, source_retry_count + 1 as attempts, created_on as "diedAt",
      coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value', '') as error
    from pgboss.job where name = ${deadTasksQueue} order by created_on desc limit 100
  `.execute(db)
  return rows
}

/**
 * Work for many, one after the other: what fails holds up nobody else's. In the end it throws, so
 * that the task is logged and tried again; at once if the database is not there, or `stopping` is
 * aborted.
 */
export async function forEachOf<T extends { id: string }>(
  all: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: Failures = new Map()
  for (const item of all) {
    stopping?.throwIfAborted()
    try {
      await work(item)
    } catch (error) {
      if (isUnavailable(error)) throw error
      failures.set(item.id, error)
    }
  }
  throwAll(failures)
}

/**
 * The same for rows that `take` locks, each in a transaction of its own, until there are none.
 * Returns how many were done.
 */
export async function forEachDue<T extends { id: string }>(
  db: Db,
  take: (trx: Db, skip: readonly string[]) => Promise<T | undefined>,
  work: (trx: Db, row: T) => Promise<void>,
): Promise<number> {
  const failures: Failures = new Map()
  for (let done = 0; ;) {
    const taken: { id?: string | undefined } = {}
    try {
      await inTransaction(db, async (trx) => {
        const row = await take(trx, [...failures.keys()])
        taken.id = row?.id
        if (row) await work(trx, row)
      })
      if (taken.id === undefined) {
        throwAll(failures)
        return done
      }
      done++
    } catch (error) {
      if (taken.id === undefined || failures.has(taken.id)) throw error
      failures.set(taken.id, error)
    }
  }
}

type Failures = Map<string, unknown>

function throwAll(failures: Failures) {
  const [first] = failures
  if (!first) return
  throw new AggregateError(
    failures.values(),
    `${failures.size} failed, first ${first[0]}: ${String(first[1])}`,
  )
}
