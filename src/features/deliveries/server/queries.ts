import { sql, type RawBuilder } from 'kysely'
import { containing, type Db } from '#platform/server/database.ts'
import type { Suppression } from '#platform/server/mail/bounces.ts'
import type { Mail, TaskEntry } from '../contract.ts'
import { mailStates, maxCounted, type MailState } from '../model.ts'
import { deadTasksQueue } from '#platform/server/tasks/task.ts'

/** Never the body. */
export type ListedMail = Omit<Mail, 'createdAt' | 'sentAt'> & {
  createdAt: Date
  sentAt: Date | null
}

const isBlanked = sql`(sensitive and text = '' and html = '')`

/** Ids are ordered by time. */
export async function findMails(
  db: Db,
  {
    state,
    q,
    before,
    limit,
  }: { state: MailState; q: string | undefined; before: string | undefined; limit: number },
): Promise<ListedMail[]> {
  const conditions: RawBuilder<unknown>[] = [sql`state = ${state}`]
  if (q) conditions.push(sql`lower(to_address || ' ' || cause) like ${containing(q.toLowerCase())}`)
  if (before) conditions.push(sql`id < ${before}`)
  const { rows } = await sql<ListedMail>`
    select id, to_address as "to", subject, cause, state, attempts, last_error as "lastError",
      created_at as "createdAt",
      sent_at as "sentAt", ${isBlanked} as "isBlanked"
    from mails where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit}
  `.execute(db)
  return rows
}

export async function countMails(db: Db): Promise<Record<MailState, number>> {
  const counts = mailStates.map(
    (state) =>
      sql`(select count(*)::integer from (select from mails where state = ${state}
        limit ${maxCounted}) found) as ${sql.id(state)}`,
  )
  const { rows } = await sql<Record<MailState, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? { dead: 0, suppressed: 0, waiting: 0, queued: 0, gathered: 0, sent: 0 }
}

export type LockedMail = Pick<Mail, 'id' | 'state' | 'isBlanked'>

/** Waits for a node that is sending one of them. */
export async function lockMails(trx: Db, ids: readonly string[]): Promise<LockedMail[]> {
  const { rows } = await sql<LockedMail>`
    select id, state, ${isBlanked} as "isBlanked" from mails where id = any(${ids}::uuid[])
      order by id for update
  `.execute(trx)
  return rows
}

export async function markQueued(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update mails set state = 'queued', waited_since = case when state = 'waiting' then created_at
      else waited_since end,
      created_at = case when state = 'waiting' then now() else created_at end
    where id = any(${ids}::uuid[])
  `.execute(trx)
}

/** The mails whose next attempt was moved to now. */
export async function bringForward(trx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set start_after = now()
    where name = 'deliver-mail' and state < 'active' and data ->> 'id' = any(${ids}::text[])
    returning data ->> 'id' as id
  `.execute(trx)
  return rows.map((row) => row.id)
}

export type Range = { offset: number; limit: number }

type ListedSuppression = Suppression & { id: string; address: string; subject: string | null }

export async function findSuppressions(
  db: Db,
  q: string | undefined,
  { offset, limit }: Range,
): Promise<ListedSuppression[]> {
  const { rows } = await sql<ListedSuppression>`
    select s.id, address, kind, scope, reason, at, subject from mail_suppressions s left join mails
      on mails.id = mail_id
    where lifted_at is null and ${q ? sql`address like ${containing(q.toLowerCase())}` : sql`true`}
    order by at desc, s.id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Undefined if it is lifted already, or was never there. */
export async function liftSuppression(
  trx: Db,
  id: string,
): Promise<Pick<Suppression, 'kind' | 'scope'> | undefined> {
  const { rows } = await sql<Pick<Suppression, 'kind' | 'scope'>>`
    update mail_suppressions set lifted_at = now() where id = ${id} and lifted_at is null
      returning kind, scope
  `.execute(trx)
  return rows[0]
}

type ListedTask = Omit<TaskEntry, 'createdAt'> & { createdAt: Date }

const isDead = sql`name = ${deadTasksQueue} and state < 'active'`

export async function findDeadTasks(
  db: Db,
  q: string | undefined,
  { offset, limit }: Range,
): Promise<ListedTask[]> {
  const { rows } = await sql<ListedTask>`
    select * from (
      select id, source_name as name, left(data::text, 500) as data, source_retry_count + 1 as attempts,
        coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value')
          as "lastError", created_on as "createdAt"
      from pgboss.job where ${isDead}
    ) listed
    where ${q ? sql`lower(concat_ws(' ', name, data, "lastError")) like ${containing(q.toLowerCase())}` : sql`true`}
    order by "createdAt" desc, id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

type Named = { id: string; name: string }

/** Back into their queues as new tasks; those without a queue stay. */
export async function requeueTasks(trx: Db, ids: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    with taken as (
      delete from pgboss.job where ${isDead} and id = any(${ids}::uuid[])
        and source_name in (select name from pgboss.queue)
      returning id, source_name, data
    ), added as (
      insert into pgboss.job (
        name, data, policy, singleton_key, keep_until, retry_limit, retry_delay, retry_backoff,
          retry_delay_max, expire_seconds,
        deletion_seconds, heartbeat_seconds, dead_letter
      )
      select q.name, t.data, q.policy, t.id::text, now()
        + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay,
        q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
          q.heartbeat_seconds, q.dead_letter
      from taken t join pgboss.queue q on q.name = t.source_name
    )
    select id, source_name as name from taken
  `.execute(trx)
  return rows
}

export async function deleteDeadTask(trx: Db, id: string): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    delete from pgboss.job where ${isDead} and id = ${id} returning id, source_name as name
  `.execute(trx)
  return rows[0]
}
