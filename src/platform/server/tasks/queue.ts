import type { z } from 'zod'
import type { Db } from '../database.ts'
import { deadTasksQueue, queueOptions, type Task } from './task.ts'
import { sql, type Generated } from 'kysely'

type Options = {
  startAfter?: Date
  /** At most one waiting task of this kind has this key. */
  key?: string
}

/**
 * Enqueues a task, in the caller's transaction if it has one.
 * @throws {z.ZodError} for invalid data.
 */
export async function enqueueTask<S extends z.ZodType>(
  db: Db,
  task: Task<S>,
  data: z.input<S>,
  { startAfter, key }: Options = {},
): Promise<void> {
  await enqueueTasks(db, task, [{ data, startAfter, key }])
}

/**
 * Enqueues many tasks of one kind, all or none. Inserted as rows, because pg-boss's `send` needs a started instance and a
 * connection of its own; a node without workers can enqueue in the caller's transaction.
 */
export async function enqueueTasks<S extends z.ZodType>(
  db: Db,
  task: Task<S>,
  tasks: readonly ({ data: z.input<S> } & { [Name in keyof Options]: Options[Name] | undefined })[],
): Promise<void> {
  if (tasks.length === 0) return
  for (const { data } of tasks) task.schema.parse(data)
  const options = queueOptions(task)
  const common = {
    name: task.name,
    policy: options.policy,
    retry_limit: options.retryLimit,
    retry_delay: options.retryDelay,
    retry_backoff: options.retryBackoff,
    retry_delay_max: options.retryDelayMax,
    expire_seconds: options.expireInSeconds,
    deletion_seconds: options.deleteAfterSeconds,
    heartbeat_seconds: options.heartbeatSeconds,
    dead_letter: options.deadLetter,
  }
  await sql`select pgboss.create_queue(${task.name}, ${JSON.stringify(options)}::jsonb)`.execute(db)
  await db
    .withTables<TasksTables>()
    .insertInto('pgboss.job')
    .values(
      tasks.map(({ data, key, startAfter }) => {
        const start = startAfter ?? sql<Date>`now()`
        return {
          ...common,
          data: JSON.stringify(data),
          singleton_key: key ?? crypto.randomUUID(),
          start_after: start,
          keep_until: sql<Date>`${start}::timestamptz + ${options.retentionSeconds} * interval '1 second'`,
        }
      }),
    )
    .onConflict((it) => it.doNothing())
    .execute()
}

export type DeadTask = {
  id: string
  name: string
  data: unknown
  attempts: number
  /** The last error. */
  error: string
  diedAt: Date
}

/** Dead tasks, the latest first. */
export const listDeadTasks = async (db: Db, limit = 100): Promise<DeadTask[]> =>
  db
    .withTables<TasksTables>()
    .selectFrom('pgboss.job')
    .where('name', '=', deadTasksQueue)
    .select([
      'id',
      sql<string>`source_name`.as('name'),
      'data',
      sql<number>`source_retry_count + 1`.as('attempts'),
      sql<string>`coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value', '')`.as('error'),
      'created_on as diedAt',
    ])
    .orderBy('created_on', 'desc')
    .limit(limit)
    .execute()

type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'

/** The columns of pg-boss's table `job` that we use. */
type TasksTables = {
  'pgboss.job': {
    id: Generated<string>
    name: string
    data: unknown
    state: Generated<JobState>
    policy: string
    singleton_key: string
    start_after: Generated<Date>
    keep_until: Date
    created_on: Generated<Date>
    retry_limit: number
    retry_delay: number
    retry_backoff: boolean
    retry_delay_max: number
    expire_seconds: number
    deletion_seconds: number
    heartbeat_seconds: number
    dead_letter: string
    output: unknown
    source_name: string | null
    source_retry_count: number | null
  }
}
