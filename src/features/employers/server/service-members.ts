import { randomUUIDv7 } from 'node:crypto'
import {
  findUserIdByEmail,
  hashSecret,
  lockUser,
  newSecret,
  updateUser,
  type PersonalData,
  type User,
} from '#features/accounts/server/public.ts'
import { hires } from '#features/accounts/model.ts'
import { findOwnerAddresses } from '#features/names/server/public.ts'
import { handOver, handOverAllOf } from '#features/postings/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import {
  employerDashboardPath,
  employerPostingPath,
  invitationPath,
  teamPath,
} from '#shared/paths.ts'
import { invitationDays, maxInvitations, type Seat } from '../model.ts'
import { invitationMail, seatEndedMail, staleContactsMail } from './mails.ts'
import {
  changedSeat,
  loadUser,
  lockAsOwner,
  lockOwn,
  onlyOwners,
  record,
  startOrganization,
  suspendedTeam,
  type Caller,
  type MemberLeft,
  type Teams,
} from './service.ts'
import * as queries from './queries-team.ts'
import type { SeatRow } from './queries-team.ts'

export async function inviteMember(
  { db, publicUrl }: Teams,
  caller: Caller,
  { email, seat }: { email: string; seat: Seat },
) {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    const members = await queries.findMembers(trx, organization.id)
    const open = await queries.findInvitations(trx, organization.id)
    if (members.some((member) => member.email === email))
      throw fieldError('email', 'This person is in the team already.', 'CONFLICT')
    if (open.length >= maxInvitations && !open.some((person) => person.email === email))
      throw new AppError(
        'CONFLICT',
        `At most ${maxInvitations} invitations can be open. Please withdraw some first.`,
      )
    const token = newSecret()
    const id = randomUUIDv7()
    const expires_at = new Date(Date.now() + invitationDays * 86_400_000)
    await queries.upsertInvitation(trx, {
      id,
      token_hash: hashSecret(token),
      email,
      seat,
      organization_id: organization.id,
      invited_by: caller.id,
      expires_at,
    })
    await record(trx, 'invited', caller, organization.id, { seat })
    const guestId = await findUserIdByEmail(trx, email)
    const isProved =
      guestId !== undefined && (await loadUser(trx, guestId)).email_verified_at !== null
    const href = publicUrl + invitationPath(token)
    const content = invitationMail({
      organization: isProved ? organization.name : null,
      seat,
      href,
    })
    await enqueueMail(trx, {
      cause: `invitation:${id}`,
      to: email,
      class: 'request',
      sensitive: true,
      expiresAt: expires_at,
      content,
    })
  })
}

export async function withdrawInvitation(db: Db, caller: Caller, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    if (!(await queries.deleteInvitation(trx, id, organization.id))) throw new AppError('NOT_FOUND')
    await record(trx, 'invitation-withdrawn', caller, organization.id)
  })
}

const deadInvitation = () =>
  new AppError('NOT_FOUND', 'This invitation was used or withdrawn, or its seven days are over.')

export async function getInvitation(
  db: Db,
  token: string,
): Promise<ResponseOf<'GET /api/invitation'>> {
  const found = await queries.findInvitation(db, hashSecret(token))
  if (!found) throw deadInvitation()
  const hasAccount = (await findUserIdByEmail(db, found.email)) !== undefined
  return {
    organization: found.name,
    email: found.email,
    seat: found.seat,
    role: await roleIn(db, found.organization_id),
    hasAccount,
  }
}

/** Whom its owners hire as. */
async function roleIn(db: Db, organizationId: string) {
  const owner = (await queries.findSeats(db, organizationId)).find((seat) => seat.seat === 'owner')
  const { role } = owner ? await loadUser(db, owner.user_id) : { role: null }
  return hires(role) ? role : 'employer'
}

type Invited = Pick<Viewer, 'id' | 'email'>

export async function acceptInvitation(
  teams: Teams,
  viewer: Invited,
  ip: string,
  token: string,
): Promise<void> {
  await inTransaction(teams.db, async (trx) => {
    const found = await queries.findInvitation(trx, hashSecret(token))
    if (!found) throw deadInvitation()
    if (viewer.email !== found.email)
      throw new AppError(
        'CONFLICT',
        `This invitation is for ${found.email}. You are signed in as ${viewer.email ?? 'somebody else'}.`,
      )
    await join({ ...teams, db: trx }, { id: viewer.id, ip }, found.organization_id, found.seat)
    if (!(await queries.deleteInvitation(trx, found.id, found.organization_id)))
      throw deadInvitation()
    await record(trx, 'joined', { id: viewer.id, ip }, found.organization_id, { seat: found.seat })
  })
}

/**
 * Who was alone brings the postings along; of a team they stay there. The account's role becomes
 * the team's.
 */
export async function join(
  teams: Teams,
  caller: Caller,
  organizationId: string,
  seat: Seat,
): Promise<void> {
  const trx = teams.db
  const user = await lockUser(trx, caller.id)
  if (user && user.suspended_at !== null)
    throw new AppError('CONFLICT', 'This account is suspended.')
  if (!user || (user.role !== null && !hires(user.role)))
    throw new AppError(
      'CONFLICT',
      'A team is for employers and recruiters. Please use an account of your own for hiring.',
    )
  const known = await queries.findSeat(trx, caller.id)
  if (known?.organization_id === organizationId)
    throw new AppError('CONFLICT', 'You are in this team already.')
  // In the order of their ids, so that two who change places do not wait for each other.
  for (const id of [organizationId, known?.organization_id ?? organizationId].toSorted())
    if ((await queries.lockOrganization(trx, id))?.suspended_at) throw suspendedTeam()
  const before = await queries.findSeat(trx, caller.id)
  if (before?.organization_id !== known?.organization_id) throw changedSeat()
  const organization = await queries.findOrganization(trx, organizationId)
  if (!organization) throw new AppError('NOT_FOUND', 'This team has ended.')
  if (before && (await queries.findSeats(trx, before.organization_id)).length > 1)
    await endSeat(teams, caller, before)
  else if (before) await queries.deleteOrganization(trx, before.organization_id)
  await queries.upsertSeat(trx, { user_id: caller.id, organization_id: organizationId, seat })
  await queries.nameMembers(trx, organization)
  if (user.email !== null) await queries.deleteLeaver(trx, organizationId, user.email)
  await adoptRole(trx, caller.id, organizationId)
}

/** A recruiter whom a hospital hires posts in-house. */
async function adoptRole(trx: Db, userId: string, organizationId: string) {
  const [user, role] = [await loadUser(trx, userId), await roleIn(trx, organizationId)]
  if (user.role !== role) await updateUser(trx, userId, { role, revision: user.revision + 1 })
}

export async function changeSeat(
  { db, memberLeft, publicUrl }: Teams,
  caller: Caller,
  id: string,
  seat: Seat,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organization = await lockAsOwner(trx, caller.id)
    const seats = await queries.findSeats(trx, organization.id)
    const member = memberIn(seats, id)
    if (seat !== 'owner') {
      keepOwner(seats, member)
      await queries.deleteInvitationsBy(trx, id)
    }
    await queries.updateSeat(trx, id, seat)
    await memberLeft(trx, { userId: id, actorId: caller.id, publicUrl })
    await record(trx, 'seat-changed', caller, organization.id, {
      member: id,
      before: member.seat,
      after: seat,
    })
  })
}

function memberIn(seats: readonly SeatRow[], id: string) {
  const member = seats.find((seat) => seat.user_id === id)
  if (!member) throw new AppError('NOT_FOUND', 'This person is not in the team any more.')
  return member
}

function keepOwner(seats: readonly SeatRow[], member: SeatRow) {
  if (
    member.seat === 'owner' &&
    !seats.some((seat) => seat.seat === 'owner' && seat.user_id !== member.user_id)
  )
    throw new AppError('CONFLICT', 'The last owner stays. Please make someone else an owner first.')
}

/** Removes a member, or oneself. */
export async function removeMember(teams: Teams, caller: Caller, id: string): Promise<void> {
  await inTransaction(teams.db, async (trx) => {
    const { organization, seat } = await lockOwn(trx, caller.id)
    if (id !== caller.id && seat !== 'owner') throw onlyOwners()
    await endSeat(
      { ...teams, db: trx },
      caller,
      memberIn(await queries.findSeats(trx, organization.id), id),
    )
    // Names are granted to organizations: what is accepted of somebody without one would count for
    // nothing.
    await startOrganization(trx, id)
  })
}

/** A team without an owner ends with its last member, who keeps the postings. */
async function endSeat({ db: trx, publicUrl, memberLeft }: Teams, caller: Caller, member: SeatRow) {
  const seats = await queries.findSeats(trx, member.organization_id)
  keepOwner(seats, member)
  const heir = heirOf(seats, member.user_id, caller.id)
  if (heir)
    await handOverAllOf(trx, member.user_id, heir.user_id, { actor: 'owner', actorId: caller.id })
  await queries.deleteSeat(trx, member.user_id)
  await queries.deleteInvitationsBy(trx, member.user_id)
  await record(trx, 'member-removed', caller, member.organization_id, { member: member.user_id })
  const user = await loadUser(trx, member.user_id)
  if (!heir) return queries.deleteOrganization(trx, member.organization_id)
  await leaveBehind(trx, user, member.organization_id, {
    memberLeft,
    actorId: caller.id,
    publicUrl,
  })
  const organization = await queries.findOrganization(trx, member.organization_id)
  if (user.email === null || user.is_demo) return
  const content = seatEndedMail({
    organization: organization?.name ?? '',
    href: publicUrl + employerDashboardPath,
  })
  await enqueueMail(trx, { cause: `seat-ended:${randomUUIDv7()}`, to: user.email, content })
}

type Left = { memberLeft: MemberLeft; actorId: string; publicUrl: string }

/**
 * What was assigned to a former member is nobody's. Owners are told where postings still name the
 * address: applications would go there.
 */
async function leaveBehind(
  trx: Db,
  { id, email }: User,
  organizationId: string,
  { memberLeft, actorId, publicUrl }: Left,
) {
  await memberLeft(trx, { userId: id, actorId, publicUrl })
  if (email !== null) await queries.insertLeaver(trx, organizationId, email)
  const postings = await queries.findStaleContacts(trx, organizationId)
  if (postings.length === 0) return
  const links = postings.map((posting) => ({
    title: posting.title,
    href: publicUrl + employerPostingPath(posting.id),
  }))
  const content = staleContactsMail({ postings: links, href: publicUrl + teamPath })
  for (const to of await findOwnerAddresses(trx, organizationId))
    await enqueueMail(trx, { cause: `member-left:${id}:${randomUUIDv7()}`, to, content })
}

/** The caller, or the oldest owner, or the oldest member gets the postings. */
function heirOf(seats: readonly SeatRow[], leaver: string, caller?: string) {
  const others = seats.filter((seat) => seat.user_id !== leaver)
  const owners = others.filter((member) => member.seat === 'owner')
  return owners.find((owner) => owner.user_id === caller) ?? owners[0] ?? others[0]
}

/** To another member who may manage it. */
export async function handOverPosting(
  db: Db,
  caller: Caller,
  jobId: string,
  to: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { organization } = await lockOwn(trx, caller.id)
    const member = memberIn(await queries.findSeats(trx, organization.id), to)
    if (member.seat === 'reader')
      throw new AppError('CONFLICT', 'A reader cannot take a posting over.')
    await handOver(trx, caller.id, jobId, to)
  })
}

/**
 * Before the postings are: those of a team go to an owner. Where an administrator deletes the last
 * one, the oldest member becomes owner.
 */
export const eraseMember =
  (memberLeft: MemberLeft): Required<PersonalData>['erase'] =>
  async (trx, user, by) => {
    const { id } = user
    await queries.deleteInvitationsBy(trx, id)
    const seat = await queries.findSeat(trx, id)
    if (!seat) return
    await queries.lockOrganization(trx, seat.organization_id)
    const heir = heirOf(await queries.findSeats(trx, seat.organization_id), id)
    if (!heir) return queries.deleteOrganization(trx, seat.organization_id)
    if (heir.seat !== 'owner') {
      if (by.actor === 'owner')
        throw new AppError(
          'CONFLICT',
          'You are the last owner of your team. Make someone else an owner first.',
        )
      await queries.updateSeat(trx, heir.user_id, 'owner')
    }
    await handOverAllOf(trx, id, heir.user_id, by)
    await queries.deleteSeat(trx, id)
    await leaveBehind(trx, user, seat.organization_id, { memberLeft, ...by })
  }
