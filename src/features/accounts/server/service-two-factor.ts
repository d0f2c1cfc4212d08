import { recordAnonymousAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { textCipher, type Secrets } from '#platform/server/secret.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { accountCausePrefix, mailOwner } from './links.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import * as factors from './queries-two-factor.ts'
import { deleteSessions, markAuthenticated } from './queries-sessions.ts'
import {
  hashSecret,
  isAuthenticatorCode,
  newAuthenticator,
  newRecoveryCodes,
  plainCode,
  stepOf,
} from './secrets.ts'
import * as service from './service.ts'
import type { Accounts, Origin, PendingSignIn, Session } from './service.ts'
import { twoFactorRemovedMail, wrongCodesMail } from './emails/account-mails.ts'
import type { CodeScope } from './throttle.ts'
import { keepsTwoFactor, mailTwoFactorAdded } from './address-change.ts'

export const expired = () =>
  new AppError('BAD_REQUEST', 'This sign-in took too long. Please start again.')

const wrongCode = () => fieldError('code', 'This code is wrong or was already used.')

/** What the waiting sign-in may be finished with. */
export const findPendingFactors = async ({ db }: Accounts, pending: PendingSignIn | undefined) => ({
  pending: pending !== undefined,
  ...(pending
    ? await factors.findSecondFactors(db, pending.userId)
    : { passkey: false, code: false }),
})

/** The second factor of a sign-in, by a code of the authenticator app or a recovery code. */
export async function finishWithCode(
  accounts: Accounts,
  pending: PendingSignIn | undefined,
  code: string,
  origin: Origin,
): Promise<Session> {
  const user = pending && (await queries.findUser(accounts.db, pending.userId))
  if (!user || user.device_epoch !== pending.epoch) throw expired()
  service.refuseSuspended(user)
  const scope = pending.by === 'link' ? 'code-by-mail' : 'code'
  const by = await requireCode(accounts, user, code, origin, scope)
  return inTransaction(accounts.db, async (trx) => {
    await service.lockUnchanged(trx, user)
    return service.startSession(trx, accounts, user, origin, `${pending.by}+${by}`)
  })
}

/** @returns what the code was. @throws {AppError} */
async function requireCode(
  accounts: Accounts,
  user: User,
  typed: string,
  origin: Origin,
  kind: CodeScope,
) {
  const code = plainCode(typed)
  const scope = isAuthenticatorCode(code) ? kind : 'recovery-code'
  const guessed = { email: user.email ?? user.id, user, scope }
  const forgive = await service
    .throttled(accounts, guessed, origin)
    .catch(async (error: unknown) => {
      if (scope === 'code') await mailWrongCodes(accounts, user)
      throw error
    })
  const by = await acceptCode(accounts, user, code)
  const { ip } = origin.request
  if (by === undefined) {
    await recordAnonymousAudit(accounts.db, {
      action: 'accounts.second-step-refused',
      subject: `user:${user.id}`,
      ip,
    })
    throw wrongCode()
  }
  await forgive()
  if (by === 'recovery-code')
    await service.auditOwner(accounts.db, 'accounts.recovery-code-used', user, ip)
  return by
}

/** Somebody else may have the password. One mail for each password. */
async function mailWrongCodes({ db, publicUrl }: Accounts, user: User) {
  if (user.email_verified_at === null) return
  const cause = `${accountCausePrefix(user.id)}wrong-codes:${user.device_epoch}`
  await mailOwner(db, publicUrl, user, wrongCodesMail, { cause })
}

/** Each code is accepted once, also of many calls at once: the row's update or deletion decides. */
async function acceptCode({ db, cipher }: Accounts, { id }: User, code: string) {
  if (!isAuthenticatorCode(code))
    return (await factors.takeRecoveryCode(db, id, hashSecret(code))) ? 'recovery-code' : undefined
  const authenticator = await factors.findAuthenticator(db, id)
  if (!authenticator || authenticator.confirmed_at === null) return undefined
  const step = await stepOf(cipher.decrypt(authenticator.sealed_secret), code)
  return step !== undefined && (await factors.acceptStep(db, id, step)) ? 'code' : undefined
}

/** @throws {AppError} for sample accounts, which many people share. */
export async function ownerOf(
  accounts: Accounts,
  db: Db,
  viewer: Viewer,
  lock = false,
): Promise<User> {
  const user = await (lock ? service.lockOwner(db, viewer) : queries.loadUser(db, viewer.id))
  if (user.is_demo && !keepsTwoFactor(accounts, user))
    throw new AppError(
      'FORBIDDEN',
      'Sample accounts are shared, so they cannot have a second step. Sign up to try it.',
    )
  return user
}

/**
 * `device` is the browser's new mark: those from before the first second factor were given for a
 * password alone.
 */
export type Added = { recoveryCodes: string[] | null; device: string | undefined }

export const authenticatorCipher = (secrets: Secrets) => textCipher(secrets, 'authenticator-secret')

/** A secret for an authenticator app; it counts once a code of it was right. */
export async function beginAuthenticator(accounts: Accounts, viewer: Viewer) {
  const user = await ownerOf(accounts, accounts.db, viewer)
  const authenticator = await newAuthenticator(user.email ?? user.id)
  const encrypted = accounts.cipher.encrypt(authenticator.secret)
  if (!(await factors.insertAuthenticator(accounts.db, user.id, encrypted)))
    throw new AppError(
      'CONFLICT',
      'Your account already has an authenticator app. Remove it first.',
    )
  return authenticator
}

/** @returns recovery codes with the first second factor. */
export async function confirmAuthenticator(
  accounts: Accounts,
  viewer: Viewer,
  code: string,
  origin: Origin,
): Promise<Added> {
  const user = await ownerOf(accounts, accounts.db, viewer)
  const forgive = await service.throttled(
    accounts,
    { email: user.email ?? user.id, user, scope: 'code-in-session' },
    origin,
  )
  const waiting = await factors.findAuthenticator(accounts.db, user.id)
  if (!waiting || waiting.confirmed_at !== null)
    throw new AppError('CONFLICT', 'Please start again.')
  const step = await stepOf(accounts.cipher.decrypt(waiting.sealed_secret), plainCode(code))
  if (step === undefined) throw wrongCode()
  await forgive()
  const accept = (trx: Db) => factors.acceptStep(trx, user.id, step)
  return addFactor(accounts, viewer, origin.request.ip, 'authenticator', accept)
}

/** The first second factor signs out everywhere else, since those sessions have not taken it. */
export const addFactor = async (
  accounts: Accounts,
  viewer: Viewer,
  ip: string,
  kind: string,
  insert: (trx: Db) => Promise<boolean>,
): Promise<Added> =>
  inTransaction(accounts.db, async (trx) => {
    const user = await ownerOf(accounts, trx, viewer, true)
    const isFirst = !(await factors.hasSecondFactor(trx, user.id))
    if (!(await insert(trx))) throw new AppError('CONFLICT', 'This was already added.')
    const changed = { ...user, device_epoch: user.device_epoch + (isFirst ? 1 : 0) }
    if (isFirst) {
      await deleteSessions(trx, user.id, viewer.sessionId)
      await queries.updateUser(trx, user.id, { device_epoch: changed.device_epoch })
    }
    await mailTwoFactorAdded(trx, accounts, user)
    const recoveryCodes = isFirst ? await storeRecoveryCodes(trx, user.id) : null
    await service.auditOwner(trx, 'accounts.second-step-added', user, ip, { by: kind })
    return {
      recoveryCodes,
      device: isFirst ? service.markFor(accounts.throttle, changed) : undefined,
    }
  })

async function storeRecoveryCodes(db: Db, userId: string) {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashSecret(plainCode(code)))
  await factors.replaceRecoveryCodes(db, userId, hashes)
  return codes
}

/** New codes in place of the old ones. */
export const renewRecoveryCodes = async (accounts: Accounts, viewer: Viewer, ip: string) =>
  inTransaction(accounts.db, async (trx) => {
    const user = await ownerOf(accounts, trx, viewer, true)
    if (!(await factors.hasSecondFactor(trx, user.id)))
      throw new AppError('CONFLICT', 'Recovery codes need a second step. Set one up first.')
    await service.auditOwner(trx, 'accounts.recovery-codes-renewed', user, ip)
    return storeRecoveryCodes(trx, user.id)
  })

/**
 * Removes a passkey, or the 'authenticator'. The last second factor of an administrator stays if
 * they need one.
 */
export const removeTwoFactor = async (accounts: Accounts, viewer: Viewer, id: string, ip: string) =>
  inTransaction(accounts.db, async (trx) => {
    const user = await ownerOf(accounts, trx, viewer, true)
    const by = id === 'authenticator' ? id : 'passkey'
    const isGone = await (by === 'passkey'
      ? factors.deletePasskey(trx, user.id, id)
      : factors.deleteAuthenticator(trx, user.id))
    if (!isGone) throw new AppError('NOT_FOUND')
    const isLast = !(await factors.hasSecondFactor(trx, user.id))
    if (isLast && keepsTwoFactor(accounts, user))
      throw new AppError(
        'CONFLICT',
        'Administrators and moderators need a second step. Add another one first.',
      )
    if (isLast) await factors.replaceRecoveryCodes(trx, user.id, [])
    await mailOwner(trx, accounts.publicUrl, user, twoFactorRemovedMail)
    await service.auditOwner(trx, 'accounts.second-step-removed', user, ip, { by })
  })

/** How the viewer may re-authenticate, and whether they did lately. */
export async function getReauthentication({ db }: Accounts, viewer: Viewer) {
  const [user, { passkey, code }] = await Promise.all([
    queries.findUser(db, viewer.id),
    factors.findSecondFactors(db, viewer.id),
  ])
  const hasFactor = passkey || code
  return {
    recent: viewer.isRecentlyAuthenticated,
    /** With the code, where there is a second factor; a passkey is both. */
    password: user?.password_hash !== null,
    passkey,
    // Recovery codes are for people whose passkey is out of reach.
    code: hasFactor,
    link: !hasFactor && user?.email !== null,
  }
}

/** Within a session: with the password, and the second factor's code where there is one. */
export async function reauthenticate(
  accounts: Accounts,
  viewer: Viewer,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  origin: Origin,
): Promise<void> {
  const { db } = accounts
  const user = await queries.loadUser(db, viewer.id)
  const hasFactor = await factors.hasSecondFactor(db, user.id)
  if (!hasFactor && user.password_hash === null)
    throw new AppError('CONFLICT', 'Please sign out and sign in again.')
  await service.requirePassword(accounts, user, password, origin)
  const by = hasFactor
    ? await requireCode(accounts, user, code ?? '', origin, 'code-in-session')
    : 'password'
  await markAuthenticated(db, viewer.sessionId)
  await service.auditOwner(db, 'accounts.identity-proved', user, origin.request.ip, { by })
}
