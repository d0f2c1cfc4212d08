import type { Db } from '#server/lib/database.ts'
import { selectUser } from './queries.ts'
import type { User } from './queries.ts'

export { hashSecret, newSecret } from './secrets.ts'
export type { User } from './queries.ts'

/** Somebody's account, with what their own eyes may see; pick what others may. */
export const findUser = (db: Db, id: string): Promise<User | undefined> => selectUser(db, id)
export { selectAdministratorAddresses as administratorAddresses } from './queries-administration.ts'
export { administer, keepAnAdministrator } from './administer.ts'
export type { Deed } from './administer.ts'
export { findPeople, findSuspended, findUserIdByEmail } from './people.ts'
export { exportAccount, requireDeletable, requirePassword } from './personal-data.ts'
export { deleteUserRow as deleteUser } from './queries.ts'
