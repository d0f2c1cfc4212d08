import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { AppError } from '#shared/errors.ts'
import type { SignUpRole } from '../model.ts'
import type { Login, Profile, Register } from '../schemas.ts'
import { mailAccountLink } from './links.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { hashPassword, isPassword, refuseCommonPassword } from './secrets.ts'
import { createSession } from './sessions.ts'
import type { SignInThrottle } from './throttle.ts'

/** What a feature knows about people: it goes into the file that they can download, and goes when their account goes. */
export type PersonalData = {
  /** Its name in that file. */
  name: string
  export?: (db: Db, person: { id: string }) => Promise<unknown>
  /** Within the transaction that deletes the account; what refers to the account's row with `on delete cascade` needs none. */
  erase?: (transaction: Db, person: User, by: ErasedBy) => Promise<void>
}

export type ErasedBy = { actor: 'owner' | 'administrator'; actorId: string }

/** What higher features do for accounts. */
export type AccountHooks = {
  /** Erased in this order. */
  personalData: readonly PersonalData[]
  /** Somebody has proved that the address is theirs. */
  emailConfirmed: (transaction: Db, owner: { userId: string; email: string }) => Promise<void>
  findCv: (db: Db, physicianId: string) => Promise<Pick<CurrentUser, 'cvFileName' | 'cvFileSize' | 'cvUploadedAt'>>
}

const addressTaken = 'An account with this email address already exists. Sign in, or ask for a new password.'

export type Accounts = {
  db: Db
  publicUrl: string
  throttle: SignInThrottle
  /** Sample accounts open nothing in production. */
  demo: boolean
  hooks: AccountHooks
}

/** Creates an account and signs in to it. @returns the session's token. */
export async function registerUser({ db, publicUrl }: Accounts, form: Register, request: FastifyRequest): Promise<string> {
  await refuseCommonPassword(form.password)
  const passwordHash = await hashPassword(form.password)
  const id = randomUUIDv7()
  return db.transaction().execute(async (transaction) => {
    const isNew = await queries.insertUser(transaction, {
      id,
      email: form.email,
      role: form.role,
      password_hash: passwordHash,
      ...profileColumns(form),
      last_sign_in_at: new Date(),
    })
    if (!isNew) throw new AppError('CONFLICT', addressTaken, [{ field: 'email', message: addressTaken }])
    const token = await createSession(transaction, id, request)
    await mailAccountLink(transaction, publicUrl, { id, email: form.email, firstName: form.firstName }, 'verify-email')
    await recordAudit(transaction, {
      action: 'accounts.registered',
      actorId: id,
      subject: `user:${id}`,
      ip: request.ip,
      detail: { role: form.role },
    })
    return token
  })
}

/** Signs in with e-mail and password. @returns the session's token. */
export async function signIn(
  { db, throttle, demo }: Accounts,
  { email, password }: Login,
  device: string | undefined,
  request: FastifyRequest,
): Promise<string> {
  const seconds = await throttle.attempt(email, request.ip, device)
  if (seconds > 0) {
    await recordAudit(db, { action: 'accounts.sign-in-throttled', actorId: null, ip: request.ip })
    throw new AppError(
      'RATE_LIMITED',
      `Too many attempts. Please wait ${waitText(seconds)}, or reset your password.`,
      undefined,
      seconds,
    )
  }
  const user = await queries.selectUserByEmail(db, email)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (!user || !isRight || (user.is_demo && !demo)) {
    await recordAudit(db, {
      action: 'accounts.sign-in-refused',
      actorId: null,
      ip: request.ip,
      ...(user && { subject: `user:${user.id}` }),
    })
    throw new AppError('UNAUTHENTICATED', 'The email address or the password is wrong.')
  }
  if (user.suspended_at !== null) throw new AppError('FORBIDDEN', 'This account is suspended. Please write to us.')
  await throttle.succeeded(email, request.ip, device)
  return startSession(db, user.id, request, 'password')
}

/** A session for somebody who has proved who they are. @returns its token. */
export async function startSession(db: Db, userId: string, request: FastifyRequest, by: string): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    await queries.updateUser(transaction, userId, { last_sign_in_at: new Date() })
    const token = await createSession(transaction, userId, request)
    await recordAudit(transaction, {
      action: 'accounts.signed-in',
      actorId: userId,
      subject: `user:${userId}`,
      ip: request.ip,
      detail: { by },
    })
    return token
  })
}

/** Chosen once; from then on only an administrator changes it. */
export async function chooseRole({ db }: Accounts, viewer: Viewer, role: SignUpRole, ip: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await queries.lockUser(transaction, viewer.id)
    if (user?.role !== null) throw new AppError('FORBIDDEN', 'Your account has a role already.')
    await queries.updateUser(transaction, viewer.id, { role, revision: user.revision + 1 })
    await recordAudit(transaction, {
      action: 'accounts.role-chosen',
      actorId: viewer.id,
      subject: `user:${viewer.id}`,
      ip,
      detail: { role },
    })
  })
}

export async function updateProfile({ db }: Accounts, viewer: Viewer, profile: Profile): Promise<void> {
  await queries.updateUser(db, viewer.id, profileColumns(profile))
}

function profileColumns(profile: Profile) {
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    company_name: profile.companyName || null,
    company_phone: profile.companyPhone || null,
    company_website: profile.companyWebsite || null,
    company_size: profile.companySize ?? null,
    company_description: profile.companyDescription || null,
    organization_type: profile.organizationType ?? null,
  }
}

function waitText(seconds: number): string {
  return seconds < 60 ? `${seconds} seconds` : seconds < 120 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`
}
