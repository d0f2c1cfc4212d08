import type { Db } from '#server/lib/database.ts'
import { selectUser } from './queries.ts'
import type { User } from './queries.ts'

export { hashSecret, newSecret } from './secrets.ts'
export type { User } from './queries.ts'

/** Somebody's account, with what their own eyes may see; pick what others may. */
export const findUser = (db: Db, id: string): Promise<User | undefined> => selectUser(db, id)
export { deleteUser, exportAccount, requirePassword } from './personal-data.ts'
