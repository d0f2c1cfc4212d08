import { randomUUIDv7 } from 'node:crypto'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { resetPasswordPath } from '#shared/paths.ts'
import { AppError } from '#shared/errors.ts'
import { emailSchema } from '../schemas.ts'
import { closeWaysIn } from './service-recovery.ts'
import { administratorMail, twoFactorRemovedMail } from './emails/account-mails.ts'
import { mailOwner, newLink } from './links.ts'
import { deleteSecondFactors } from './queries-two-factor.ts'
import {
  countOtherAdministrators,
  insertUser,
  lockUserByEmail,
  updateUser,
  type User,
} from './queries.ts'
import { deleteSessions } from './queries-sessions.ts'

type Options = {
  publicUrl: string
  /** Sends the link to the address instead of returning it. */
  mail: boolean
}

export type MadeAdministrator = { email: string; isNew: boolean; link: string | undefined }

/**
 * Makes somebody an administrator, with an account if they have none, and a link that sets their
 * password within an hour.
 * @throws {AppError} for what is no address, and for accounts that cannot be trusted with it.
 */
export async function createAdministrator(
  db: Db,
  address: string,
  { publicUrl, mail }: Options,
): Promise<MadeAdministrator> {
  const parsed = emailSchema.safeParse(address)
  if (!parsed.success)
    throw new AppError('VALIDATION_FAILED', `'${address}' is not an email address.`)
  const email = parsed.data
  return inTransaction(db, async (trx) => {
    const isNew = await insertUser(trx, { id: randomUUIDv7(), email, role: 'admin' })
    const user = await lockUserByEmail(trx, email)
    if (!user) throw new AppError('INTERNAL')
    if (!isNew) await promote(trx, user)
    const path = resetPasswordPath(await newLink(trx, { id: user.id, email }, 'reset-password'))
    if (mail) await mailOwner(trx, publicUrl, user, administratorMail, { path, sensitive: true })
    await recordAudit(trx, {
      action: 'accounts.administrator-made',
      actorId: null,
      subject: `user:${user.id}`,
      detail: { by: 'command', from: isNew ? null : user.role },
    })
    return { email, isNew, link: mail ? undefined : publicUrl + path }
  })
}

async function promote(db: Db, user: User) {
  if (user.is_demo)
    throw new AppError(
      'CONFLICT',
      `${user.email} is a sample account. It does not work in production.`,
    )
  if (user.suspended_at !== null) throw new AppError('CONFLICT', `${user.email} is suspended.`)
  // A stranger may have signed up with the address, in the hope of just this.
  if (user.email_verified_at === null) await closeWaysIn(db, user)
  if (user.role === 'admin') return
  // What was opened with lesser rights does not get greater ones.
  await deleteSessions(db, user.id)
  await updateUser(db, user.id, { role: 'admin', revision: user.revision + 1 })
}

/**
 * Removes the second factor of somebody who lost it, and signs them out everywhere.
 * @throws {AppError} if no account has the address.
 */
export const resetTwoFactor = async (
  db: Db,
  address: string,
  { publicUrl }: Pick<Options, 'publicUrl'>,
) =>
  inTransaction(db, async (trx) => {
    const user = await lockUserByEmail(trx, address.trim().toLowerCase())
    if (!user) throw new AppError('NOT_FOUND', `No account has the address '${address}'.`)
    await deleteSecondFactors(trx, user.id)
    await deleteSessions(trx, user.id)
    await mailOwner(trx, publicUrl, user, twoFactorRemovedMail)
    await recordAudit(trx, {
      action: 'accounts.second-step-reset',
      actorId: null,
      subject: `user:${user.id}`,
      detail: { by: 'command' },
    })
  })

/**
 * Without an administrator nobody could make another. Call it with the administrators locked.
 * @param options.demo whether sample accounts open anything here.
 * @throws {AppError}
 */
export async function keepAnAdministrator(
  trx: Db,
  user: Pick<User, 'id' | 'role' | 'suspended_at'>,
  { demo, message = lastOne }: { demo: boolean; message?: string },
): Promise<void> {
  if (user.role !== 'admin' || user.suspended_at !== null) return
  if ((await countOtherAdministrators(trx, user.id, { demo })) === 0)
    throw new AppError('CONFLICT', message)
}

const lastOne = 'This is the last administrator. Make someone else an administrator first.'
