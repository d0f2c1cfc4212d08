import { randomUUIDv7 } from 'node:crypto'
import { findUser, type PersonalData, type User } from '#features/accounts/server/public.ts'
import { companySizes } from '#features/accounts/model.ts'
import { organizationTypes } from '#features/jobs/model.ts'
import { isVouchedFor } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { employerPath, slugOf } from '#shared/paths.ts'
import type { Organization } from '../contract.ts'
import type { Seat } from '../model.ts'
import * as queries from './queries-team.ts'
import type { OrganizationRow, SeatRow } from './queries-team.ts'

export type Teams = { db: Db; publicUrl: string; memberLeft: MemberLeft }

/** What higher features do when a member may act on the team's postings no longer. */
export type MemberLeft = (trx: Db, leaver: { userId: string; actorId: string }) => Promise<unknown>

export type Caller = Pick<Viewer, 'id'> & { ip: string }

export const changedSeat = () => new AppError('CONFLICT', 'Your seat has changed. Please reload the page.')

export const suspendedTeam = () => new AppError('CONFLICT', 'This organization is suspended. Please write to us.')

/** The caller's organization, locked, made if the account has none yet. Of two changes at once the second sees what the first did. */
export async function lockOwn(trx: Db, userId: string): Promise<{ organization: OrganizationRow; seat: Seat }> {
  const own = await lockSeat(trx, userId)
  if (own.organization.suspended_at !== null) throw suspendedTeam()
  return own
}

/** The same, also of a suspended one. */
async function lockSeat(trx: Db, userId: string): Promise<{ organization: OrganizationRow; seat: Seat }> {
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
  if (organization.verified_at === null)
    throw new AppError('CONFLICT', 'This is for verified organizations. Please write to us, and we verify yours.')
  return organization
}

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

/** In a team with others, or with invitations that are open. */
export async function isInTeam(db: Db, { id }: { id: string }): Promise<boolean> {
  const seat = await queries.findSeat(db, id)
  if (!seat) return false
  const [seats, invitations] = [
    await queries.findSeats(db, seat.organization_id),
    await queries.findInvitations(db, seat.organization_id),
  ]
  return seats.length > 1 || invitations.length > 0
}

export const onlyOwners = () => new AppError('FORBIDDEN', 'Only owners of the organization can do this.')

/** What an account says about who hires, until its organization says it. */
const rowOf = (user: User) => ({
  name: user.company_name?.trim() || [user.first_name, user.last_name].filter(Boolean).join(' ') || 'Organization',
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
) => recordAudit(trx, { action: `organizations.${action}`, actorId: id, ip, subject: `organization:${organizationId}`, detail })

/** Before the first change an account's organization is what the account says, and has no row. */
export async function getOrganization(db: Db, viewer: Viewer): Promise<Organization> {
  const { organization_id: id, seat } = (await queries.findSeat(db, viewer.id)) ?? { organization_id: viewer.id, seat: 'owner' }
  const row = await queries.findOrganization(db, id)
  const [names, members, invitations, staleContacts, clients] = await Promise.all([
    queries.findNames(db, id),
    queries.findMembers(db, id),
    seat === 'owner' ? queries.findInvitations(db, id) : [],
    seat === 'owner' ? queries.findStaleContacts(db, id) : [],
    viewer.role === 'recruiter' ? queries.findClients(db, id) : [],
  ])
  const said = saidOf(row ?? { ...rowOf(await loadUser(db, viewer.id)), logo_id: null, keep_months: null })
  const slug = slugOf(said.name)
  const slugs = names.map((name) => name.slug)
  return {
    ...said,
    isVerified: (row?.verified_at ?? null) !== null,
    isSuspended: (row?.suspended_at ?? null) !== null,
    names: names.toSorted((one, other) => Number(other.slug === slug) - Number(one.slug === slug)),
    seat,
    members: members.map((member) => ({ ...member, since: member.since.toISOString(), isSelf: member.id === viewer.id })),
    invitations: invitations.map(({ expires_at, ...it }) => ({ ...it, expiresAt: expires_at.toISOString() })),
    staleContacts,
    agencies: await queries.findAgencies(db, id, slugs),
    clients,
  }
}

type Said = Pick<OrganizationRow, 'name' | 'kind' | 'size' | 'site' | 'description' | 'logo_id' | 'keep_months'>

const saidOf = ({ kind, size, logo_id, keep_months, ...said }: Said) => ({
  name: said.name,
  kind: organizationTypes.find((type) => type === kind) ?? null,
  size: companySizes.find((it) => it === size) ?? null,
  site: said.site,
  description: said.description,
  logoId: logo_id,
  keepMonths: keep_months,
})

export async function updateOrganization(db: Db, caller: Caller, body: BodyOf<'PUT /api/organization'>): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await lockAsOwner(trx, caller.id)
    const { keepMonths = null, ...said } = body
    const after = {
      ...said,
      kind: said.kind ?? null,
      size: said.size ?? null,
      site: said.site || null,
      description: said.description || null,
      keep_months: keepMonths,
    }
    await queries.updateOrganization(trx, before.id, after)
    await queries.nameMembers(trx, { id: before.id, ...after })
    if (before.verified_at !== null) await claimName(trx, before, await loadUser(trx, caller.id), body.name)
    await record(trx, 'changed', caller, before.id, {
      name: body.name,
      ...(before.name !== body.name && { before: before.name }),
      ...(before.keep_months !== keepMonths && { keepMonths }),
    })
  })
}

export async function addOrganizationName(db: Db, caller: Caller, name: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockVerified(trx, caller.id)
    await claimName(trx, organization, await loadUser(trx, caller.id), name)
    await record(trx, 'name-added', caller, organization.id, { name })
  })
}

/** A name whose postings are others' takes an administrator, who vouches for the mail domain as that employer's. */
async function claimName(trx: Db, { id }: OrganizationRow, user: User, name: string): Promise<void> {
  const slug = slugOf(name)
  const names = await queries.findNames(trx, id)
  if (names.some((known) => known.slug === slug)) return
  if (employerPath(name) === undefined) throw fieldError('name', 'An organization with this name cannot have a page.')
  if ((await queries.isUsedByOthers(trx, slug, id)) && !(await isVouchedFor(trx, user, [name])))
    throw fieldError(
      'name',
      'Others post under this name, so an administrator has to confirm it first. Please write to us.',
      'CONFLICT',
    )
  if (!(await queries.claimSlug(trx, { slug, name, organization_id: id })))
    throw fieldError('name', 'Another organization has this name.', 'CONFLICT')
}

/** An administrator marks an account as a verified hospital, or takes the mark back: its organization follows. */
export async function verifyOrganizationOf(trx: Db, userId: string, isVerified: boolean): Promise<void> {
  const { organization, seat } = await (isVerified ? lockOwn : lockSeat)(trx, userId)
  if (seat !== 'owner') return
  const { id, name } = organization
  await queries.updateOrganization(trx, id, { verified_at: isVerified ? new Date() : null })
  if (!isVerified) await queries.deleteNames(trx, id)
  else if (employerPath(name) !== undefined && !(await queries.claimSlug(trx, { slug: slugOf(name), name, organization_id: id })))
    throw new AppError('CONFLICT', `Another verified organization has the name ${name}.`)
}

export async function allowAgency(db: Db, caller: Caller, agencyId: string, isAllowed: boolean): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockVerified(trx, caller.id)
    if (agencyId === organization.id || !(await queries.findOrganization(trx, agencyId))) throw new AppError('NOT_FOUND')
    await queries.allowAgency(trx, organization.id, agencyId, isAllowed)
    await record(trx, isAllowed ? 'agency-allowed' : 'agency-stopped', caller, organization.id, { agency: agencyId })
  })
}

export const exportOrganization: Required<PersonalData>['export'] = async (db, { id }) => {
  const seat = await queries.findSeat(db, id)
  const organization = seat && (await queries.findOrganization(db, seat.organization_id))
  return {
    seat: seat?.seat ?? null,
    organization: organization ? saidOf(organization) : null,
    asked: await queries.findAsked(db, id),
  }
}
