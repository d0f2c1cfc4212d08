import { randomUUIDv7 } from 'node:crypto'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { findSuppression } from '#platform/server/mail/bounces.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { deleteUnsentMails } from '#platform/server/mail/gathering.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import { AppError, StateError } from '#shared/errors.ts'
import { keepAnAdministrator } from './administrators.ts'
import { accountDeletedMail } from './emails/account-mails.ts'
import { accountCausePrefix } from './links.ts'
import { listIdentities } from './oidc/identities.ts'
import {
  auditOwner,
  lockOwner,
  requirePassword,
  requireReauthentication,
  type Accounts,
  type ErasedBy,
  type Origin,
  type PersonalData,
} from './service.ts'
import { mayChooseRole } from './sign-up.ts'
import * as queries from './queries.ts'
import type { User } from './queries.ts'
import {
  countRecoveryCodes,
  findAuthenticator,
  findPasskeys,
  findSecondFactors,
} from './queries-two-factor.ts'
import { findSessions } from './queries-sessions.ts'

/** How the account is opened, and where it is open. */
export async function getSecurity(
  { db, hooks }: Accounts,
  providers: readonly OidcProvider[],
  viewer: Viewer,
) {
  const [known, authenticator, recoveryCodes, identities, sessions, found] = await Promise.all([
    findPasskeys(db, viewer.id),
    findAuthenticator(db, viewer.id),
    countRecoveryCodes(db, viewer.id),
    listIdentities(db, providers, viewer),
    findSessions(db, viewer.id),
    viewer.email === null ? undefined : findSuppression(db, viewer.email),
  ])
  // What somebody else reported is theirs to know.
  const suppression =
    found && (viewer.emailVerified || found.kind !== 'complaint') ? found : undefined
  return {
    passkeys: known.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    authenticatorSince: authenticator?.confirmed_at?.toISOString() ?? null,
    recoveryCodes,
    identities,
    sessions: sessions.map(({ id, created_at, seen_at, ip, user_agent }) => ({
      id,
      current: id === viewer.sessionId,
      createdAt: created_at.toISOString(),
      seenAt: seen_at.toISOString(),
      ip,
      userAgent: user_agent,
    })),
    mayChooseRole: await mayChooseRole(db, hooks, await queries.loadUser(db, viewer.id)),
    suppression: suppression ? { ...suppression, at: suppression.at.toISOString() } : null,
  }
}

type Features = readonly PersonalData[]

/** Everything that is stored about somebody, by the feature that stores it. */
export async function exportMyData(
  db: Db,
  features: Features,
  viewer: Viewer,
): Promise<Record<string, unknown>> {
  const [account, ...parts] = await Promise.all([
    exportAccount(db, viewer.id),
    ...features.map(async (feature) =>
      feature.export ? [[feature.name, await feature.export(db, viewer)]] : [],
    ),
  ])
  return { exportedAt: new Date().toISOString(), account, ...Object.fromEntries(parts.flat()) }
}

/** Without what is of use to nobody: hashes, and keys of passkeys. */
async function exportAccount(db: Db, userId: string) {
  const { password_hash: hash, search_text: _, ...profile } = await queries.loadUser(db, userId)
  const [sessions, passkeys, { code }, identities] = await Promise.all([
    findSessions(db, userId),
    findPasskeys(db, userId),
    findSecondFactors(db, userId),
    queries.findIdentities(db, userId),
  ])
  return {
    ...profile,
    hasPassword: hash !== null,
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({
      name,
      created_at,
      last_used_at,
    })),
    hasAuthenticator: code,
    identities,
    sessions,
  }
}

/**
 * Deletes an account with everything that belongs to it; all of it, or on an error nothing. Before
 * what cannot be undone, people with a password say it again.
 */
export async function deleteMyAccount(
  accounts: Accounts,
  viewer: Viewer,
  password: string | undefined,
  origin: Origin,
): Promise<void> {
  const { db, demo, hooks, publicUrl } = accounts
  const { id } = viewer
  const viewed = await queries.loadUser(db, id)
  if (viewed.is_demo) throw new AppError('FORBIDDEN', 'A sample account cannot be deleted.')
  await requireReauthentication(db, viewed, viewer)
  await requirePassword(accounts, viewed, password, origin)
  await inTransaction(db, async (trx) => {
    await queries.lockAdministrators(trx)
    const user = await lockOwner(trx, viewer)
    const message = 'You are the last administrator. Make someone else an administrator first.'
    await keepAnAdministrator(trx, user, { demo, message })
    await eraseAccount(trx, hooks.personalData, user, {
      actor: 'owner',
      actorId: id,
      publicUrl,
    })
    await auditOwner(trx, 'accounts.deleted', viewer, origin.request.ip)
  })
}

/**
 * Sessions, links, favorites, alerts and drafts go with the row; so do mails that wait, and a last
 * one tells of it. An unproved address may be somebody else's.
 */
export async function eraseAccount(
  trx: Db,
  features: Features,
  user: User,
  by: ErasedBy,
): Promise<void> {
  for (const { erase, eraseAddress } of features) {
    if (user.email !== null && user.email_verified_at !== null)
      await eraseAddress?.(trx, user.email, by)
    await erase?.(trx, user, by)
  }
  await deleteUnsentMails(trx, accountCausePrefix(user.id), 'queued', 'waiting')
  await mailDeleted(trx, user, by)
  await queries.deleteUserRow(trx, user.id)
}

/**
 * Erases a person without an account. @returns of how many rows, by the feature that stored them.
 * @throws {StateError} CONFLICT with the id of the account that has the address.
 */
export async function eraseAddress(
  trx: Db,
  features: Features,
  email: string,
  by: ErasedBy,
): Promise<Record<string, number>> {
  const id = await queries.findUserIdByEmail(trx, email)
  if (id !== undefined)
    throw new StateError(
      'CONFLICT',
      { id },
      'This address belongs to an account. Please erase the account.',
    )
  const erased: Record<string, number> = {}
  for (const feature of features) {
    const rows = (await feature.eraseAddress?.(trx, email, by)) ?? 0
    if (rows > 0) erased[feature.name] = rows
  }
  return erased
}

/** To the confirmed address, and to those that could undo its change. */
async function mailDeleted(trx: Db, user: User, { actor }: ErasedBy) {
  if (user.email === null || user.email_verified_at === null || user.is_demo) return
  const addresses = new Set([user.email, ...(await queries.findUndoAddresses(trx, user.id))])
  for (const to of addresses) {
    const content = accountDeletedMail({ name: user.first_name, byOwner: actor === 'owner' })
    const cause = `account-deleted:${randomUUIDv7()}`
    await enqueueMail(trx, { cause, to, class: 'security', deleteOnceSent: true, content })
  }
}
