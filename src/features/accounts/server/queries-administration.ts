import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Role } from '#shared/contract.ts'
import type { Db } from '#server/lib/database.ts'
import { noRole } from '../administration.ts'
import type { UserSort } from '../administration.ts'
import type { User } from './queries.ts'
import type { AccountsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<AccountsTables>()

/** Until the transaction ends nobody else makes or unmakes an administrator. */
export async function lockAdministrators(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('last administrator'))`.execute(db)
}

/** How many others could act as administrators. */
export async function countOtherAdministrators(db: Db, id: string, { demo }: { demo: boolean }): Promise<number> {
  const row = await tables(db)
    .selectFrom('users')
    .select(sql<string>`count(*)`.as('n'))
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .where('id', '<>', id)
    .$if(!demo, (query) => query.where('is_demo', '=', false))
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export type UserFilter = {
  /** In lower case, without accents' being asked for: 'muller' finds Müller. */
  words: readonly string[]
  role: Role | typeof noRole | undefined
  email: 'verified' | 'unverified' | undefined
  status: 'suspended' | 'open' | undefined
  hospital: 'verified' | undefined
}

/** Up to so many of those who match, in no order; who searches for what is rare finds them by the index of its letters. */
export async function findUserIds(db: Db, filter: UserFilter, most: number): Promise<string[]> {
  const rows = await matching(db, filter, sql`search_text`)
    .select('id')
    .limit(most)
    .execute()
  return rows.map((it) => it.id)
}

/** A page of those who match, if there are many, or of those who are named. */
export const listUsers = (
  db: Db,
  which: UserFilter | readonly string[],
  { sort, after, limit }: { sort: UserSort; after: string | undefined; limit: number },
): Promise<User[]> => {
  const query = ('words' in which ? matching(db, which, textByOrder) : named(db, which)).selectAll().limit(limit)
  if (sort === 'newest') {
    // Ids are in the order of creation.
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

/** Of many who match, the next ones in order are near; an index of letters would find all of them first. */
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

/** Anywhere; one or two letters stand in everything, so they have to begin a word. */
function patternOf(word: string): string {
  const literal = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return word.length < 3 ? `% ${literal}%` : `%${literal}%`
}

export type Person = { id: string; name: string | null; email: string | null }

/** How these people are called. */
export const selectPeople = (db: Db, ids: readonly string[]): Promise<Person[]> =>
  tables(db)
    .selectFrom('users')
    .select(['id', 'email', sql<string | null>`nullif(trim(concat_ws(' ', first_name, last_name)), '')`.as('name')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** Where those administrators are reached who may sign in. */
export async function selectAdministratorAddresses(db: Db): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.flatMap((it) => it.email ?? [])
}

export async function selectSuspended(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('suspended_at', 'is not', null)
    .execute()
  return rows.map((it) => it.id)
}
