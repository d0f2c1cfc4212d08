import type { Db } from '#server/lib/database.ts'
import { deleteAccountTokens, updateUser } from './queries.ts'
import type { User } from './queries.ts'
import { deleteIdentities } from './queries-identities.ts'
import { deleteSessions } from './queries-sessions.ts'

/**
 * Closes every way in to an account whose address was never confirmed, before it is handed to the one who owns the address:
 * whoever signed up may have waited for just that.
 */
export async function closeWaysIn(db: Db, user: User): Promise<void> {
  await updateUser(db, user.id, { password_hash: null })
  await deleteIdentities(db, user.id)
  await deleteSessions(db, user.id)
  await deleteAccountTokens(db, user.id, 'verify-email')
  await deleteAccountTokens(db, user.id, 'reset-password')
}
