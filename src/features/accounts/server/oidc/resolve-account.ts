import { randomUUIDv7 } from 'node:crypto'
import { claimAlerts } from '#features/alerts/server/public.ts'
import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import { closeWaysIn } from '../close-ways-in.ts'
import * as queries from '../queries.ts'
import type { User } from '../queries.ts'
import * as identities from '../queries-identities.ts'
import { mailAccountTakenOver, mailIdentityLinked } from './mails.ts'
import type { ProviderProfile } from './code-flow.ts'
import { SignInFault } from './sign-in-fault.ts'

export type SignInContext = {
  publicUrl: string
  /** Sample accounts open nothing in production. */
  demo: boolean
  provider: { id: string; label: string }
  ip: string
}

/**
 * The account of somebody who comes from a provider: the one that this identity opened before; else the one with the address
 * that the provider has verified; else a new one, whose role is not chosen yet. Decision record 16 says why.
 * @throws {SignInFault} if the account is not to be opened.
 */
export async function resolveAccount(db: Db, context: SignInContext, profile: ProviderProfile): Promise<User> {
  const identity = { provider: context.provider.id, subject: profile.subject }
  return db.transaction().execute(async (transaction) => {
    await identities.lockIdentity(transaction, identity)
    const known = await identities.lockUserByIdentity(transaction, identity)
    if (known) return openable(known, context)
    const { user, isNew } = await accountByEmail(transaction, context, profile)
    if (!isNew) await welcomeOwner(transaction, user, context)
    // Alerts that were made with the address, before it had an account that proved it.
    if (user.email !== null) await claimAlerts(transaction, { userId: user.id, email: user.email })
    await identities.insertIdentity(transaction, identity, user.id)
    await auditAs(transaction, user, context, isNew ? 'accounts.registered' : 'accounts.identity-linked')
    return user
  })
}

/** @throws {SignInFault} */
function openable(user: User, { demo }: SignInContext): User {
  if (user.suspended_at !== null || (user.is_demo && !demo)) throw new SignInFault('suspended')
  return user
}

async function accountByEmail(db: Db, context: SignInContext, profile: ProviderProfile): Promise<{ user: User; isNew: boolean }> {
  const existing = profile.email === null ? undefined : await identities.lockUserByEmail(db, profile.email)
  const isSample = existing?.is_demo === true && !context.demo
  if (existing && !isSample) return { user: openable(existing, context), isNew: false }
  const email = isSample ? null : profile.email
  const now = new Date()
  const id = randomUUIDv7()
  const inserted = await queries.insertUser(db, {
    id,
    email,
    email_verified_at: email === null ? null : now,
    first_name: profile.firstName,
    last_name: profile.lastName,
    profile_image_url: profile.pictureUrl,
    role: null,
  })
  // Somebody signed up with the address in this very moment: now there is an account to be found.
  if (!inserted) return accountByEmail(db, context, profile)
  const user = await queries.selectUser(db, id)
  if (!user) throw new Error('A user that was just inserted is gone')
  return { user, isNew: true }
}

/** The address is proved to be theirs; whoever signed up with it and never proved it has no business here any more. */
async function welcomeOwner(db: Db, user: User, context: SignInContext): Promise<void> {
  if (user.email_verified_at !== null) return mailIdentityLinked(db, user, context)
  await closeWaysIn(db, user)
  await queries.updateUser(db, user.id, { email_verified_at: new Date() })
  await mailAccountTakenOver(db, user, context)
  await auditAs(db, user, context, 'accounts.taken-over')
}

/**
 * Gives somebody who is signed in another way in.
 * @throws {SignInFault}
 */
export async function linkIdentity(db: Db, context: SignInContext, subject: string, userId: string): Promise<void> {
  const identity = { provider: context.provider.id, subject }
  await db.transaction().execute(async (transaction) => {
    await identities.lockIdentity(transaction, identity)
    const holder = await identities.lockUserByIdentity(transaction, identity)
    if (holder?.id === userId) return
    if (holder) throw new SignInFault('linked-elsewhere')
    const user = await queries.lockUser(transaction, userId)
    if (!user) throw new SignInFault('sign-in-first')
    // Or the address's true owner would confirm it one day, and a stranger could still come in by this identity.
    if (user.email !== null && user.email_verified_at === null) throw new SignInFault('confirm-email-first')
    await identities.insertIdentity(transaction, identity, user.id)
    await mailIdentityLinked(transaction, user, context)
    await auditAs(transaction, user, context, 'accounts.identity-linked')
  })
}

const auditAs = (db: Db, user: User, { provider, ip }: SignInContext, action: string): Promise<void> =>
  recordAudit(db, { action, actorId: user.id, subject: `user:${user.id}`, ip, detail: { by: `oidc:${provider.id}` } })
