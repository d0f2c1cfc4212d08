import type { Role } from '#shared/contract.ts'
import type { FastifyRequest } from 'fastify'
import { recordAnonymousAudit, recordAudit, type AuditEntry } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { TextCipher } from '#platform/server/secret.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { deviceName } from '../model.ts'
import type { Login } from '../schemas.ts'
import { isPassword } from './secrets.ts'
import { newDeviceMail } from './emails/account-mails.ts'
import { mailOwner } from './links.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { hasSecondFactor } from './queries-two-factor.ts'
import { hasSession } from './queries-sessions.ts'
import { createSession } from './sessions.ts'
import type { CodeScope, SignInThrottle } from './throttle.ts'

/**
 * What a feature knows about people: it goes into the file that they can download, and goes when
 * their account goes.
 */
export type PersonalData = {
  /** Its name in that file. */
  name: string
  export?: (db: Db, person: { id: string }) => Promise<unknown>
  /** Whether something hangs on what the person is: then only an administrator changes that. */
  isUsed?: (db: Db, person: { id: string }) => Promise<boolean>
  /**
   * Within the transaction that deletes the account; what refers to the account's row with `on
   * delete cascade` needs none.
   */
  erase?: (trx: Db, person: User, by: ErasedBy) => Promise<void>
  /**
   * What is known by an address that is proved, or that belongs to no account. @returns of how many
   * rows.
   */
  eraseAddress?: (trx: Db, email: string, by: ErasedBy) => Promise<number>
}

export type ErasedBy = { actor: 'owner' | 'administrator'; actorId: string; publicUrl: string }

/** What higher features do for accounts. */
export type AccountHooks = {
  /** Erased in this order. */
  personalData: readonly PersonalData[]
  /** The account has become one that hires. */
  startsHiring: (trx: Db, userId: string) => Promise<unknown>
  /** It no longer does, and nothing hangs on it. */
  stopsHiring: (trx: Db, userId: string) => Promise<unknown>
  /** Whom an invitation to a team is for, by its secret. */
  findInvitation: (trx: Db, secret: string) => Promise<{ email: string; role: Role }>
  /** Joins that team. */
  acceptInvitation: (
    trx: Db,
    links: Links,
    invited: { id: string; email: string; ip: string },
    secret: string,
  ) => Promise<void>
  /**
   * Somebody has proved that the address is theirs. `before`: the one whose place it takes.
   * `wasOthers`: a stranger may have signed up.
   */
  emailConfirmed: (
    trx: Db,
    owner: { userId: string; email: string; before?: string | null; wasOthers?: boolean },
  ) => Promise<void>
  findCv: (
    db: Db,
    physicianId: string,
  ) => Promise<Pick<CurrentUser, 'cvFileName' | 'cvFileSize' | 'cvUploadedAt'>>
}

type Links = { publicUrl: string }

export type Accounts = {
  db: Db
  publicUrl: string
  throttle: SignInThrottle
  /** Encrypts secrets of authenticator apps. */
  cipher: TextCipher
  adminsNeedTwoFactor: boolean
  /** Why postings of this account wait, if they do. */
  demo: boolean
  hooks: AccountHooks
}

/**
 * What a browser gets when somebody signs in: the session's token, and the mark of a browser that
 * the owner uses.
 */
export type Session = { token: string; device: string | undefined }

/** A sign-in that waits for the account's second factor; void once the account's ways in change. */
export type PendingSignIn = { userId: string; epoch: number; by: string }

export type Entry = Session | { pending: PendingSignIn }

/** Where an attempt to prove an account comes from. */
export type Origin = { request: FastifyRequest; device: string | undefined }

/** Records what the owner of an account did to it. */
export const auditOwner = (
  db: Db,
  action: string,
  { id }: { id: string },
  ip: string,
  detail?: AuditEntry['detail'],
) => recordAudit(db, { action, actorId: id, subject: `user:${id}`, ip, ...(detail && { detail }) })

/** Signs in with email and password. */
export async function signIn(
  accounts: Accounts,
  { email, password }: Login,
  origin: Origin,
): Promise<Entry> {
  const { db, demo } = accounts
  const { request } = origin
  const user = await queries.findUserByEmail(db, email)
  const { isRight, forgive } = await tryPassword(accounts, { email, user }, password, origin)
  if (!user || !isRight || (user.is_demo && !demo)) {
    await recordAnonymousAudit(db, {
      action: 'accounts.sign-in-refused',
      ip: request.ip,
      ...(user && { subject: `user:${user.id}` }),
    })
    throw new AppError('UNAUTHENTICATED', 'The email address or password is wrong.')
  }
  refuseSuspended(user)
  await forgive()
  return inTransaction(db, (trx) => openAccount(trx, accounts, user, origin, 'password'))
}

/** @throws {AppError} */
export function refuseSuspended(user: User): void {
  if (user.suspended_at !== null)
    throw new AppError('FORBIDDEN', 'This account is suspended. Please write to us.')
}

async function tryPassword(accounts: Accounts, guessed: Guessed, password: string, origin: Origin) {
  const forgive = await throttled(accounts, guessed, origin)
  return { isRight: await isPassword(password, guessed.user?.password_hash ?? null), forgive }
}

const mailedWay = ', or ask for a sign-in link by email'

const otherWays: Record<CodeScope, string> = {
  code: ', use a recovery code, or ask for a sign-in link by email',
  'code-by-mail': ', or use a recovery code',
  'code-in-session': ', or use a recovery code',
  'recovery-code': '',
}

/** Whose secret is guessed; without a scope it is the password. */
type Guessed = { email: string; user: User | undefined; scope?: CodeScope }

/**
 * Counts an attempt before it is known whether it fails, so that many at once are many.
 * @returns what takes the attempt back.
 * @throws {AppError} if there were too many.
 */
export async function throttled(
  { db, throttle }: Accounts,
  { email, user, scope }: Guessed,
  { request, device }: Origin,
): Promise<() => Promise<void>> {
  const attempt = {
    account: { email, device_epoch: user?.device_epoch ?? 0 },
    ip: request.ip,
    device,
    scope,
  }
  const seconds = await throttle.attempt(attempt)
  if (seconds > 0) {
    await recordAnonymousAudit(db, { action: 'accounts.sign-in-throttled', ip: request.ip })
    const message =
      'Too many attempts. Please wait ' +
      `${waitText(seconds)}${scope === undefined ? mailedWay : otherWays[scope]}.`
    throw new AppError('RATE_LIMITED', message, undefined, seconds)
  }
  return () => throttle.succeeded(attempt)
}

/**
 * The same for somebody who is signed in, before what only the owner may do.
 * @throws {AppError} at `field` if the password is wrong.
 */
export async function requirePassword(
  accounts: Accounts,
  user: User,
  password: string | undefined,
  origin: Origin,
  { field, message } = { field: 'password', message: 'The password is wrong.' },
): Promise<void> {
  if (user.password_hash === null) return
  const { isRight, forgive } = await tryPassword(
    accounts,
    { email: user.email ?? user.id, user },
    password ?? '',
    origin,
  )
  if (!isRight) throw fieldError(field, message)
  await forgive()
}

/**
 * Before what only the owner may do with the password: one who has none, or has a second factor,
 * also signed in or proved it lately.
 * @throws {AppError}
 */
export async function requireReauthentication(
  db: Db,
  { id, password_hash: hash }: User,
  { isRecentlyAuthenticated }: Viewer,
): Promise<void> {
  if (isRecentlyAuthenticated) return
  if (hash === null || (await hasSecondFactor(db, id)))
    throw new AppError('REAUTHENTICATION_REQUIRED')
}

/** Without an address there is no password to guess. */
export const markFor = (throttle: SignInThrottle, { email, device_epoch }: User) =>
  email === null ? undefined : throttle.markDevice({ email, device_epoch })

/**
 * Opens the account for somebody who has proved one way in: with a session, unless a second factor
 * is missing.
 */
export async function openAccount(
  trx: Db,
  accounts: Accounts,
  user: User,
  origin: Origin,
  by: string,
): Promise<Entry> {
  await lockUnchanged(trx, user)
  if (await hasSecondFactor(trx, user.id))
    return { pending: { userId: user.id, epoch: user.device_epoch, by } }
  return startSession(trx, accounts, user, origin, by)
}

/**
 * @throws {AppError} if the account was suspended or its ways in changed since the row was read,
 * such as while a password was hashed.
 */
export async function lockUnchanged(trx: Db, { id, device_epoch }: User): Promise<void> {
  const user = await queries.lockUser(trx, id)
  if (user?.device_epoch !== device_epoch)
    throw new AppError('UNAUTHENTICATED', 'This account has changed. Please sign in again.')
  refuseSuspended(user)
}

/**
 * The viewer's account, locked. @throws {AppError} if the session has ended since the call began.
 */
export async function lockOwner(
  trx: Db,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
): Promise<User> {
  const user = await queries.lockUser(trx, id)
  if (!user || !(await hasSession(trx, sessionId))) throw new AppError('UNAUTHENTICATED')
  return user
}

/**
 * A session for somebody who has proved who they are. A browser without the account's mark is
 * mailed to its owner.
 */
export async function startSession(
  trx: Db,
  { throttle, publicUrl }: Accounts,
  user: User,
  { request, device }: Origin,
  by: string,
): Promise<Session> {
  await queries.updateUser(trx, user.id, { last_sign_in_at: new Date() })
  const token = await createSession(trx, user.id, request)
  if (
    user.email !== null &&
    user.email_verified_at !== null &&
    !throttle.knows(device, { ...user, email: user.email })
  ) {
    const browser = deviceName(request.headers['user-agent'] ?? null)
    await mailOwner(trx, publicUrl, user, (link) =>
      newDeviceMail({ ...link, browser, ip: request.ip }),
    )
  }
  await auditOwner(trx, 'accounts.signed-in', user, request.ip, { by })
  return { token, device: markFor(throttle, user) }
}

function waitText(seconds: number) {
  if (seconds < 120) return seconds < 60 ? `${seconds} seconds` : 'a minute'
  return seconds < 2 * 60 * 60
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / 3600)} hours`
}
