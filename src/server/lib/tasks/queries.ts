import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { deadTasksQueue, queueOptions } from './queue-options.ts'
import type { TasksTables } from './tables.ts'
import type { Task } from './task.ts'

export type NewTask = { data: unknown; startAfter?: Date | undefined; key?: string | undefined }

/**
 * By hand instead of by pg-boss's `send`, which needs a started instance: this way whoever has the caller's transaction can
 * enqueue, and a node that runs no tasks needs no instance at all. The queue is made by whoever needs it first.
 */
export async function insertTasks(db: Db, task: Task, tasks: readonly NewTask[]): Promise<void> {
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
  /** The kind of task. */
  name: string
  data: unknown
  attempts: number
  /** What the last attempt failed with. */
  error: string
  diedAt: Date
}

/** The tasks that nobody tries any more, the latest first. */
export async function listDeadTasks(db: Db, limit = 100): Promise<DeadTask[]> {
  return db
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
}
