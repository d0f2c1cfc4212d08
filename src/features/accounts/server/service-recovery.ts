import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { constantTimeResponse } from '#platform/server/mail/outbox.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { forgotPasswordPath } from '#shared/paths.ts'
import type { MailedLink } from '../schemas.ts'
import { passwordChangedMail } from './emails/account-mails.ts'
import { refuseCommonPassword, hashPassword, refuseTellingPassword } from './secrets.ts'
import * as service from './service.ts'
import { auditOwner, markFor, type Accounts, type Entry, type Origin } from './service.ts'
import { mailAccountLink, mailOwner, takeLink } from './links.ts'
import { deleteSecondFactors } from './queries-two-factor.ts'
import { deleteSessions } from './queries-sessions.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'

const deadLink = 'This link has expired or was already used. Please ask for a new one.'

const otherBrowser =
  'You are not signed in to this account here. Someone else may have created it with your ' +
  'address, so please set a password of your own. The old one then stops working, and all ' +
  'other devices are signed out.'

/** What a mailed link led to: an entry, or this browser's new device mark. */
export type Followed = { entry?: Entry; device?: string | undefined; passwordRemoved?: true }

/**
 * By a link to the account's address, which its holder so proves to be theirs. A reset sets a
 * password. So does the confirmation of an address, but for a browser that is signed in to the
 * account: anywhere else a stranger may have registered it, and loses it. A sign-in link also lifts
 * the pause that guesses of strangers have caused for this browser.
 * @throws {AppError} CONFLICT if a password is needed; the link goes on working.
 */
export async function enterByLink(
  accounts: Accounts,
  { token, password }: Pick<MailedLink, 'token' | 'password'>,
  purpose: 'verify-email' | 'reset-password' | 'sign-in',
  origin: Origin,
): Promise<Followed> {
  const isChosen = password !== undefined && purpose !== 'sign-in'
  const chosen = isChosen ? { password, hash: await hashNewPassword(password) } : undefined
  return inTransaction(accounts.db, async (trx) => {
    const link = await takeLink(trx, token, purpose)
    if (!link || link.user.email !== link.email) throw new AppError('BAD_REQUEST', deadLink)
    const { user } = link
    if (
      purpose === 'verify-email' &&
      (user.email_verified_at !== null || origin.request.viewer?.id === user.id)
    ) {
      await proveMailbox(trx, accounts, user, origin.request)
      return {}
    }
    if (purpose !== 'sign-in' && !chosen) throw new AppError('CONFLICT', otherBrowser)
    if (chosen) refuseTellingPassword(chosen.password, user)
    service.refuseSuspended(user)
    const owned = await proveMailbox(trx, accounts, user, origin.request)
    if (!chosen) {
      const entry = await service.openAccount(trx, accounts, owned, origin, 'link')
      return {
        entry,
        ...(user.password_hash !== null &&
          owned.password_hash === null && { passwordRemoved: true }),
      }
    }
    const { publicUrl, throttle } = accounts
    const { request } = origin
    const changed = await setPassword(trx, publicUrl, owned, {
      hash: chosen.hash,
      ip: request.ip,
      by: 'link',
    })
    // A browser that knew the account before knows it still, so no mail warns of it.
    const isKnown = throttle.knows(origin.device, { ...user, email: user.email ?? '' })
    const device = isKnown ? markFor(throttle, changed) : undefined
    return {
      entry: await service.openAccount(trx, accounts, changed, { request, device }, 'link'),
    }
  })
}

/**
 * The holder of a mailed link reads the mailbox, so the address is theirs. Unless this browser is
 * signed in to the account, a stranger may have registered it: then whatever opened it before opens
 * it no more.
 */
async function proveMailbox(
  trx: Db,
  { hooks }: Accounts,
  user: User,
  { viewer, ip }: FastifyRequest,
): Promise<User> {
  const { id, email } = user
  if (user.email_verified_at !== null) return user
  const wasOthers = viewer?.id !== id
  if (wasOthers) await closeWaysIn(trx, user)
  await queries.updateUser(trx, id, { email_verified_at: new Date() })
  if (email !== null) await hooks.emailConfirmed(trx, { userId: id, email, wasOthers })
  await auditOwner(trx, 'accounts.email-verified', user, ip)
  return (await queries.findUser(trx, id)) ?? user
}

/** Mails a new link, unless there is nothing left to confirm. */
export async function resendVerification(
  { db, publicUrl }: Accounts,
  viewer: Viewer,
): Promise<void> {
  const { email, id } = viewer
  if (email === null || viewer.emailVerified) return
  await inTransaction(db, (trx) => mailAccountLink(trx, publicUrl, { id, email }, 'verify-email'))
}

/**
 * Mails a link. Says nothing about whether the address has an account: neither in words nor by
 * taking longer.
 */
export const mailLink = async (
  { db, publicUrl }: Accounts,
  { purpose, email }: BodyOf<'POST /api/auth/links'>,
  request: FastifyRequest,
) =>
  constantTimeResponse(async () => {
    const user = await queries.findUserByEmail(db, email)
    if (!user || user.is_demo || user.suspended_at !== null) return
    await inTransaction(db, async (trx) => {
      await mailAccountLink(trx, publicUrl, { id: user.id, email }, purpose)
      await recordAudit(trx, {
        action: purpose === 'sign-in' ? 'accounts.sign-in-link-asked' : 'accounts.reset-asked',
        actorId: null,
        subject: `user:${user.id}`,
        ip: request.ip,
      })
    })
  })

/** Everywhere else the account is signed out. @returns the browser's new device mark. */
export async function changePassword(
  accounts: Accounts,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
  origin: Origin,
): Promise<string | undefined> {
  const { db, publicUrl, throttle } = accounts
  const user = await queries.loadUser(db, viewer.id)
  if (user.is_demo)
    throw new AppError('FORBIDDEN', 'The password of a sample account cannot be changed.')
  if (user.email === null)
    throw new AppError('CONFLICT', 'You need an email address before you can set a password.')
  await service.requireReauthentication(db, user, viewer)
  const wrong = { field: 'currentPassword', message: 'The current password is wrong.' }
  await service.requirePassword(accounts, user, currentPassword, origin, wrong)
  refuseTellingPassword(newPassword, user, 'newPassword')
  const hash = await hashNewPassword(newPassword, 'newPassword')
  return inTransaction(db, async (trx) => {
    await service.lockUnchanged(trx, user)
    await service.lockOwner(trx, viewer)
    const change = { hash, ip: origin.request.ip, by: 'owner', exceptSession: viewer.sessionId }
    return markFor(throttle, await setPassword(trx, publicUrl, user, change))
  })
}

/** @throws {AppError} for a password that is guessed first. */
async function hashNewPassword(password: string, field = 'password') {
  await refuseCommonPassword(password, field)
  return hashPassword(password)
}

type NewPassword = { hash: string; ip: string; by: string; exceptSession?: string }

/** Ends links, other sessions, pending sign-ins and device marks. @returns the changed account. */
async function setPassword(
  db: Db,
  publicUrl: string,
  user: User,
  { hash, ip, by, exceptSession }: NewPassword,
): Promise<User> {
  const changes = { password_hash: hash, device_epoch: user.device_epoch + 1 }
  await queries.updateUser(db, user.id, changes)
  // Not those that undo a change: a thief may have set this password.
  for (const purpose of ['reset-password', 'sign-in', 'change-email'] as const)
    await queries.deleteAccountTokens(db, user.id, purpose)
  await deleteSessions(db, user.id, exceptSession)
  await mailOwner(db, publicUrl, user, passwordChangedMail, { path: forgotPasswordPath })
  await auditOwner(db, 'accounts.password-changed', user, ip, { by })
  return { ...user, ...changes }
}

type Closed = {
  /** Identities and second factors from before stay. */
  since?: Date
  /** Links stay that undo what was done before. */
  exceptUndoBefore?: Date
}

/**
 * Removes password, sessions, device marks, pending sign-ins, links, and the identities and second
 * factors that were added since a time: all of them before an account whose address was never
 * confirmed goes to the address's owner, because a stranger may have signed up with it.
 */
export async function closeWaysIn(
  db: Db,
  user: User,
  { since, exceptUndoBefore }: Closed = {},
): Promise<void> {
  await queries.updateUser(db, user.id, {
    password_hash: null,
    device_epoch: user.device_epoch + 1,
  })
  await queries.deleteIdentities(db, user.id, since && { since })
  await deleteSecondFactors(db, user.id, since)
  await deleteSessions(db, user.id)
  await queries.deleteLinks(db, user.id, exceptUndoBefore)
}
