import { randomUUIDv7 } from 'node:crypto'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import { AppError } from '#shared/errors.ts'
import { accountTakenOverMail, identityLinkedMail } from '../emails/account-mails.ts'
import * as queries from '../queries.ts'
import type { User } from '../queries.ts'
import { mailOwner } from '../links.ts'
import { closeWaysIn } from '../service-recovery.ts'
import { auditOwner, lockOwner, type AccountHooks } from '../service.ts'
import { type ProviderProfile, SignInFault } from './identity-providers.ts'

/**
 * The providers that somebody signs in with; one that is not configured any more goes by its id.
 */
export async function listIdentities(
  db: Db,
  configured: readonly OidcProvider[],
  { id }: Pick<Viewer, 'id'>,
) {
  const rows = await queries.findIdentities(db, id)
  return rows.map(({ provider, created_at }) => ({
    provider,
    label: configured.find(({ id }) => id === provider)?.label ?? provider,
    linkedAt: created_at.toISOString(),
  }))
}

/** @throws {AppError} for the last way in to the account. */
export const unlinkIdentity = async (
  db: Db,
  configured: readonly OidcProvider[],
  viewer: Viewer,
  provider: string,
  ip: string,
) =>
  inTransaction(db, async (trx) => {
    const user = await lockOwner(trx, viewer)
    const others = (await queries.findIdentities(trx, viewer.id)).filter(
      (identity) => identity.provider !== provider,
    )
    // Without an address a password opens nothing.
    const hasPassword = user.password_hash !== null && user.email !== null
    const isLast =
      !hasPassword &&
      !others.some((identity) => configured.some(({ id }) => id === identity.provider))
    if (!(await queries.deleteIdentities(trx, viewer.id, { provider })))
      throw new AppError('NOT_FOUND')
    if (isLast)
      throw new AppError('CONFLICT', 'This is your only way to sign in. Add another one first.')
    await auditOwner(trx, 'accounts.identity-unlinked', user, ip, {
      by: `oidc:${provider}`,
    })
  })

type SignInContext = {
  publicUrl: string
  /** Why postings of this account wait, if they do. */
  demo: boolean
  hooks: Pick<AccountHooks, 'emailConfirmed'>
  provider: { id: string; label: string }
  ip: string
}

/**
 * The account of somebody who comes from a provider: the one that this identity opened before; else
 * the one with the address that the provider has verified; else a new one, whose role is not chosen
 * yet. Decision record 9 says why.
 * @throws {SignInFault} if the account is not to be opened.
 */
export async function resolveAccount(
  db: Db,
  context: SignInContext,
  profile: ProviderProfile,
): Promise<User> {
  const identity = { provider: context.provider.id, subject: profile.subject }
  return inTransaction(db, async (trx) => {
    await queries.lockIdentity(trx, identity)
    const known = await queries.lockUserByIdentity(trx, identity)
    if (known) return openable(known, context)
    const { user, isNew } = await accountByEmail(trx, context, profile)
    if (!isNew) await welcomeOwner(trx, user, context)
    const wasOthers = user.email_verified_at === null
    if (user.email !== null)
      await context.hooks.emailConfirmed(trx, {
        userId: user.id,
        email: user.email,
        wasOthers,
      })
    await queries.insertIdentity(trx, identity, user.id)
    await auditAs(trx, user, context, isNew ? 'accounts.registered' : 'accounts.identity-linked')
    // As it is now: to close its ways in changes it.
    return (await queries.findUser(trx, user.id)) ?? user
  })
}

/** @throws {SignInFault} */
function openable(user: User, { demo }: SignInContext): User {
  if (user.suspended_at !== null || (user.is_demo && !demo)) throw new SignInFault('suspended')
  return user
}

async function accountByEmail(
  db: Db,
  context: SignInContext,
  profile: ProviderProfile,
): Promise<{ user: User; isNew: boolean }> {
  const existing =
    profile.email === null ? undefined : await queries.lockUserByEmail(db, profile.email)
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
  return { user: await queries.loadUser(db, id), isNew: true }
}

/**
 * The provider proves the address, so a stranger who signed up with it and never confirmed it loses
 * the account.
 */
async function welcomeOwner(db: Db, user: User, context: SignInContext) {
  if (user.email_verified_at !== null) return mailAbout(db, user, context, identityLinkedMail)
  await closeWaysIn(db, user)
  await queries.updateUser(db, user.id, { email_verified_at: new Date() })
  await mailAbout(db, user, context, accountTakenOverMail)
  await auditAs(db, user, context, 'accounts.taken-over')
}

/**
 * Gives somebody who is signed in another way in.
 * @throws {SignInFault}
 */
export async function linkIdentity(
  db: Db,
  context: SignInContext,
  subject: string,
  viewer: Viewer,
): Promise<void> {
  const identity = { provider: context.provider.id, subject }
  await inTransaction(db, async (trx) => {
    await queries.lockIdentity(trx, identity)
    const holder = await queries.lockUserByIdentity(trx, identity)
    if (holder?.id === viewer.id) return
    if (holder) throw new SignInFault('linked-elsewhere')
    const user = await lockOwner(trx, viewer).catch(() => {
      throw new SignInFault('sign-in-first')
    })
    // Or the address's true owner would confirm it one day, and a stranger could still come in by
    // this identity.
    if (user.email !== null && user.email_verified_at === null)
      throw new SignInFault('confirm-email-first')
    await queries.insertIdentity(trx, identity, user.id)
    await mailAbout(trx, user, context, identityLinkedMail)
    await auditAs(trx, user, context, 'accounts.identity-linked')
  })
}

const auditAs = (db: Db, user: User, { provider, ip }: SignInContext, action: string) =>
  auditOwner(db, action, user, ip, { by: `oidc:${provider.id}` })

const mailAbout = (
  db: Db,
  user: User,
  { publicUrl, provider }: SignInContext,
  write: typeof identityLinkedMail,
) => mailOwner(db, publicUrl, user, (link) => write({ ...link, provider: provider.label }))
