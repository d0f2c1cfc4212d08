import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import { keepAnAdministrator } from './administer.ts'
import { isPassword } from './passwords.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { lockAdministrators } from './queries-administration.ts'
import { selectSessions } from './queries-sessions.ts'

/** For people who want to see all that we keep about them; the password's hash is of use to nobody. */
export async function exportAccount(db: Db, userId: string) {
  const user = await queries.selectUser(db, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  const { password_hash: hash, search_text: _, ...profile } = user
  return { ...profile, hasPassword: hash !== null, sessions: await selectSessions(db, userId) }
}

/** Before what cannot be undone, people with a password say it again. */
export async function requirePassword(db: Db, userId: string, password: string | undefined): Promise<void> {
  const user = await queries.selectUser(db, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  if (user.is_demo) throw new AppError('FORBIDDEN', 'A sample account cannot be deleted.')
  if (user.password_hash === null || (await isPassword(password ?? '', user.password_hash))) return
  const message = 'The password is wrong.'
  throw new AppError('VALIDATION_FAILED', message, [{ field: 'password', message }])
}

/** The last administrator stays, or nobody could make another. Others wait until this one is gone: call it early. */
export async function requireDeletable(transaction: Db, userId: string, { demo }: { demo: boolean }): Promise<User> {
  await lockAdministrators(transaction)
  const user = await queries.lockUser(transaction, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  await keepAnAdministrator(transaction, user, {
    demo,
    message: 'You are the last administrator. Make somebody else one first.',
  })
  return user
}
