import type { Db } from '#server/lib/database.ts'
import { selectUserByEmail } from './queries.ts'
import { selectPeople, selectSuspended } from './queries-administration.ts'
import type { Person } from './queries-administration.ts'

/** How these people are called; who is gone is left out. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  return new Map((await selectPeople(db, ids)).map((it) => [it.id, it]))
}

/** Whose account an e-mail address belongs to. */
export const findUserIdByEmail = async (db: Db, email: string): Promise<string | undefined> =>
  (await selectUserByEmail(db, email.toLowerCase()))?.id

/** Who of these people is suspended. */
export async function findSuspended(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(ids.length === 0 ? [] : await selectSuspended(db, ids))
}
