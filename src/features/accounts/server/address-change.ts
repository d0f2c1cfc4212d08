import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { answerEvenly } from '#platform/server/http/answer-evenly.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { undoAddressPath } from '#shared/paths.ts'
import { addressChangeAskedMail, addressChangedMail, addressRestoredMail, undoAddressMail } from './emails/account-mails.ts'
import { mailAccountLink, mailOwner } from './links.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { deleteSecondSteps } from './queries-second-step.ts'
import { deleteSessions } from './queries-sessions.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { closeWaysIn } from './service-recovery.ts'
import { markFor } from './service.ts'
import type { Accounts } from './service.ts'

/** Changes of an account's address: the new one confirms it, the old one can undo it. */

const undoDays = 7

const deadLink = 'This link has expired or was already used.'
const taken = 'This address belongs to another account.'

/** Mails a link to the new address, and a notice to the present one. Says nothing about whether the new one has an account. */
export async function requestAddressChange(
  { db, publicUrl }: Accounts,
  viewer: Viewer,
  address: string,
  ip: string,
): Promise<void> {
  await answerEvenly(() =>
    db.transaction().execute(async (transaction) => {
      const user = await queries.lockUser(transaction, viewer.id)
      if (!user) throw new AppError('UNAUTHENTICATED')
      if (user.is_demo) throw new AppError('FORBIDDEN', 'The address of a sample account cannot be changed.')
      if (user.email === address) {
        const message = 'You already use this address.'
        throw new AppError('VALIDATION_FAILED', message, [{ field: 'email', message }])
      }
      const holder = await queries.selectUserByEmail(transaction, address)
      if (!isProven(holder)) await mailAccountLink(transaction, publicUrl, { id: user.id, email: address }, 'change-email')
      if (isProven(user)) await mailOwner(transaction, publicUrl, user, addressChangeAskedMail)
      await recordAudit(transaction, { action: 'accounts.email-change-asked', actorId: user.id, subject: `user:${user.id}`, ip })
    }),
  )
}

const isProven = (user: User | undefined): boolean => user !== undefined && user.email_verified_at !== null

/**
 * The link in the mail to the new address, where the account is signed in: a mistyped address is a stranger's mailbox.
 * @returns the browser's new device mark.
 * @throws {AppError}
 */
export async function confirmAddressChange(
  { db, publicUrl, throttle, hooks }: Accounts,
  viewer: Viewer,
  token: string,
  ip: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    const link = await queries.takeAccountToken(transaction, hashSecret(token), 'change-email')
    if (!link) throw new AppError('BAD_REQUEST', deadLink)
    if (link.user_id !== viewer.id) throw new AppError('CONFLICT', 'Please sign in to the account whose address changes.')
    const user = await queries.lockUser(transaction, viewer.id)
    if (!user) throw new AppError('UNAUTHENTICATED')
    await releaseAddress(transaction, link.email, user.id)
    if (user.email !== null && isProven(user)) await mailUndoLink(transaction, publicUrl, user, user.email)
    const changed = { ...user, email: link.email, email_verified_at: new Date() }
    await queries.updateUser(transaction, user.id, { email: changed.email, email_verified_at: changed.email_verified_at })
    await hooks.emailConfirmed(transaction, { userId: user.id, email: link.email })
    await mailOwner(transaction, publicUrl, changed, addressChangedMail)
    await recordAudit(transaction, { action: 'accounts.email-changed', actorId: user.id, subject: `user:${user.id}`, ip })
    return markFor(throttle, changed)
  })
}

/** Whoever registered with the address and never confirmed it loses it. @throws {AppError} if it was confirmed. */
async function releaseAddress(transaction: Db, email: string, forUserId: string): Promise<void> {
  const holder = await queries.lockUserByEmail(transaction, email)
  if (!holder || holder.id === forUserId) return
  if (isProven(holder)) throw new AppError('CONFLICT', taken)
  await closeWaysIn(transaction, holder)
  await queries.updateUser(transaction, holder.id, { email: null })
}

async function mailUndoLink(db: Db, publicUrl: string, user: User, oldAddress: string): Promise<void> {
  const token = newSecret()
  const hash = hashSecret(token)
  const expiresAt = new Date(Date.now() + undoDays * 24 * 60 * 60_000)
  await queries.insertAccountToken(db, { hash, purpose: 'undo-email', userId: user.id, email: oldAddress, expiresAt })
  await enqueueMail(db, {
    cause: `undo-email:${hash.toString('base64url')}`,
    to: oldAddress,
    sensitive: true,
    content: undoAddressMail({ name: user.first_name, href: publicUrl + undoAddressPath(token) }),
  })
}

/**
 * Gives the account back to its old address, in case somebody else changed it: password, sessions, and what was added since are gone,
 * and a link that sets a new password is on its way.
 * @throws {AppError}
 */
export async function undoAddressChange({ db, publicUrl }: Accounts, token: string, ip: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const link = await queries.takeAccountToken(transaction, hashSecret(token), 'undo-email')
    const user = link && (await queries.lockUser(transaction, link.user_id))
    if (!user) throw new AppError('BAD_REQUEST', deadLink)
    const { email, created_at: since } = link
    await releaseAddress(transaction, email, user.id)
    await queries.updateUser(transaction, user.id, {
      email,
      email_verified_at: new Date(),
      password_hash: null,
      device_epoch: user.device_epoch + 1,
    })
    await queries.deleteIdentities(transaction, user.id, { since })
    await deleteSecondSteps(transaction, user.id, since)
    await deleteSessions(transaction, user.id)
    for (const purpose of ['reset-password', 'sign-in', 'change-email', 'undo-email'] as const) {
      await queries.deleteAccountTokens(transaction, user.id, purpose)
    }
    await mailOwner(transaction, publicUrl, user, addressRestoredMail)
    await mailAccountLink(transaction, publicUrl, { id: user.id, email }, 'reset-password')
    await recordAudit(transaction, { action: 'accounts.email-restored', actorId: user.id, subject: `user:${user.id}`, ip })
  })
}
