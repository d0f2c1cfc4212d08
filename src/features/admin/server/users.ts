import * as accounts from '#features/accounts/server/public.ts'
import { findCvSummary } from '#features/cv/server/public.ts'
import {
  findOrganization,
  findSeat,
  verifyOrganizationOf,
} from '#features/employers/server/public.ts'
import { countInquiriesOf } from '#features/inquiries/server/public.ts'
import { findNamesOf, findVerified, grantView } from '#features/names/server/public.ts'
import { countPostingsOf } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { idsOf, inTransaction, pageOf, type Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import {
  isModerator,
  type BodyOf,
  type QueryOf,
  type ResponseOf,
  type Role,
} from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import type { UserDetail } from '../contract.ts'
import { maxCountedUsers, type ErasureRequest } from '../model.ts'
import * as queries from './queries.ts'

const pageSize = 50

/** Up to this many matches are sorted; with more, walking the order finds a page soon. */
const maxSorted = 2000

const maxWords = 6

/**
 * A page of accounts. Reads one more than the page, to know whether another page follows. Few
 * matches are found by index and sorted; with many matches, the order is walked.
 */
export async function listUsers(
  db: Db,
  { q, sort, after, role, email, status, hospital }: QueryOf<'GET /api/admin/users'>,
): Promise<ResponseOf<'GET /api/admin/users'>> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)
  const filter = { words, role, email, status, hospital }
  const limit = words.length > 0 ? maxSorted : maxCountedUsers
  const some = await queries.findUserIds(db, filter, limit)
  const which = some.length < limit ? some : filter
  const found = await queries.findUsers(db, which, { sort, after, limit: pageSize + 1 })
  const { rows, next } = pageOf(found, pageSize)
  const verified = await findVerified(db, idsOf(rows))
  return {
    users: rows.map((user) => userSummaryView(user, verified.has(user.id))),
    next,
    total: Math.min(some.length, maxCountedUsers),
  }
}

export async function getUser(
  db: Db,
  providers: readonly OidcProvider[],
  id: string,
): Promise<UserDetail> {
  const user = await accounts.findUser(db, id)
  if (!user) throw new AppError('NOT_FOUND', 'This account does not exist.')
  const seat = await findSeat(db, id)
  const [organization, identities, sessions, postings, inquiries, cv] = await Promise.all([
    seat && findOrganization(db, seat.organization_id),
    accounts.listIdentities(db, providers, { id }),
    accounts.findSessions(db, id),
    countPostingsOf(db, id),
    countInquiriesOf(db, id),
    findCvSummary(db, id),
  ])
  return {
    ...userSummaryView(user, (await findVerified(db, [id])).has(id)),
    companyPhone: user.company_phone,
    companyWebsite: user.company_website,
    organizationType: user.organization_type,
    suspension:
      user.suspended_at === null
        ? null
        : { reason: user.suspension_reason, note: user.suspension_note },
    organization: organization
      ? {
          id: organization.id,
          name: organization.name,
          suspendedAt: organization.suspended_at?.toISOString() ?? null,
          reason: organization.suspension_reason,
          note: organization.suspension_note,
        }
      : null,
    hasPassword: user.password_hash !== null,
    identities,
    sessions: { count: sessions.length, lastSeenAt: sessions[0]?.seen_at.toISOString() ?? null },
    postings,
    inquiries,
    hasCv: cv.cvFileName !== null,
    names: seat ? (await findNamesOf(db, seat.organization_id)).map(grantView) : [],
  }
}

const userSummaryView = (user: accounts.User, isVerifiedHospital: boolean) => ({
  id: user.id,
  revision: user.revision,
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  emailVerified: user.email_verified_at !== null,
  role: user.role,
  companyName: user.company_name,
  isVerifiedHospital,
  isDemo: user.is_demo,
  suspendedAt: user.suspended_at?.toISOString() ?? null,
  createdAt: user.created_at.toISOString(),
  lastSignInAt: user.last_sign_in_at?.toISOString() ?? null,
})

const summaryOf = async (db: Db, user: accounts.User) =>
  userSummaryView(user, (await findVerified(db, [user.id])).has(user.id))

export type AdminAction = Actor & {
  /** Of the account that it is about. */
  id: string
  /** The revision that the administrator saw; undefined if nothing can be overwritten. */
  revision?: number
}

/**
 * Runs an admin action with the accounts locked, so that concurrent actions see each other, by a
 * current administrator, on the revision that they saw. Meanwhile the account may change a posting,
 * so that each waits for the other: then it is repeated.
 * @throws {StaleError} when the account changed since.
 */
export const administer = async (
  db: Db,
  { actorId, id, revision }: AdminAction,
  work: (trx: Db, user: accounts.User) => Promise<void>,
) =>
  inTransaction(db, async (trx) => {
    await lockAdministrator(trx, actorId)
    const user = await accounts.lockUser(trx, id)
    if (!user) throw new AppError('NOT_FOUND', 'This account does not exist.')
    if (revision !== undefined && user.revision !== revision)
      throw new StaleError(await summaryOf(trx, user), stale)
    await work(trx, user)
  })

export async function lockAdministrator(trx: Db, actorId: string): Promise<void> {
  await accounts.lockAdministrators(trx)
  const actor = await accounts.findUser(trx, actorId)
  if (actor?.role !== 'admin' || actor.suspended_at !== null) throw new AppError('FORBIDDEN')
}

const stale = 'Someone else changed this account in the meantime. Please look at it again.'

export type Administration = {
  db: Db
  publicUrl: string
  /** Whether sample accounts can sign in. */
  demo: boolean
  /** Erased with an account. */
  personalData: readonly accounts.PersonalData[]
}

/** Ends all sessions, so that none has the old rights. */
export const changeUserRole = async (
  { db, demo }: Administration,
  action: AdminAction,
  role: Role,
) =>
  administer(db, action, async (trx, user) => {
    if (user.role === role) return
    if (isModerator(role)) requireTrusted(user, demo)
    if (role === 'moderator') await requireNoHiring(trx, user.id)
    await accounts.keepAnAdministrator(trx, user, { demo })
    const losesMark = role !== 'employer' && (await summaryOf(trx, user)).isVerifiedHospital
    if (losesMark) await verifyOrganizationOf(trx, user.id, false, action.actorId)
    await change(trx, user, { role })
    await accounts.deleteSessions(trx, user.id)
    await record(trx, action, 'accounts.role-changed', {
      before: { role: user.role, ...(losesMark && { verifiedHospital: true }) },
      after: { role, ...(losesMark && { verifiedHospital: false }) },
    })
  })

function requireTrusted(user: accounts.User, demo: boolean) {
  if (user.is_demo && !demo)
    throw new AppError('CONFLICT', 'This is a sample account. It does not work in production.')
  if (user.suspended_at !== null)
    throw new AppError('CONFLICT', 'This account is suspended. Reinstate it first.')
  // A stranger may have signed up with this address.
  if (user.email !== null && user.email_verified_at === null)
    throw new AppError(
      'CONFLICT',
      'The email address of this account is not confirmed. Its owner has to confirm it first.',
    )
}

/** Moderators reach neither postings nor organization of their own. */
async function requireNoHiring(trx: Db, userId: string) {
  const { pending, active } = await countPostingsOf(trx, userId)
  if (pending + active > 0 || (await findSeat(trx, userId)))
    throw new AppError(
      'CONFLICT',
      'This account has open postings or a seat in an organization. Please make another account a moderator.',
    )
}

/**
 * Marks the organization of an employer as what its name says, on all current and later postings
 * under the name.
 */
export const markVerifiedHospital = async (
  { db }: Administration,
  action: AdminAction,
  verified: boolean,
) =>
  administer(db, action, async (trx, user) => {
    if ((await summaryOf(trx, user)).isVerifiedHospital === verified) return
    if (user.role !== 'employer')
      throw new AppError('CONFLICT', 'Only employers can be verified hospitals.')
    await change(trx, user, {})
    await verifyOrganizationOf(trx, user.id, verified, action.actorId)
    await record(
      trx,
      action,
      verified ? 'accounts.hospital-verified' : 'accounts.hospital-unverified',
      {
        before: { verifiedHospital: !verified },
        after: { verifiedHospital: verified },
      },
    )
  })

/** The link goes only to the owner's mailbox. */
export const sendPasswordReset = async ({ db, publicUrl }: Administration, action: AdminAction) =>
  administer(db, action, async (trx, { id, email, suspended_at, is_demo }) => {
    if (email === null)
      throw new AppError(
        'CONFLICT',
        'This account has no email address, so a password would not work.',
      )
    if (suspended_at !== null)
      throw new AppError('CONFLICT', 'This account is suspended, so a new password would not work.')
    if (is_demo)
      throw new AppError('CONFLICT', 'The password of a sample account cannot be changed.')
    // Strangers who ask for links use up those that anybody may ask for.
    await accounts.mailAccountLink(trx, publicUrl, { id, email }, 'reset-password', 'security')
    await record(trx, action, 'accounts.reset-sent', {})
  })

/**
 * Erases an account and its data. The audit log records the administrator, the time, the requester
 * and the id.
 */
export const eraseUser = async (
  { db, demo, personalData, publicUrl }: Administration,
  action: AdminAction,
  requestedBy: ErasureRequest,
) =>
  administer(db, action, async (trx, user) => {
    const { actorId } = action
    if (user.id === actorId)
      throw new AppError('CONFLICT', 'Please delete your own account on your account page.')
    if (user.is_demo) throw new AppError('CONFLICT', 'A sample account cannot be deleted.')
    await accounts.keepAnAdministrator(trx, user, { demo })
    await accounts.eraseAccount(trx, personalData, user, {
      actor: 'administrator',
      actorId,
      publicUrl,
    })
    await record(trx, action, 'accounts.erased', {
      requestedBy,
      before: { role: user.role },
      after: null,
    })
  })

export const change = (
  trx: Db,
  user: accounts.User,
  changes: Parameters<typeof accounts.updateUser>[2],
) => accounts.updateUser(trx, user.id, { ...changes, revision: user.revision + 1 })

export const record = (
  db: Db,
  { actorId, ip, id }: AdminAction,
  action: string,
  detail: Record<string, unknown>,
) => recordAudit(db, { action, actorId, subject: `user:${id}`, ip, detail })

/** Erases a person without an account. The audit log records the same, and not the address. */
export const eraseAddress = (
  { db, personalData, publicUrl }: Administration,
  { actorId, ip }: Actor,
  { email, requestedBy }: BodyOf<'POST /api/admin/erasures'>,
) =>
  inTransaction(db, async (trx) => {
    await lockAdministrator(trx, actorId)
    const by = { actor: 'administrator', actorId, publicUrl } as const
    const erased = await accounts.eraseAddress(trx, personalData, email, by)
    await recordAudit(trx, {
      action: 'accounts.address-erased',
      actorId,
      ip,
      detail: { requestedBy, erased },
    })
    return { erased }
  })
