import type { FastifyRequest } from 'fastify'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { viewerOf, type Viewer } from '#platform/server/http/access.ts'
import { constantTimeResponse } from '#platform/server/mail/outbox.ts'
import { isModerator } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { undoAddressPath, undoTwoFactorPath } from '#shared/paths.ts'
import type { MailedLink } from '../schemas.ts'
import * as mails from './emails/account-mails.ts'
import { mailAccountLink, mailOwner, newUndoLink, takeLink, undoDays } from './links.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { closeWaysIn, enterByLink, type Followed } from './service-recovery.ts'
import { auditOwner, lockOwner, markFor, type Accounts, type Origin } from './service.ts'

/**
 * Changes of an account's address: the new one confirms it, the old one can undo it, as it can a
 * new second factor.
 */

const deadLink = 'This link has expired or was already used.'
const taken = 'This address belongs to another account.'

/**
 * Mails a link to the new address, and a notice to the present one. Says nothing about whether the
 * new one has an account.
 */
export const requestAddressChange = async (
  { db, publicUrl }: Accounts,
  viewer: Viewer,
  address: string,
  ip: string,
) =>
  constantTimeResponse(() =>
    inTransaction(db, async (trx) => {
      const user = await lockOwner(trx, viewer)
      if (user.is_demo)
        throw new AppError('FORBIDDEN', 'The address of a sample account cannot be changed.')
      if (user.email === address) throw fieldError('email', 'You already use this address.')
      const holder = await queries.findUserByEmail(trx, address)
      if (!isProven(holder))
        await mailAccountLink(trx, publicUrl, { id: user.id, email: address }, 'change-email')
      if (isProven(user)) await mailOwner(trx, publicUrl, user, mails.addressChangeAskedMail)
      await auditOwner(trx, 'accounts.email-change-asked', user, ip)
    }),
  )

const isProven = (user: User | undefined) => user !== undefined && user.email_verified_at !== null

/** @throws {AppError} */
export async function followLink(
  accounts: Accounts,
  { purpose, ...link }: MailedLink,
  origin: Origin,
): Promise<Followed> {
  if (purpose === 'change-email')
    return { device: await confirmAddressChange(accounts, link.token, origin.request) }
  if (purpose !== 'undo') return enterByLink(accounts, link, purpose, origin)
  await undoChange(accounts, link.token, origin.request.ip)
  return {}
}

/**
 * The link in the mail to the new address, where the account is signed in: a mistyped address is a
 * stranger's mailbox.
 * @returns the browser's new device mark.
 */
const confirmAddressChange = async (
  { db, publicUrl, throttle, hooks }: Accounts,
  token: string,
  request: FastifyRequest,
) =>
  inTransaction(db, async (trx) => {
    const viewer = viewerOf(request)
    const link = await takeLink(trx, token, 'change-email')
    if (!link) throw new AppError('BAD_REQUEST', deadLink)
    if (link.user.id !== viewer.id)
      throw new AppError('CONFLICT', 'Please sign in to the account whose address changes.')
    const user = await lockOwner(trx, viewer)
    await releaseAddress(trx, link.email, user.id)
    // Back at an address that can undo: who had the account in between must not get it again.
    const isBack = await queries.deleteLaterUndos(trx, user.id, link.email)
    if (isBack) await mailOwner(trx, publicUrl, user, mails.addressRestoredMail)
    else if (user.email !== null && isProven(user)) {
      const path = undoAddressPath(await newUndoLink(trx, user.id, user.email, 'undo-email'))
      await mailOwner(trx, publicUrl, user, mails.undoAddressMail, { path, sensitive: true })
    }
    const confirmed = { email: link.email, email_verified_at: new Date() }
    const changed = { ...user, ...confirmed }
    await queries.updateUser(trx, user.id, confirmed)
    await hooks.emailConfirmed(trx, { userId: user.id, email: link.email, before: user.email })
    await mailOwner(trx, publicUrl, changed, mails.addressChangedMail)
    await auditOwner(trx, 'accounts.email-changed', user, request.ip)
    return markFor(throttle, changed)
  })

/**
 * An account that was registered with the address and never confirmed it loses it. @throws
 * {AppError} if it was confirmed.
 */
async function releaseAddress(trx: Db, email: string, forUserId: string) {
  const holder = await queries.lockUserByEmail(trx, email)
  if (!holder || holder.id === forUserId) return
  if (isProven(holder)) throw new AppError('CONFLICT', taken)
  await closeWaysIn(trx, holder)
  await queries.updateUser(trx, holder.id, { email: null })
}

/** Tells the owner of a new second factor, at a confirmed address with a link that removes it. */
export async function mailTwoFactorAdded(trx: Db, accounts: Accounts, user: User): Promise<void> {
  const { publicUrl } = accounts
  const { id, email, email_verified_at: verifiedAt } = user
  if (email === null || user.is_demo || verifiedAt === null || keepsTwoFactor(accounts, user))
    return mailOwner(trx, publicUrl, user, mails.twoFactorAddedMail)
  const path = undoTwoFactorPath(await newUndoLink(trx, id, email, 'undo-second-step'))
  const write = (link: { href: string }) => mails.twoFactorAddedMail({ ...link, undoes: true })
  return mailOwner(trx, publicUrl, user, write, { path, sensitive: true })
}

/** The mailbox alone must not open the administration. */
export const keepsTwoFactor = ({ adminsNeedTwoFactor }: Accounts, { role }: User) =>
  adminsNeedTwoFactor && isModerator(role)

/**
 * What the owner of a mailbox can undo for a week, in case somebody else did it: a change of the
 * address, which comes back, or a new second factor, which goes. It gives no session: a link that
 * sets a password follows, as a mail about the account's safety, so that a thief can neither use up
 * the mailbox's links before nor have reported them as spam.
 */
const undoChange = async (accounts: Accounts, token: string, ip: string) =>
  inTransaction(accounts.db, async (trx) => {
    const { publicUrl } = accounts
    const ofAddress = await takeLink(trx, token, 'undo-email')
    const link = ofAddress ?? (await takeLink(trx, token, 'undo-second-step'))
    // After a change of the address the link to undo that one removes the second factor, too.
    if (!link || (!ofAddress && link.user.email !== link.email))
      throw new AppError('BAD_REQUEST', deadLink)
    const { user, email, createdAt } = link
    if (ofAddress) await releaseAddress(trx, email, user.id)
    else if (keepsTwoFactor(accounts, user))
      throw new AppError(
        'CONFLICT',
        'Administrators and moderators need a second step. Please write to us.',
      )
    // A thief prepares a change of the address; second factors from before another one are asked
    // for as ever.
    const since = ofAddress
      ? new Date(createdAt.getTime() - undoDays * 24 * 60 * 60_000)
      : createdAt
    await closeWaysIn(trx, user, { since, exceptUndoBefore: createdAt })
    if (ofAddress) {
      await queries.updateUser(trx, user.id, { email, email_verified_at: new Date() })
      await accounts.hooks.emailConfirmed(trx, { userId: user.id, email, before: user.email })
    }
    if (!ofAddress) await mailOwner(trx, publicUrl, user, mails.twoFactorRemovedMail)
    else if (user.email !== email) await mailOwner(trx, publicUrl, user, mails.addressRestoredMail)
    await mailAccountLink(trx, publicUrl, { id: user.id, email }, 'reset-password', 'security')
    const action = ofAddress ? 'accounts.email-restored' : 'accounts.second-step-undone'
    await auditOwner(trx, action, user, ip)
  })
