import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import { lockUser, selectUser } from './queries.ts'
import type { User } from './queries.ts'
import { countOtherAdministrators, lockAdministrators } from './queries-administration.ts'
import { userSummaryView } from './views-administration.ts'

export type Deed = {
  administrator: Pick<Viewer, 'id'>
  ip: string
  userId: string
  /** What the account was when it was decided; undefined for what overwrites nothing. */
  revision?: number
}

/**
 * What an administrator does to an account: one deed after the other, so that two who act on each other see what the other
 * did, by somebody who still is an administrator, upon what they have seen.
 * @throws {StaleError} when the account was administered in the meantime.
 */
export async function administer<Result>(
  db: Db,
  { administrator, userId, revision }: Deed,
  work: (transaction: Db, user: User) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockAdministrators(transaction)
    const actor = await selectUser(transaction, administrator.id)
    if (actor?.role !== 'admin' || actor.suspended_at !== null) throw new AppError('FORBIDDEN')
    const user = await lockUser(transaction, userId)
    if (!user) throw new AppError('NOT_FOUND', 'There is no such account.')
    if (revision !== undefined && user.revision !== revision) throw new StaleError(userSummaryView(user), stale)
    return work(transaction, user)
  })
}

const stale = 'Somebody else has changed this account in the meantime. Please look at it again.'

/**
 * Without an administrator nobody could make another. Call it with the administrators locked.
 * @param options.demo whether sample accounts open anything here.
 * @throws {AppError}
 */
export async function keepAnAdministrator(
  transaction: Db,
  user: Pick<User, 'id' | 'role' | 'suspended_at'>,
  { demo, message = lastOne }: { demo: boolean; message?: string },
): Promise<void> {
  if (user.role !== 'admin' || user.suspended_at !== null) return
  if ((await countOtherAdministrators(transaction, user.id, { demo })) === 0) throw new AppError('CONFLICT', message)
}

const lastOne = 'This is the last administrator. Make somebody else one first.'
