import { sql, type Generated, type RawBuilder, type Selectable } from 'kysely'
import type { AccountsTables, User } from '#features/accounts/server/public.ts'
import { containing, literal, type Db } from '#platform/server/database.ts'
import type { QueryOf } from '#shared/contract.ts'
import { noRole, type UserSort } from '../model.ts'

const days = 7

/** Row counts over tables of several features. */
export async function countEverything(db: Db) {
  const [users, jobs, subscribers, pendingPerDay, deadMails] = await Promise.all([
    growing(db, sql`users`, sql`created_at`),
    growing(db, sql`job_search`, sql`posted_at`),
    growing(db, sql`newsletter_subscribers`, sql`subscribed_at`),
    countByDay(db, sql`jobs`, sql`posted_at`, sql`status = 'pending'`),
    countRows(db, sql`mails where state = 'dead'`),
  ])
  return { users, jobs, subscribers, pendingPerDay, deadMails }
}

async function growing(db: Db, table: Part, since: Part) {
  const [total, perDay] = await Promise.all([countRows(db, table), countByDay(db, table, since)])
  return { total, perDay }
}

type Part = RawBuilder<unknown>

async function countRows(db: Db, from: Part) {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${from}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

const dayMs = 86_400_000

/** New rows on each of the last days in UTC, today last. */
async function countByDay(db: Db, table: Part, since: Part, condition: Part = sql`true`) {
  const today = Math.floor(Date.now() / dayMs)
  const starts = Array.from(
    { length: days },
    (_, index) => new Date((today - days + 1 + index) * dayMs),
  )
  const { rows } = await sql<{ day: number; n: string }>`
    select width_bucket(${since}, ${starts}::timestamptz[]) as day, count(*) as n from ${table}
    where ${since} >= ${starts[0]} and ${condition}
    group by 1
  `.execute(db)
  const counts = new Map(rows.map(({ day, n }) => [day, Number(n)]))
  return starts.map((_, index) => counts.get(index + 1) ?? 0)
}

const tables = (db: Db) => db.withTables<AccountsTables>()

type UserFilter = Pick<
  QueryOf<'GET /api/admin/users'>,
  'role' | 'email' | 'status' | 'hospital'
> & {
  /** In lower case; accents are ignored: 'muller' finds Müller. */
  words: readonly string[]
}

/** Up to `limit` matches, in no order; rare words use the trigram index. */
export async function findUserIds(db: Db, filter: UserFilter, limit: number): Promise<string[]> {
  const rows = await matching(db, filter, sql`search_text`)
    .select('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** A page of matching accounts, or of the given ids. */
export const findUsers = (
  db: Db,
  which: UserFilter | readonly string[],
  { sort, after, limit }: { sort: UserSort; after: string | undefined; limit: number },
): Promise<User[]> => {
  const found =
    'words' in which
      ? matching(db, which, textByOrder)
      : tables(db)
          .selectFrom('users')
          .where('id', '=', sql<string>`any(${which}::uuid[])`)
  const query = found.selectAll().limit(limit)
  if (sort === 'newest') {
    // Ids are in order of creation.
    return (after === undefined ? query : query.where('id', '<', after))
      .orderBy('id', 'desc')
      .execute()
  }
  const beyond = sql<boolean>`(${sortName}, id) > (select ${sortName}, id from users where id = ${after})`
  return (after === undefined ? query : query.where(beyond))
    .orderBy(sortName)
    .orderBy('id')
    .execute()
}

const sortName = sql<string>`user_sort_name(first_name, last_name, email)`

/**
 * Hides the column from the trigram index: with many matches, walking the order finds a page
 * sooner.
 */
const textByOrder = sql`(search_text || '')`

function matching(
  db: Db,
  { words, role, email, status, hospital }: UserFilter,
  text: RawBuilder<unknown>,
) {
  let query = tables(db).selectFrom('users')
  for (const word of words)
    query = query.where(sql<boolean>`${text} like fold_accents(${patternOf(word)})`)
  if (role === noRole) query = query.where('role', 'is', null)
  else if (role !== undefined) query = query.where('role', '=', role)
  if (email !== undefined)
    query = query.where('email_verified_at', email === 'verified' ? 'is not' : 'is', null)
  if (status !== undefined)
    query = query.where('suspended_at', status === 'suspended' ? 'is not' : 'is', null)
  if (hospital !== undefined)
    query = query.where(
      sql<boolean>`exists (
        select from organization_members join owned_names using (organization_id)
        where user_id = users.id and authority = 'administrator'
      )`,
    )
  return query
}

/** A substring; one or two letters must start a word, because they occur almost everywhere. */
const patternOf = (word: string) => (word.length < 3 ? `% ${literal(word)}%` : containing(word))

/** The audit log. */

type AuditTable = {
  id: string
  at: Date
  action: string
  actor_id: string | null
  subject: string | null
  ip: string | null
  detail: Generated<Record<string, unknown>>
}

export type AuditRow = Selectable<AuditTable>

export type AuditFilter = {
  actions?: readonly string[] | undefined
  actorId?: string | undefined
  /** One of these. */
  subjects?: readonly string[] | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** A prefix of the network address. */
  ip?: string | undefined
}

const address = sql<string | null>`(select host(d.ip) from audit_addresses d where d.entry_id = id)`
const columns = ['id', 'at', 'action', 'actor_id', 'subject', address.as('ip')] as const

/** The newest first; `before` is the previous page's last entry. */
export const findAuditEntries = (
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> => {
  const query = matchingEntries(db, filter)
    .select([...columns, 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
  return (before === undefined ? query : query.where('id', '<', String(before))).execute()
}

const actorName = sql<string | null>`(
  select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) from users
    where users.id = actor_id
)`

/** Streams every match for a file, with the names of actors. */
export const streamAuditEntries = (
  db: Db,
  filter: AuditFilter,
): AsyncIterable<Omit<AuditRow, 'detail'> & { actorName: string | null; detail: string }> =>
  matchingEntries(db, filter)
    .select([...columns, actorName.as('actorName'), sql<string>`detail::text`.as('detail')])
    .orderBy('id', 'desc')
    .stream(500)

/** Ids grow with time except after a clock was put back: ids bound the scan, and times decide. */
const clockMarginMinutes = 60

function matchingEntries(db: Db, { actions, actorId, subjects, from, to, ip }: AuditFilter) {
  let query = db.withTables<{ audit_log: AuditTable }>().selectFrom('audit_log')
  if (actions !== undefined)
    query = query.where('action', '=', sql<string>`any(${actions}::text[])`)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subjects !== undefined)
    query = query.where('subject', '=', sql<string>`any(${subjects}::text[])`)
  if (ip !== undefined) {
    const prefix = `${literal(ip)}%`
    query = query.where(
      sql<boolean>`id in (select entry_id from audit_addresses d where host(d.ip) like ${prefix})`,
    )
  }
  if (from !== undefined) {
    query = query.where('at', '>=', from).where(sql<boolean>`
      id >= coalesce((select id from audit_log where at >= ${minutesFrom(from, -clockMarginMinutes)}
        order by at, id limit 1), 1)
    `)
  }
  if (to !== undefined) {
    query = query.where('at', '<', to).where(sql<boolean>`
      id <= (select id from audit_log where at < ${minutesFrom(to, clockMarginMinutes)}
        order by at desc, id desc limit 1)
    `)
  }
  return query
}

const minutesFrom = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

/** Every recorded action, by a loose index scan. */
export async function findAuditActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > kinds.action order by a.action limit 1)
      from kinds where kinds.action is not null
    )
    select action from kinds where action is not null
  `.execute(db)
  return rows.map((row) => row.action)
}
