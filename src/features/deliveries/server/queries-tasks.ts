import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { deadTasksQueue } from '#platform/server/tasks/task.ts'
import { maxCounted, type TaskState } from '../model.ts'
import { containing } from './queries-mails.ts'

export type ListedTask = {
  id: string
  name: string
  data: string
  attempts: number
  error: string | null
  created_at: Date
  next_try_at: Date | null
}

/** Mails are tasks, too, but have their own list; names with two leading underscores are internal to the queue. */
const isWaiting = sql`state in ('created', 'retry', 'active') and name not in (${deadTasksQueue}, 'deliver-mail') and not starts_with(name, '__')`
const isDead = sql`name = ${deadTasksQueue} and state < 'active'`

const error = sql`coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value')`

const lists: Record<TaskState, ReturnType<typeof sql>> = {
  dead: sql`
    select id, source_name as name, left(data::text, 500) as data, source_retry_count + 1 as attempts, ${error} as error,
      created_on as created_at, null::timestamptz as next_try_at
    from pgboss.job where ${isDead}
  `,
  waiting: sql`
    select id, name, left(data::text, 500) as data, retry_count as attempts, ${error} as error,
      created_on as created_at, start_after as next_try_at
    from pgboss.job where ${isWaiting}
  `,
}

export async function findTasks(
  db: Db,
  { state, q, offset, limit }: { state: TaskState; q: string | undefined; offset: number; limit: number },
): Promise<ListedTask[]> {
  const { rows } = await sql<ListedTask>`
    select * from (${lists[state]}) listed
    where ${q ? sql`lower(concat_ws(' ', name, data, error)) like ${containing(q)}` : sql`true`}
    order by created_at desc, id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

export async function countTasks(db: Db): Promise<Record<TaskState, number>> {
  const counted = (condition: typeof isDead) =>
    sql`(select count(*)::integer from (select from pgboss.job where ${condition} limit ${maxCounted}) found)`
  const { rows } = await sql<Record<TaskState, number>>`
    select ${counted(isDead)} as dead, ${counted(isWaiting)} as waiting
  `.execute(db)
  return rows[0] ?? { dead: 0, waiting: 0 }
}

type Named = { id: string; name: string }

/** Back into their queues as new tasks; those without a queue stay. */
export async function requeueTasks(trx: Db, ids: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    with taken as (
      delete from pgboss.job where ${isDead} and id = any(${ids}::uuid[]) and source_name in (select name from pgboss.queue)
      returning id, source_name, data
    ), added as (
      insert into pgboss.job (
        name, data, policy, singleton_key, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
        deletion_seconds, heartbeat_seconds, dead_letter
      )
      select q.name, t.data, q.policy, t.id::text, now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay,
        q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds, q.dead_letter
      from taken t join pgboss.queue q on q.name = t.source_name
    )
    select id, source_name as name from taken
  `.execute(trx)
  return rows
}

export async function deleteDeadTasks(trx: Db, ids: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    delete from pgboss.job where ${isDead} and id = any(${ids}::uuid[]) returning id, source_name as name
  `.execute(trx)
  return rows
}
