import type { Db } from '#platform/server/database.ts'
import { selectPeople, selectSuspended, selectUser, selectUserByEmail } from './queries.ts'
import type { Person, User } from './queries.ts'

export type { User } from './queries.ts'
export type { AccountsTables } from './tables.ts'
export { hashSecret, newSecret } from './secrets.ts'
export type { AccountHooks, PersonalData } from './service.ts'
export { selectAdministratorAddresses as administratorAddresses } from './queries.ts'

// For the administration, which acts on other people's accounts.
export { keepAnAdministrator } from './administrators.ts'
export { mailAccountLink } from './links.ts'
export { listIdentities } from './oidc/identities.ts'
export { eraseAccount } from './personal-data.ts'
export { deleteAccountTokens, lockAdministrators, lockUser, updateUser } from './queries.ts'
export { deleteSessions, selectSessions } from './queries-sessions.ts'

/** Somebody's account, with what their own eyes may see; pick what others may. */
export const findUser = (db: Db, id: string): Promise<User | undefined> => selectUser(db, id)

/** How these people are called; who is gone is left out. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  return new Map((await selectPeople(db, ids)).map((it) => [it.id, it]))
}

/** Whose account an email address belongs to. */
export const findUserIdByEmail = async (db: Db, email: string): Promise<string | undefined> =>
  (await selectUserByEmail(db, email.toLowerCase()))?.id

/** Who of these people is suspended. */
export async function findSuspended(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(ids.length === 0 ? [] : await selectSuspended(db, ids))
}
export { sessionCookieName } from './sessions.ts'
