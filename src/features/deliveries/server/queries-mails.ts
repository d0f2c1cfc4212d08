import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { MailRow } from '#platform/server/mail/queries.ts'
import { maxCounted, type MailState } from '../model.ts'

/** Never the body. */
export type ListedMail = Pick<
  MailRow,
  'id' | 'to_address' | 'subject' | 'cause' | 'state' | 'attempts' | 'last_error' | 'created_at' | 'sent_at'
> & { is_blanked: boolean }

const isBlanked = sql`(sensitive and text = '' and html = '')`

/** Replaces the recipient in the server's message, so that equal reasons read the same. */
const failure = sql`left(regexp_replace(coalesce(last_error, ''), '\\S*@\\S*', '…', 'g'), 300)`
const kind = sql`split_part(cause, ':', 1)`

/** Ids are ordered by time. */
export async function findMails(
  db: Db,
  { state, q, before, limit }: { state: MailState; q: string | undefined; before: string | undefined; limit: number },
): Promise<ListedMail[]> {
  const conditions: RawBuilder<unknown>[] = [sql`state = ${state}`]
  if (q) conditions.push(sql`lower(to_address || ' ' || cause) like ${containing(q)}`)
  if (before) conditions.push(sql`id < ${before}`)
  const { rows } = await sql<ListedMail>`
    select id, to_address, subject, cause, state, attempts, last_error, created_at, sent_at, ${isBlanked} as is_blanked
    from mails where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit}
  `.execute(db)
  return rows
}

/** A LIKE pattern for a part of a lower-case text, with wildcards escaped. */
export const containing = (words: string): string => `%${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export async function countMails(db: Db): Promise<Record<MailState, number>> {
  const counted = (state: MailState) =>
    sql`(select count(*)::integer from (select from mails where state = ${state} limit ${maxCounted}) found)`
  const { rows } = await sql<Record<MailState, number>>`
    select ${counted('dead')} as dead, ${counted('queued')} as queued, ${counted('sent')} as sent
  `.execute(db)
  return rows[0] ?? { dead: 0, queued: 0, sent: 0 }
}

export type Alike = { kind: string; failure: string; count: number }

/** Groups only the latest failures, because reading all messages would take too long. */
const latestDead = 2000

/** The groups among the latest resendable mails. */
export async function findAlike(db: Db): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    select kind, failure, count(*)::integer as count
    from (
      select ${kind} as kind, ${failure} as failure from mails
      where state = 'dead' and not ${isBlanked} order by id desc limit ${latestDead}
    ) latest
    group by kind, failure having count(*) > 1 order by 3 desc, kind limit 20
  `.execute(db)
  return rows
}

/** The next attempt of each mail; mails without one are missing. */
export async function findNextTries(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; at: Date }>`
    select data ->> 'id' as id, min(start_after) as at from pgboss.job
    where name = 'deliver-mail' and state < 'active' and data ->> 'id' = any(${ids}::text[])
    group by 1
  `.execute(db)
  return new Map(rows.map((it) => [it.id, it.at]))
}

/** Waits for a node that is sending one of them. */
export async function lockMails(trx: Db, ids: readonly string[]): Promise<ListedMail[]> {
  const { rows } = await sql<ListedMail>`
    select id, state, ${isBlanked} as is_blanked from mails where id = any(${ids}::uuid[]) order by id for update
  `.execute(trx)
  return rows
}

export async function lockAlike(trx: Db, wanted: Omit<Alike, 'count'>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mails
    where state = 'dead' and not ${isBlanked} and ${kind} = ${wanted.kind} and ${failure} = ${wanted.failure}
    order by id desc limit ${limit} for update
  `.execute(trx)
  return rows.map((it) => it.id)
}

export async function markQueued(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`update mails set state = 'queued' where id = any(${ids}::uuid[])`.execute(trx)
}

/** The mails whose next attempt was moved to now. */
export async function bringForward(trx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set start_after = now()
    where name = 'deliver-mail' and state < 'active' and data ->> 'id' = any(${ids}::text[])
    returning data ->> 'id' as id
  `.execute(trx)
  return rows.map((it) => it.id)
}
