import { randomUUIDv7 } from 'node:crypto'
import { findUser, type PersonalData, type User } from '#features/accounts/server/public.ts'
import { companySizes } from '#features/accounts/model.ts'
import { organizationTypes } from '#features/jobs/model.ts'
import * as names from '#features/names/server/public.ts'
import { refuseUnderName } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { employerPath, slugOf } from '#shared/paths.ts'
import type { Organization } from '../contract.ts'
import type { Seat } from '../model.ts'
import { findAsked } from './queries-seat-requests.ts'
import * as queries from './queries-team.ts'
import type { OrganizationRow, SeatRow } from './queries-team.ts'

export type Teams = { db: Db; publicUrl: string; memberLeft: MemberLeft }

/** What higher features do when a member may act on the team's postings no longer. */
export type MemberLeft = (
  trx: Db,
  leaver: { userId: string; actorId: string; publicUrl: string },
) => Promise<unknown>

export type Caller = Pick<Viewer, 'id'> & { ip: string }

export const changedSeat = () =>
  new AppError('CONFLICT', 'Your seat has changed. Please reload the page.')

export const suspendedTeam = () =>
  new AppError('CONFLICT', 'This organization is suspended. Please write to us.')

/**
 * The caller's organization, locked, made if the account has none yet. Of two changes at once the
 * second sees what the first did.
 */
export async function lockOwn(
  trx: Db,
  userId: string,
): Promise<{ organization: OrganizationRow; seat: Seat }> {
  const seat = await lockSeat(trx, userId)
  if (seat.organization.suspended_at !== null) throw suspendedTeam()
  return seat
}

/** The same, also of a suspended one. */
async function lockSeat(
  trx: Db,
  userId: string,
): Promise<{ organization: OrganizationRow; seat: Seat }> {
  const known = (await queries.findSeat(trx, userId)) ?? (await startOrganization(trx, userId))
  const organization = await queries.lockOrganization(trx, known.organization_id)
  const seat = await queries.findSeat(trx, userId)
  if (!organization || seat?.organization_id !== organization.id) throw changedSeat()
  return { organization, seat: seat.seat }
}

export async function lockAsOwner(trx: Db, userId: string): Promise<OrganizationRow> {
  const { organization, seat } = await lockOwn(trx, userId)
  if (seat !== 'owner') throw onlyOwners()
  return organization
}

/** For what only an organization may do that somebody vouched for. */
export async function lockVerified(trx: Db, userId: string): Promise<OrganizationRow> {
  const organization = await lockAsOwner(trx, userId)
  if (!(await isVerified(trx, organization.id)))
    throw new AppError(
      'CONFLICT',
      'This is for verified organizations. Please write to us, and we verify yours.',
    )
  return organization
}

/** Whether an administrator said which employer an organization is. */
const isVerified = async (db: Db, organizationId: string) =>
  (await names.findOwnNames(db, organizationId)).some(
    ({ authority }) => authority === 'administrator',
  )

/** For an account that has begun to hire. */
export async function startOrganization(trx: Db, userId: string): Promise<SeatRow> {
  await takeLock(trx, `organization:${userId}`)
  const seat = await queries.findSeat(trx, userId)
  if (seat) return seat
  const id = randomUUIDv7()
  await queries.insertOrganization(trx, { id, ...rowOf(await loadUser(trx, userId)) })
  const owner = { user_id: userId, organization_id: id, seat: 'owner' } as const
  await queries.upsertSeat(trx, owner)
  return owner
}

/** Of an account that has chosen to be something else: what was started for it goes. */
export async function endOrganization(trx: Db, userId: string): Promise<void> {
  const seat = await queries.findSeat(trx, userId)
  if (!seat) return
  await queries.lockOrganization(trx, seat.organization_id)
  if ((await queries.findSeats(trx, seat.organization_id)).length > 1) throw changedSeat()
  await queries.deleteOrganization(trx, seat.organization_id)
}

/**
 * In a team with others, with open invitations, under a name that somebody gave it, or suspended:
 * more than what was started for the account.
 */
export async function isInTeam(db: Db, { id }: { id: string }): Promise<boolean> {
  const organizationId = (await queries.findSeat(db, id))?.organization_id
  const organization =
    organizationId === undefined ? undefined : await queries.findOrganization(db, organizationId)
  if (!organization) return false
  if (organization.suspended_at !== null || (await names.hasNames(db, id))) return true
  const [seats, invitations] = [
    await queries.findSeats(db, organization.id),
    await queries.findInvitations(db, organization.id),
  ]
  return seats.length > 1 || invitations.length > 0
}

export const onlyOwners = () =>
  new AppError('FORBIDDEN', 'Only owners of the organization can do this.')

/** What an account says about who hires, until its organization says it. */
const rowOf = (user: User) => ({
  name:
    user.company_name?.trim() ||
    [user.first_name, user.last_name].filter(Boolean).join(' ') ||
    'Organization',
  kind: user.organization_type,
  site: user.company_website?.startsWith('https://') ? user.company_website : null,
  size: user.company_size,
  description: user.company_description,
})

export async function loadUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return user
}

export const record = (
  trx: Db,
  action: string,
  { id, ip }: Caller,
  organizationId: string,
  detail: Record<string, unknown> = {},
) =>
  recordAudit(trx, {
    action: `organizations.${action}`,
    actorId: id,
    ip,
    subject: `organization:${organizationId}`,
    detail,
  })

/** Before the first change an account's organization is what the account says, and has no row. */
export async function getOrganization(db: Db, viewer: Viewer): Promise<Organization> {
  const { organization_id: id, seat } = (await queries.findSeat(db, viewer.id)) ?? {
    organization_id: viewer.id,
    seat: 'owner',
  }
  const row = await queries.findOrganization(db, id)
  const [ownNames, members, invitations, staleContacts] = await Promise.all([
    names.findOwnNames(db, id),
    queries.findMembers(db, id),
    seat === 'owner' ? queries.findInvitations(db, id) : [],
    seat === 'owner' ? queries.findStaleContacts(db, id) : [],
  ])
  const texts = saidOf(
    row ?? {
      ...rowOf(await loadUser(db, viewer.id)),
      logo_id: null,
      photos: [],
      keep_months: null,
    },
  )
  const slug = slugOf(texts.name)
  return {
    ...texts,
    isVerified: ownNames.some(({ authority }) => authority === 'administrator'),
    isSuspended: (row?.suspended_at ?? null) !== null,
    names: ownNames
      .map(({ name, slug, authority, granted_at: grantedAt }) => ({
        name,
        slug,
        isMarked: authority === 'administrator',
        waits: grantedAt === null,
      }))
      .toSorted((first, second) => Number(second.slug === slug) - Number(first.slug === slug)),
    seat,
    members: members.map((member) => ({
      ...member,
      since: member.since.toISOString(),
      isSelf: member.id === viewer.id,
    })),
    invitations: invitations.map(({ expires_at, ...invitation }) => ({
      ...invitation,
      expiresAt: expires_at.toISOString(),
    })),
    staleContacts,
    agencies: await queries.findAgencies(db, id),
    uses: seat === 'owner' ? await queries.findUses(db, id) : [],
  }
}

type Said = Pick<
  OrganizationRow,
  'name' | 'kind' | 'size' | 'site' | 'description' | 'logo_id' | 'photos' | 'keep_months'
>

const saidOf = ({ kind, size, logo_id, keep_months, ...texts }: Said) => ({
  name: texts.name,
  kind: organizationTypes.find((type) => type === kind) ?? null,
  size: companySizes.find((candidate) => candidate === size) ?? null,
  site: texts.site,
  description: texts.description,
  logoId: logo_id,
  photos: texts.photos,
  keepMonths: keep_months,
})

export async function updateOrganization(
  db: Db,
  caller: Caller,
  body: BodyOf<'PUT /api/organization'>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await lockAsOwner(trx, caller.id)
    const { keepMonths = null, ...texts } = body
    const after = {
      ...texts,
      kind: texts.kind ?? null,
      size: texts.size ?? null,
      site: texts.site || null,
      description: texts.description || null,
      keep_months: keepMonths,
    }
    // A verified organization keeps its name until the new one is its own.
    if ((await isVerified(trx, before.id)) && before.name !== body.name) {
      const claim = { organizationId: before.id, name: body.name, by: caller.id }
      if ((await names.claimName(trx, claim)) === 'waits') after.name = before.name
    }
    await queries.updateOrganization(trx, before.id, after)
    await queries.nameMembers(trx, { id: before.id, ...after })
    await record(trx, 'changed', caller, before.id, {
      name: after.name,
      ...(before.name !== after.name && { before: before.name }),
      ...(before.keep_months !== keepMonths && { keepMonths }),
    })
  })
}

export async function addOrganizationName(
  db: Db,
  caller: Caller,
  name: string,
): Promise<{ waits: boolean }> {
  return inTransaction(db, async (trx) => {
    const organization = await lockVerified(trx, caller.id)
    const claimed = await names.claimName(trx, {
      organizationId: organization.id,
      name,
      by: caller.id,
    })
    if (claimed !== 'known')
      await record(trx, 'name-added', caller, organization.id, { name, waits: claimed === 'waits' })
    return { waits: claimed === 'waits' }
  })
}

/**
 * An administrator says that an owner's organization is the employer of its name, or takes that
 * back for all of its names.
 */
export async function verifyOrganizationOf(
  trx: Db,
  userId: string,
  isVerified: boolean,
  by: string,
): Promise<void> {
  const { organization, seat } = await (isVerified ? lockOwn : lockSeat)(trx, userId)
  if (seat !== 'owner')
    throw new AppError('CONFLICT', 'Only an owner’s organization can be verified.')
  const { id, name } = organization
  if (isVerified) {
    if (employerPath(name) === undefined)
      throw new AppError('CONFLICT', 'An organization with this name cannot have a page.')
    await names.grantTo(trx, { organizationId: id, name, kind: 'own', by })
  } else
    for (const authority of ['administrator', 'claim'] as const)
      await names.withdrawGrants(trx, {
        by,
        which: { organization_id: id, kind: 'own', authority },
      })
}

export async function allowAgency(
  db: Db,
  caller: Caller,
  agencyId: string,
  isAllowed: boolean,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockVerified(trx, caller.id)
    if (agencyId === organization.id || !(await queries.findOrganization(trx, agencyId)))
      throw new AppError('NOT_FOUND')
    await names.allowOrganization(trx, {
      ownerId: organization.id,
      organizationId: agencyId,
      isAllowed,
      by: caller.id,
    })
    await record(trx, isAllowed ? 'agency-allowed' : 'agency-stopped', caller, organization.id, {
      agency: agencyId,
    })
  })
}

/** The owner of a name takes down what somebody else posted under the name. */
export async function takeDownUse(teams: Teams, caller: Caller, jobId: string): Promise<void> {
  await inTransaction(teams.db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    if (!(await queries.isUse(trx, organization.id, jobId))) throw new AppError('NOT_FOUND')
    await refuseUnderName(trx, teams, jobId, caller.id)
    await record(trx, 'posting-taken-down', caller, organization.id, { posting: jobId })
  })
}

export const exportOrganization: Required<PersonalData>['export'] = async (db, { id }) => {
  const seat = await queries.findSeat(db, id)
  const organization = seat && (await queries.findOrganization(db, seat.organization_id))
  return {
    seat: seat?.seat ?? null,
    organization: organization ? saidOf(organization) : null,
    asked: await findAsked(db, id),
  }
}
