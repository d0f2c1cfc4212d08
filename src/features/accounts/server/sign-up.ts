import { signUpRoles } from '#shared/contract.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Actor, Viewer } from '#platform/server/http/access.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { hires } from '../model.ts'
import type { Invited, Profile, Register, RoleChoice } from '../schemas.ts'
import { refuseCommonPassword, hashPassword, refuseTellingPassword } from './secrets.ts'
import { mailAccountLink } from './links.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import { createSession } from './sessions.ts'
import { auditOwner, type AccountHooks, type Accounts, type Session } from './service.ts'

const addressTaken =
  'An account with this email address already exists. Sign in, or ask for a new password.'

/** Creates an account and signs in to it. */
export async function registerUser(
  { db, publicUrl, throttle, hooks }: Accounts,
  form: Register,
  request: FastifyRequest,
): Promise<Session> {
  const passwordHash = await hashChosen(form, form.email)
  return inTransaction(db, async (trx) => {
    const id = await addUser(
      trx,
      { email: form.email, role: form.role, password_hash: passwordHash },
      form,
    )
    if (hires(form.role)) await hooks.startsHiring(trx, id)
    const token = await createSession(trx, id, request)
    await mailAccountLink(trx, publicUrl, { id, email: form.email }, 'verify-email')
    await auditOwner(trx, 'accounts.registered', { id }, request.ip, { role: form.role })
    return { token, device: throttle.markDevice({ email: form.email, device_epoch: 0 }) }
  })
}

/** The secret was mailed to the address, so it proves it; no other mail follows. */
export async function registerInvited(
  { db, publicUrl, throttle, hooks }: Accounts,
  form: Invited,
  request: FastifyRequest,
): Promise<Session> {
  const { ip } = request
  const passwordHash = await hashChosen(form, (await hooks.findInvitation(db, form.token)).email)
  return inTransaction(db, async (trx) => {
    const { email, role } = await hooks.findInvitation(trx, form.token)
    const proved = { email, role, password_hash: passwordHash, email_verified_at: new Date() }
    const id = await addUser(trx, proved, form)
    await hooks.acceptInvitation(trx, { publicUrl }, { id, email, ip }, form.token)
    await hooks.emailConfirmed(trx, { userId: id, email })
    await auditOwner(trx, 'accounts.registered', { id }, ip, { role, by: 'invitation' })
    return {
      token: await createSession(trx, id, request),
      device: throttle.markDevice({ email, device_epoch: 0 }),
    }
  })
}

async function hashChosen(
  { password, ...names }: Pick<Invited, 'password' | 'firstName' | 'lastName'>,
  email: string,
) {
  await refuseCommonPassword(password)
  refuseTellingPassword(password, { email, first_name: names.firstName, last_name: names.lastName })
  return hashPassword(password)
}

type NewUser = Pick<User, 'email' | 'role' | 'password_hash'> &
  Partial<Pick<User, 'email_verified_at'>>

/** @returns its id. @throws {AppError} CONFLICT if the address has an account. */
async function addUser(trx: Db, user: NewUser, form: Profile & Partial<Register>): Promise<string> {
  const id = randomUUIDv7()
  const columns = { ...profileColumns(form), ...companyColumns(form), last_sign_in_at: new Date() }
  const isNew = await queries.insertUser(trx, { id, ...user, ...columns })
  if (!isNew) throw fieldError('email', addressTaken, 'CONFLICT')
  return id
}

/**
 * Chosen at first, and once more as long as nothing hangs on it; from then on only an administrator
 * changes it.
 */
export const chooseRole = async (
  { db, hooks }: Accounts,
  { actorId, ip }: Actor,
  { role, ...company }: RoleChoice,
) =>
  inTransaction(db, async (trx) => {
    const user = await queries.lockUser(trx, actorId)
    if (!user || !(await mayChooseRole(trx, hooks, user)) || user.role === role)
      throw new AppError('FORBIDDEN', 'Your account already has a role.')
    const again = user.role !== null && { role_chosen_again_at: new Date() }
    const revision = user.revision + 1
    await queries.updateUser(trx, actorId, {
      role,
      revision,
      ...again,
      ...companyColumns(hires(role) ? company : {}),
    })
    if (hires(user.role)) await hooks.stopsHiring(trx, actorId)
    if (hires(role)) await hooks.startsHiring(trx, actorId)
    await auditOwner(trx, 'accounts.role-chosen', user, ip, {
      role,
      ...(user.role !== null && { before: user.role }),
    })
  })

export async function mayChooseRole(
  db: Db,
  { personalData }: AccountHooks,
  user: User,
): Promise<boolean> {
  if (user.role === null) return true
  if (
    user.is_demo ||
    user.role_chosen_again_at !== null ||
    !signUpRoles.some((role) => role === user.role)
  )
    return false
  for (const { isUsed } of personalData) if (await isUsed?.(db, user)) return false
  return true
}

export async function updateProfile(
  { db }: Accounts,
  viewer: Viewer,
  profile: Profile,
): Promise<void> {
  await queries.updateUser(db, viewer.id, profileColumns(profile))
}

const profileColumns = (profile: Profile) => ({
  first_name: profile.firstName,
  last_name: profile.lastName,
})

const companyColumns = (profile: Omit<RoleChoice, 'role'>) => ({
  company_name: profile.companyName || null,
  company_phone: profile.companyPhone || null,
  company_website: profile.companyWebsite || null,
  company_size: profile.companySize ?? null,
  company_description: profile.companyDescription || null,
  organization_type: profile.organizationType ?? null,
})
