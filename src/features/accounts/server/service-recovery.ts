import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { forgotPasswordPath } from '#shared/paths.ts'
import { passwordChangedMail } from './emails/account-mails.ts'
import type { AccountHooks, Accounts } from './service.ts'
import { mailAccountLink } from './links.ts'
import { deleteSessions } from './queries-sessions.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { hashPassword, isPassword, refuseCommonPassword, hashSecret } from './secrets.ts'

const deadLink = 'This link has expired or was used already. Please ask for a new one.'

export async function verifyEmail({ db, hooks }: Accounts, secret: string, ip: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const link = await queries.takeAccountToken(transaction, hashSecret(secret), 'verify-email')
    const user = link && (await queries.lockUser(transaction, link.user_id))
    if (!user || user.email !== link.email) throw new AppError('BAD_REQUEST', deadLink)
    await confirmEmail(transaction, hooks, user, ip)
  })
}

async function confirmEmail(db: Db, hooks: AccountHooks, user: User, ip: string): Promise<void> {
  if (user.email_verified_at !== null) return
  await queries.updateUser(db, user.id, { email_verified_at: new Date() })
  if (user.email !== null) await hooks.emailConfirmed(db, { userId: user.id, email: user.email })
  await recordAudit(db, { action: 'accounts.email-verified', actorId: user.id, subject: `user:${user.id}`, ip })
}

/** Mails a new link, unless there is nothing left to confirm. */
export async function resendVerification({ db, publicUrl }: Accounts, viewer: Viewer): Promise<void> {
  const { email, id, firstName } = viewer
  if (email === null || viewer.emailVerified) return
  await db
    .transaction()
    .execute((transaction) => mailAccountLink(transaction, publicUrl, { id, email, firstName }, 'verify-email'))
}

/** Says nothing about whether the address has an account: neither in words nor by taking longer. */
export async function forgotPassword({ db, publicUrl }: Accounts, email: string, request: FastifyRequest): Promise<void> {
  const work = async () => {
    const user = await queries.selectUserByEmail(db, email)
    if (!user || user.is_demo || user.suspended_at !== null) return
    await db.transaction().execute(async (transaction) => {
      await mailAccountLink(transaction, publicUrl, { id: user.id, email, firstName: user.first_name }, 'reset-password')
      await recordAudit(transaction, {
        action: 'accounts.reset-asked',
        actorId: null,
        subject: `user:${user.id}`,
        ip: request.ip,
      })
    })
  }
  const [outcome] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, evenAnswerMs))])
  if (outcome.status === 'rejected') throw outcome.reason
}

/** Longer than mailing a link takes. */
const evenAnswerMs = 150

/** The holder of the link has the mailbox, so the address counts as confirmed. Everywhere the account is signed out. */
export async function resetPassword(
  { db, publicUrl, hooks }: Accounts,
  { token, password }: { token: string; password: string },
  ip: string,
): Promise<void> {
  await refuseCommonPassword(password)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (transaction) => {
    const link = await queries.takeAccountToken(transaction, hashSecret(token), 'reset-password')
    const user = link && (await queries.lockUser(transaction, link.user_id))
    if (!user || user.email !== link.email) throw new AppError('BAD_REQUEST', deadLink)
    await confirmEmail(transaction, hooks, user, ip)
    await setPassword(transaction, publicUrl, user, { passwordHash, ip, by: 'link' })
  })
}

/** Everywhere else the account is signed out. */
export async function changePassword(
  { db, publicUrl }: Accounts,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
  ip: string,
): Promise<void> {
  const user = await queries.selectUser(db, viewer.id)
  if (!user) throw new AppError('UNAUTHENTICATED')
  if (user.is_demo) throw new AppError('FORBIDDEN', 'The password of a sample account cannot be changed.')
  if (user.email === null) throw new AppError('CONFLICT', 'Without an e-mail address a password opens nothing.')
  if (user.password_hash !== null && !(await isPassword(currentPassword ?? '', user.password_hash))) {
    const message = 'The current password is wrong.'
    throw new AppError('VALIDATION_FAILED', message, [{ field: 'currentPassword', message }])
  }
  await refuseCommonPassword(newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await db
    .transaction()
    .execute((transaction) =>
      setPassword(transaction, publicUrl, user, { passwordHash, ip, by: 'owner', exceptSession: viewer.sessionId }),
    )
}

type NewPassword = { passwordHash: string; ip: string; by: string; exceptSession?: string }

async function setPassword(db: Db, publicUrl: string, user: User, { passwordHash, ip, by, exceptSession }: NewPassword) {
  await queries.updateUser(db, user.id, { password_hash: passwordHash })
  await queries.deleteAccountTokens(db, user.id, 'reset-password')
  await deleteSessions(db, user.id, exceptSession)
  if (user.email !== null) {
    await enqueueMail(db, {
      cause: `password-changed:${randomUUIDv7()}`,
      to: user.email,
      content: passwordChangedMail({ name: user.first_name, href: publicUrl + forgotPasswordPath }),
    })
  }
  await recordAudit(db, { action: 'accounts.password-changed', actorId: user.id, subject: `user:${user.id}`, ip, detail: { by } })
}

/**
 * Removes password, identities, sessions and links of an account whose address was never confirmed, before the owner of the
 * address gets it: a stranger may have signed up with it.
 */
export async function closeWaysIn(db: Db, user: User): Promise<void> {
  await queries.updateUser(db, user.id, { password_hash: null })
  await queries.deleteIdentities(db, user.id)
  await deleteSessions(db, user.id)
  await queries.deleteAccountTokens(db, user.id, 'verify-email')
  await queries.deleteAccountTokens(db, user.id, 'reset-password')
}
