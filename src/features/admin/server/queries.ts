import { sql, type RawBuilder } from 'kysely'
import type { AccountsTables, User } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Role } from '#shared/contract.ts'
import { noRole, type UserSort } from '../model.ts'

type Growing = { total: number; thisWeek: number; perDay: number[] }

const days = 7

/** Row counts over tables of several features. */
export async function countEverything(db: Db) {
  const [users, jobs, subscribers, pendingPerDay, deadMails] = await Promise.all([
    growing(countRows(db, sql`users`), countByDay(db, sql`users`, sql`created_at`)),
    growing(countRows(db, sql`job_search`), countByDay(db, sql`job_search`, sql`posted_at`)),
    growing(countRows(db, sql`newsletter_subscribers`), countByDay(db, sql`newsletter_subscribers`, sql`subscribed_at`)),
    countByDay(db, sql`jobs`, sql`posted_at`, sql`status = 'pending'`),
    countRows(db, sql`mails`, sql`state = 'dead'`),
  ])
  return { users, jobs, subscribers, pendingPerDay, deadMails }
}

async function growing(counted: Promise<number>, byDay: Promise<number[]>): Promise<Growing> {
  const [total, perDay] = await Promise.all([counted, byDay])
  return { total, thisWeek: perDay.reduce((sum, count) => sum + count, 0), perDay }
}

type Part = RawBuilder<unknown>

async function countRows(db: Db, table: Part, condition: Part = sql`true`): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${table} where ${condition}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

const dayMs = 86_400_000

/** New rows on each of the last days in UTC, today last. */
async function countByDay(db: Db, table: Part, since: Part, condition: Part = sql`true`): Promise<number[]> {
  const today = Math.floor(Date.now() / dayMs)
  const starts = Array.from({ length: days }, (_, index) => new Date((today - days + 1 + index) * dayMs))
  const { rows } = await sql<{ day: number; n: string }>`
    select width_bucket(${since}, ${starts}::timestamptz[]) as day, count(*) as n from ${table}
    where ${since} >= ${starts[0]} and ${condition}
    group by 1
  `.execute(db)
  const counts = new Map(rows.map(({ day, n }) => [day, Number(n)]))
  return starts.map((_, index) => counts.get(index + 1) ?? 0)
}

const tables = (db: Db) => db.withTables<AccountsTables>()

type UserFilter = {
  /** In lower case; accents are ignored: 'muller' finds Müller. */
  words: readonly string[]
  role: Role | typeof noRole | undefined
  email: 'verified' | 'unverified' | undefined
  status: 'suspended' | 'open' | undefined
  hospital: 'verified' | undefined
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
  const query = ('words' in which ? matching(db, which, textByOrder) : named(db, which)).selectAll().limit(limit)
  if (sort === 'newest') {
    // Ids are in order of creation.
    return (after === undefined ? query : query.where('id', '<', after)).orderBy('id', 'desc').execute()
  }
  const beyond = sql<boolean>`(${sortName}, id) > (select ${sortName}, id from users where id = ${after})`
  return (after === undefined ? query : query.where(beyond)).orderBy(sortName).orderBy('id').execute()
}

const named = (db: Db, ids: readonly string[]) =>
  tables(db)
    .selectFrom('users')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)

const sortName = sql<string>`user_sort_name(first_name, last_name, email)`

/** Hides the column from the trigram index: with many matches, walking the order finds a page sooner. */
const textByOrder = sql`(search_text || '')`

function matching(db: Db, { words, role, email, status, hospital }: UserFilter, text: RawBuilder<unknown>) {
  let query = tables(db).selectFrom('users')
  for (const word of words) query = query.where(sql<boolean>`${text} like fold_accents(${patternOf(word)})`)
  if (role === noRole) query = query.where('role', 'is', null)
  else if (role !== undefined) query = query.where('role', '=', role)
  if (email !== undefined) query = query.where('email_verified_at', email === 'verified' ? 'is not' : 'is', null)
  if (status !== undefined) query = query.where('suspended_at', status === 'suspended' ? 'is not' : 'is', null)
  if (hospital !== undefined) query = query.where('is_verified_hospital', '=', sql.lit(true))
  return query
}

/** A substring; one or two letters must start a word, because they occur almost everywhere. */
function patternOf(word: string): string {
  const literal = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return word.length < 3 ? `% ${literal}%` : `%${literal}%`
}
