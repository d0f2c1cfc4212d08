import { randomUUIDv7 } from 'node:crypto'
import {
  findUser,
  findUserIdByEmail,
  hashSecret,
  lockUser,
  newSecret,
  updateUser,
  type PersonalData,
  type User,
} from '#features/accounts/server/public.ts'
import { organizationTypes } from '#features/jobs/model.ts'
import { companySizes, hires } from '#features/accounts/model.ts'
import { handOver, handOverAllOf, isVouchedFor, markVerifiedHospitalOf, type By } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { employerDashboardPath, employerPath, slugOf, invitationPath } from '#shared/paths.ts'
import type { Organization } from '../contract.ts'
import { invitationDays, maxInvitations, type Seat } from '../model.ts'
import { invitationMail, seatEndedMail } from './mails.ts'
import * as queries from './queries-team.ts'
import type { OrganizationRow, SeatRow } from './queries-team.ts'

export type Teams = { db: Db; publicUrl: string }

export type Caller = Pick<Viewer, 'id'> & { ip: string }

/** Before the first change an account's organization is what the account says, and has no row. */
export async function getOrganization(db: Db, viewer: Viewer): Promise<Organization> {
  const { organization_id: id, seat } = (await queries.findSeat(db, viewer.id)) ?? { organization_id: viewer.id, seat: 'owner' }
  const row = await queries.findOrganization(db, id)
  const [names, members, invitations, clients] = await Promise.all([
    queries.findNames(db, id),
    queries.findMembers(db, id),
    seat === 'owner' ? queries.findInvitations(db, id) : [],
    viewer.role === 'recruiter' ? queries.findClients(db, id) : [],
  ])
  const said = saidOf(row ?? { ...rowOf(await loadUser(db, viewer.id)), logo_id: null, keep_months: null })
  const slug = slugOf(said.name)
  const slugs = names.map((name) => name.slug)
  return {
    ...said,
    isVerified: (row?.verified_at ?? null) !== null,
    names: names.toSorted((one, other) => Number(other.slug === slug) - Number(one.slug === slug)),
    seat,
    members: members.map((member) => ({ ...member, since: member.since.toISOString(), isSelf: member.id === viewer.id })),
    invitations: invitations.map(({ expires_at, ...it }) => ({ ...it, expiresAt: expires_at.toISOString() })),
    agencies: await queries.findAgencies(db, id, slugs),
    clients,
  }
}

const rowOf = (user: User) => ({
  name: user.company_name?.trim() || [user.first_name, user.last_name].filter(Boolean).join(' ') || 'Organization',
  kind: user.organization_type,
  site: user.company_website?.startsWith('https://') ? user.company_website : null,
  size: user.company_size,
  description: user.company_description,
})

type Said = Omit<OrganizationRow, 'id' | 'verified_at' | 'created_at' | 'updated_at'>

const saidOf = ({ kind, size, logo_id, keep_months, ...said }: Said) => ({
  name: said.name,
  kind: organizationTypes.find((it) => it === kind) ?? null,
  size: companySizes.find((it) => it === size) ?? null,
  site: said.site,
  description: said.description,
  logoId: logo_id,
  keepMonths: keep_months,
})

async function loadUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return user
}

/** For an account that has begun to hire. */
export async function startOrganization(trx: Db, userId: string): Promise<void> {
  await foundOrganization(trx, await loadUser(trx, userId))
}

const changedSeat = () => new AppError('CONFLICT', 'Your seat has changed. Please reload the page.')

type Locked = { organization: OrganizationRow; seat: Seat }

/** The caller's organization, locked, made if the account has none yet. Of two changes at once the second sees what the first did. */
async function lockOwn(trx: Db, userId: string): Promise<Locked> {
  const known = (await queries.findSeat(trx, userId)) ?? (await foundOrganization(trx, await loadUser(trx, userId)))
  const organization = await queries.lockOrganization(trx, known.organization_id)
  const seat = await queries.findSeat(trx, userId)
  if (!organization || seat?.organization_id !== organization.id) throw changedSeat()
  return { organization, seat: seat.seat }
}

async function lockAsOwner(trx: Db, userId: string): Promise<OrganizationRow> {
  const { organization, seat } = await lockOwn(trx, userId)
  if (seat !== 'owner') throw new AppError('FORBIDDEN', 'Only owners of the organization can do this.')
  return organization
}

/** For what only an organization may do that somebody vouched for. */
export async function lockVerified(trx: Db, userId: string): Promise<OrganizationRow> {
  const organization = await lockAsOwner(trx, userId)
  if (organization.verified_at === null)
    throw new AppError('CONFLICT', 'This is for verified organizations. Please write to us, and we verify yours.')
  return organization
}

async function foundOrganization(trx: Db, user: User): Promise<SeatRow> {
  await takeLock(trx, `organization:${user.id}`)
  const seat = await queries.findSeat(trx, user.id)
  if (seat) return seat
  const id = randomUUIDv7()
  await queries.insertOrganization(trx, { id, ...rowOf(user), verified_at: null })
  const owner = { user_id: user.id, organization_id: id, seat: 'owner' } as const
  await queries.upsertSeat(trx, owner)
  return owner
}

export const record = (
  trx: Db,
  action: string,
  { id, ip }: Caller,
  organizationId: string,
  detail: Record<string, unknown> = {},
) => recordAudit(trx, { action: `organizations.${action}`, actorId: id, ip, subject: `organization:${organizationId}`, detail })

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

export async function addName(db: Db, caller: Caller, name: string): Promise<void> {
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
  if (names.some((it) => it.slug === slug)) return
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
  const { organization, seat } = await lockOwn(trx, userId)
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

export async function inviteMember({ db, publicUrl }: Teams, caller: Caller, { email, seat }: { email: string; seat: Seat }) {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    const [members, open] = [await queries.findMembers(trx, organization.id), await queries.findInvitations(trx, organization.id)]
    if (members.some((member) => member.email === email))
      throw fieldError('email', 'This person is in the team already.', 'CONFLICT')
    if (open.length >= maxInvitations && !open.some((it) => it.email === email))
      throw new AppError('CONFLICT', `At most ${maxInvitations} invitations can be open. Please withdraw some first.`)
    const token = newSecret()
    const id = randomUUIDv7()
    await queries.upsertInvitation(trx, {
      id,
      token_hash: hashSecret(token),
      organization_id: organization.id,
      email,
      seat,
      invited_by: caller.id,
      expires_at: new Date(Date.now() + invitationDays * 86_400_000),
    })
    await record(trx, 'invited', caller, organization.id, { seat })
    const guestId = await findUserIdByEmail(trx, email)
    const isProved = guestId !== undefined && (await loadUser(trx, guestId)).email_verified_at !== null
    const content = invitationMail({
      organization: isProved ? organization.name : null,
      seat,
      href: publicUrl + invitationPath(token),
    })
    await enqueueMail(trx, { cause: `invitation:${id}`, to: email, class: 'request', sensitive: true, content })
  })
}

export async function withdrawInvitation(db: Db, caller: Caller, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    if (!(await queries.deleteInvitation(trx, id, organization.id))) throw new AppError('NOT_FOUND')
    await record(trx, 'invitation-withdrawn', caller, organization.id)
  })
}

const deadInvitation = () => new AppError('NOT_FOUND', 'This invitation was used or withdrawn, or its seven days are over.')

export async function getInvitation(db: Db, token: string): Promise<ResponseOf<'GET /api/invitation'>> {
  const found = await queries.findInvitation(db, hashSecret(token))
  if (!found) throw deadInvitation()
  return { organization: found.name, email: found.email, seat: found.seat }
}

export async function acceptInvitation({ db, publicUrl }: Teams, viewer: Viewer, ip: string, token: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const found = await queries.findInvitation(trx, hashSecret(token))
    if (!found) throw deadInvitation()
    if (viewer.email !== found.email)
      throw new AppError(
        'CONFLICT',
        `This invitation is for ${found.email}. You are signed in as ${viewer.email ?? 'somebody else'}.`,
      )
    await join({ db: trx, publicUrl }, { id: viewer.id, ip }, found.organization_id, found.seat)
    if (!(await queries.deleteInvitation(trx, found.id, found.organization_id))) throw deadInvitation()
    await record(trx, 'joined', { id: viewer.id, ip }, found.organization_id, { seat: found.seat })
  })
}

/** Who was alone brings the postings along; of a team they stay there. The account's role becomes the team's. */
export async function join(teams: Teams, caller: Caller, organizationId: string, seat: Seat): Promise<void> {
  const trx = teams.db
  const user = await lockUser(trx, caller.id)
  if (!user || (user.role !== null && !hires(user.role)))
    throw new AppError('CONFLICT', 'A team is for employers and recruiters. Please use an account of your own for hiring.')
  const known = await queries.findSeat(trx, caller.id)
  if (known?.organization_id === organizationId) throw new AppError('CONFLICT', 'You are in this team already.')
  // In the order of their ids, so that two who change places do not wait for each other.
  for (const id of [organizationId, known?.organization_id ?? organizationId].toSorted()) await queries.lockOrganization(trx, id)
  const before = await queries.findSeat(trx, caller.id)
  if (before?.organization_id !== known?.organization_id) throw changedSeat()
  const organization = await queries.findOrganization(trx, organizationId)
  if (!organization) throw deadInvitation()
  if (before && (await queries.findSeats(trx, before.organization_id)).length > 1) await endSeat(teams, caller, before)
  else if (before) {
    await queries.deleteOrganization(trx, before.organization_id)
    await dropMark(trx, user)
  }
  await queries.upsertSeat(trx, { user_id: caller.id, organization_id: organizationId, seat })
  await queries.nameMembers(trx, organization)
  await adoptRole(trx, caller.id, organizationId)
}

/** A recruiter whom a hospital hires posts in-house. */
async function adoptRole(trx: Db, userId: string, organizationId: string): Promise<void> {
  const [user, seats] = [await loadUser(trx, userId), await queries.findSeats(trx, organizationId)]
  const owner = seats.find((it) => it.seat === 'owner')
  const { role } = owner ? await loadUser(trx, owner.user_id) : { role: 'employer' as const }
  if (hires(role) && user.role !== role) await updateUser(trx, userId, { role, revision: user.revision + 1 })
}

export async function changeSeat(db: Db, caller: Caller, id: string, seat: Seat): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    const seats = await queries.findSeats(trx, organization.id)
    const member = memberIn(seats, id)
    if (seat !== 'owner') {
      keepOwner(seats, member)
      await queries.deleteInvitationsBy(trx, id)
    }
    await queries.updateSeat(trx, id, seat)
    await record(trx, 'seat-changed', caller, organization.id, { member: id, before: member.seat, after: seat })
  })
}

function memberIn(seats: readonly SeatRow[], id: string): SeatRow {
  const member = seats.find((it) => it.user_id === id)
  if (!member) throw new AppError('NOT_FOUND', 'This person is not in the team any more.')
  return member
}

function keepOwner(seats: readonly SeatRow[], member: SeatRow): void {
  if (member.seat === 'owner' && !seats.some((it) => it.seat === 'owner' && it.user_id !== member.user_id))
    throw new AppError('CONFLICT', 'The last owner stays. Please make someone else an owner first.')
}

/** Removes a member, or oneself. */
export async function removeMember({ db, publicUrl }: Teams, caller: Caller, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { organization, seat } = await lockOwn(trx, caller.id)
    if (id !== caller.id && seat !== 'owner') throw new AppError('FORBIDDEN', 'Only owners of the organization can do this.')
    await endSeat({ db: trx, publicUrl }, caller, memberIn(await queries.findSeats(trx, organization.id), id))
  })
}

/** The caller, or the oldest owner, gets the postings. A team without an owner ends with its last member, who keeps them. */
async function endSeat({ db: trx, publicUrl }: Teams, caller: Caller, member: SeatRow): Promise<void> {
  const seats = await queries.findSeats(trx, member.organization_id)
  keepOwner(seats, member)
  const others = seats.filter((it) => it.user_id !== member.user_id)
  const owners = others.filter((it) => it.seat === 'owner')
  const heir = owners.find((it) => it.user_id === caller.id) ?? owners[0] ?? others[0]
  if (heir) await handOverAllOf(trx, member.user_id, heir.user_id, { actor: 'owner', actorId: caller.id })
  await queries.deleteSeat(trx, member.user_id)
  await queries.deleteInvitationsBy(trx, member.user_id)
  await record(trx, 'member-removed', caller, member.organization_id, { member: member.user_id })
  const user = await loadUser(trx, member.user_id)
  await dropMark(trx, user)
  if (!heir) return queries.deleteOrganization(trx, member.organization_id)
  const organization = await queries.findOrganization(trx, member.organization_id)
  if (user.email === null || user.is_demo) return
  const content = seatEndedMail({ organization: organization?.name ?? '', href: publicUrl + employerDashboardPath })
  await enqueueMail(trx, { cause: `seat-ended:${randomUUIDv7()}`, to: user.email, content })
}

/** The mark was the organization's, of which the account is no member any more. */
async function dropMark(trx: Db, user: User): Promise<void> {
  if (!user.is_verified_hospital) return
  await updateUser(trx, user.id, { is_verified_hospital: false, revision: user.revision + 1 })
  await markVerifiedHospitalOf(trx, user.id, false)
}

/** To another member who may manage it. */
export async function handOverPosting(db: Db, caller: Caller, jobId: string, to: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { organization } = await lockOwn(trx, caller.id)
    const member = memberIn(await queries.findSeats(trx, organization.id), to)
    if (member.seat === 'reader') throw new AppError('CONFLICT', 'A reader cannot take a posting over.')
    await handOver(trx, caller.id, jobId, to)
  })
}

export const employersPersonalData: PersonalData = {
  name: 'organization',
  export: async (db, { id }) => {
    const seat = await queries.findSeat(db, id)
    const organization = seat && (await queries.findOrganization(db, seat.organization_id))
    return {
      seat: seat?.seat ?? null,
      organization: organization ? saidOf(organization) : null,
      asked: await queries.findAsked(db, id),
    }
  },
  /** Before the postings are: those of a team go to an owner. Where an administrator deletes the last one, the oldest member becomes owner. */
  async erase(trx, { id, email, email_verified_at: verifiedAt }, { actor, actorId }) {
    if (email !== null && verifiedAt !== null) await queries.deleteInvitationsTo(trx, email)
    await queries.deleteInvitationsBy(trx, id)
    const seat = await queries.findSeat(trx, id)
    if (!seat) return
    await queries.lockOrganization(trx, seat.organization_id)
    const others = (await queries.findSeats(trx, seat.organization_id)).filter((it) => it.user_id !== id)
    const heir = others.find((it) => it.seat === 'owner') ?? others[0]
    if (!heir) return queries.deleteOrganization(trx, seat.organization_id)
    if (heir.seat !== 'owner') {
      if (actor === 'owner')
        throw new AppError('CONFLICT', 'You are the last owner of your team. Make someone else an owner first.')
      await queries.updateSeat(trx, heir.user_id, 'owner')
    }
    const by: By = { actor, actorId }
    await handOverAllOf(trx, id, heir.user_id, by)
    await queries.deleteSeat(trx, id)
  },
}
