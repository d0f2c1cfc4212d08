import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { undoTwoFactorPath } from '#shared/paths.ts'
import { deadLink, releaseAddress } from './address-change.ts'
import {
  addressRestoredMail,
  twoFactorAddedMail,
  twoFactorAddedWithUndoMail,
  twoFactorRemovedMail,
} from './emails/account-mails.ts'
import { mailAccountLink, mailOwner, newUndoLink, takeLink, undoDays } from './links.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { closeWaysIn } from './service-recovery.ts'
import { auditOwner, type Accounts } from './service.ts'

/**
 * What the owner of a mailbox can undo for a week. It gives no session: a link that sets a password follows, as a notice, so that a thief cannot
 * use up the mailbox's links before.
 */

/**
 * Gives the account back to its old address, in case somebody else changed it. A thief prepares: what was added within a week before the
 * change goes, too.
 * @throws {AppError}
 */
export async function undoAddressChange({ db, publicUrl }: Accounts, token: string, ip: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const link = await takeLink(transaction, token, 'undo-email')
    if (!link) throw new AppError('BAD_REQUEST', deadLink)
    const { user, email, createdAt } = link
    await releaseAddress(transaction, email, user.id)
    const since = new Date(createdAt.getTime() - undoDays * 24 * 60 * 60_000)
    await closeWaysIn(transaction, user, { since, exceptUndoBefore: createdAt })
    await queries.updateUser(transaction, user.id, { email, email_verified_at: new Date() })
    if (user.email !== email) await mailOwner(transaction, publicUrl, user, addressRestoredMail)
    await mailAccountLink(transaction, publicUrl, { id: user.id, email }, 'reset-password', 'notice')
    await auditOwner(transaction, 'accounts.email-restored', user, ip)
  })
}

/** Tells the owner of a new second factor, at a confirmed address with a link that removes it. */
export async function mailTwoFactorAdded(transaction: Db, accounts: Accounts, user: User): Promise<void> {
  const { publicUrl } = accounts
  if (user.email === null || user.is_demo || user.email_verified_at === null || keepsTwoFactor(accounts, user))
    return mailOwner(transaction, publicUrl, user, twoFactorAddedMail)
  const path = undoTwoFactorPath(await newUndoLink(transaction, user.id, user.email, 'undo-second-step'))
  return mailOwner(transaction, publicUrl, user, twoFactorAddedWithUndoMail, { path, sensitive: true })
}

/** The mailbox alone must not open the administration. */
const keepsTwoFactor = ({ adminsNeedTwoFactor }: Accounts, { role }: User): boolean => adminsNeedTwoFactor && role === 'admin'

/**
 * Removes a second factor in case somebody else added it, with what was added since. Second factors from before are asked for as ever.
 * @throws {AppError}
 */
export async function undoTwoFactor(accounts: Accounts, token: string, ip: string): Promise<void> {
  const { db, publicUrl } = accounts
  await db.transaction().execute(async (transaction) => {
    const link = await takeLink(transaction, token, 'undo-second-step')
    // After a change of the address the link to undo that one removes this step, too.
    if (!link || link.user.email !== link.email) throw new AppError('BAD_REQUEST', deadLink)
    const { user, email, createdAt } = link
    if (keepsTwoFactor(accounts, user)) {
      throw new AppError('CONFLICT', 'Administrators need a second step. Please write to us.')
    }
    await closeWaysIn(transaction, user, { since: createdAt, exceptUndoBefore: createdAt })
    await mailOwner(transaction, publicUrl, user, twoFactorRemovedMail)
    await mailAccountLink(transaction, publicUrl, { id: user.id, email }, 'reset-password', 'notice')
    await auditOwner(transaction, 'accounts.second-step-undone', user, ip)
  })
}
