import { randomUUIDv7 } from 'node:crypto'
import { getDomain } from 'tldts'
import { findAdministratorAddresses } from '#features/accounts/server/public.ts'
import {
  canBeGranted,
  findOwnerAddresses,
  grantTo,
  isGrantedToDomain,
  mailDomainOf,
} from '#features/names/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { teamPath } from '#shared/paths.ts'
import { objectionDays, type SeatDecision } from '../model.ts'
import { seatRequestMail } from './mails.ts'
import * as employers from './queries.ts'
import * as requests from './queries-seat-requests.ts'
import * as queries from './queries-team.ts'
import { join } from './service-members.ts'
import type { Teams } from './service.ts'

type Seats = Teams & { demo: boolean }

/** An address in an employer's mail domain gives a request for a seat, and never ownership. */
export async function requestSeat(
  { db, publicUrl, demo }: Seats,
  viewer: Viewer,
  ip: string,
  slug: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const employer = await employers.findEmployer(trx, slug)
    if (!employer) throw new AppError('NOT_FOUND')
    const domain = viewer.email === null ? '' : mailDomainOf(viewer.email)
    if (!viewer.emailVerified)
      throw new AppError('CONFLICT', 'Please confirm your email address first.')
    if (!(await speaksFrom(trx, viewer, slug, employer.name)))
      throw new AppError(
        'CONFLICT',
        `${domain} is not known as the mail domain of ${employer.name}. Please write to us from ` +
          'your work address.',
      )
    const id = randomUUIDv7()
    const account = { user_id: viewer.id, slug, domain }
    await requests.endLostRequests(trx, account)
    if (!(await requests.insertRequest(trx, { id, employer: employer.name, ...account })))
      throw new AppError('CONFLICT', 'You have asked already.')
    await record(trx, 'asked', viewer.id, ip, id, { employer: employer.name, domain })
    const deciders = await ownersOf(trx, slug)
    await mailAll(
      trx,
      publicUrl,
      deciders.length > 0 ? deciders : await findAdministratorAddresses(trx, { demo }),
      {
        cause: `seat-asked:${id}`,
        subject: `Somebody asks for a seat at ${employer.name}`,
        text:
          `${viewer.email ?? 'An account'} asks for a seat in the team of ${employer.name}. ` +
          'Please grant or refuse it. It is never ownership.',
      },
    )
  })
}

const record = (
  trx: Db,
  action: string,
  actorId: string,
  ip: string,
  id: string,
  detail: Record<string, unknown>,
) =>
  recordAudit(trx, {
    action: `organizations.seat-${action}`,
    actorId,
    ip,
    subject: `seat-request:${id}`,
    detail,
  })

/**
 * The domain stands in what a source or a verified organization says about the employer, or an
 * administrator vouched for it.
 */
async function speaksFrom(db: Db, { email }: Viewer, slug: string, employer: string) {
  if (email === null || !canBeGranted(mailDomainOf(email))) return false
  // The domain alone counts: a firm that may post for an employer has no seat there.
  if (await isGrantedToDomain(db, mailDomainOf(email), employer)) return true
  const domain = getDomain(mailDomainOf(email))
  return (await employers.findContacts(db, slug)).some((contact) => getDomain(contact) === domain)
}

async function ownersOf(db: Db, slug: string): Promise<string[]> {
  const organizationId = await employers.findOrganizationId(db, slug)
  return organizationId === undefined ? [] : findOwnerAddresses(db, organizationId)
}

type Notice = { cause: string; subject: string; text: string }

const mailAll = (
  trx: Db,
  publicUrl: string,
  addresses: readonly string[],
  { cause, ...notice }: Notice,
) =>
  enqueueMails(
    trx,
    [...new Set(addresses)].map((to) => ({
      cause: `${cause}:${to}`,
      to,
      content: seatRequestMail({ ...notice, href: publicUrl + teamPath }),
    })),
  )

export async function listSeatRequests(
  db: Db,
  viewer: Viewer,
): Promise<ResponseOf<'GET /api/seat-requests'>> {
  const rows = await requests.findRequests(db, viewer)
  return rows.map(({ asked_at, decided_at, ...row }) => ({
    ...row,
    askedAt: asked_at.toISOString(),
    startsAt: decided_at && startOf(decided_at).toISOString(),
  }))
}

const startOf = (decidedAt: Date) => new Date(decidedAt.getTime() + objectionDays * 86_400_000)

/**
 * Owners of the organization and administrators grant, refuse and object; who asked takes the seat
 * after a week.
 */
export async function decideSeat(
  teams: Seats,
  viewer: Viewer,
  ip: string,
  id: string,
  decision: SeatDecision,
) {
  const { db, publicUrl, demo } = teams
  await inTransaction(db, async (trx) => {
    await requests.lockRequest(trx, id)
    const request = (await requests.findRequests(trx, viewer)).find((request) => request.id === id)
    if (!request) throw new AppError('NOT_FOUND')
    const {
      employer,
      slug,
      status,
      decided_at: decidedAt,
      decided_by: decidedBy,
      isOwn,
      user_id: userId,
      email,
      domain,
    } = request
    if (decision === 'take' ? !isOwn : isOwn) throw new AppError('FORBIDDEN')
    if (decision === 'take') {
      if (status !== 'granted' || decidedAt === null || startOf(decidedAt) > new Date())
        throw new AppError('CONFLICT', 'This seat has not begun.')
      if (email === null || mailDomainOf(email) !== domain)
        throw new AppError(
          'CONFLICT',
          `This seat was granted to an address at ${domain}, which your account no longer has.`,
        )
      if (!(await requests.isStillGranted(trx, id)))
        throw new AppError(
          'CONFLICT',
          `${employer} has another team now, or none. Please ask again.`,
        )
      const organizationId = await organizationFor(trx, slug, employer, decidedBy)
      await requests.updateRequest(trx, id, { status: 'taken' })
      return join({ ...teams, db: trx }, { id: userId, ip }, organizationId, 'recruiter')
    }
    if (decision === 'own') {
      if (viewer.role !== 'admin') throw new AppError('FORBIDDEN')
      if (status !== 'taken') throw new AppError('CONFLICT', 'This seat has not begun.')
      const organizationId = await employers.findOrganizationId(trx, slug)
      if (organizationId !== undefined) await queries.lockOrganization(trx, organizationId)
      if ((await queries.findSeat(trx, userId))?.organization_id !== organizationId)
        throw new AppError('CONFLICT', 'This account has left the team.')
      await queries.updateSeat(trx, userId, 'owner')
    } else {
      if (status !== 'open' && !(status === 'granted' && decision === 'refuse'))
        throw new AppError('CONFLICT', 'Somebody else has decided this already.')
      const decided = { decided_at: new Date(), decided_by: viewer.id }
      await requests.updateRequest(trx, id, {
        status: decision === 'grant' ? 'granted' : 'refused',
        ...decided,
      })
    }
    await record(trx, recorded[decision], viewer.id, ip, id, { employer })
    // Nobody else has heard of a request that is refused.
    const concerned =
      status === 'open' && decision === 'refuse'
        ? []
        : [
            ...(await ownersOf(trx, slug)),
            ...(await employers.findPosters(trx, slug)),
            ...(await findAdministratorAddresses(trx, { demo })),
          ]
    await mailAll(trx, publicUrl, [email ?? '', ...concerned].filter(Boolean), {
      cause: `seat-decided:${id}:${decision}`,
      ...noticeOf(decision, email ?? 'an account', employer),
    })
  })
}

const recorded = { grant: 'granted', refuse: 'refused', own: 'made-owner' } as const

function noticeOf(
  decision: keyof typeof recorded,
  who: string,
  employer: string,
): Omit<Notice, 'cause'> {
  if (decision === 'refuse')
    return {
      subject: `No seat at ${employer}`,
      text: `There is no seat in the team of ${employer} for ${who}: it was refused.`,
    }
  if (decision === 'own')
    return {
      subject: `${employer} has an owner`,
      text:
        `We made ${who} an owner of ${employer}, who decides about its team and its page. If ` +
        'you know a reason against it, please write to us.',
    }
  return {
    subject: `A seat at ${employer} begins in a week`,
    text:
      `In the team of ${employer} there is a seat for ${who}. Owners and administrators can ` +
      `object for ${objectionDays} days; if you have another reason to object, please write to us.`,
  }
}

/**
 * An employer without an organization gets a verified one, which has no owner until an
 * administrator makes one.
 */
async function organizationFor(trx: Db, slug: string, name: string, by: string | null) {
  const known = await employers.findOrganizationId(trx, slug)
  if (known !== undefined) return known
  const id = randomUUIDv7()
  await queries.insertOrganization(trx, { id, name })
  await grantTo(trx, { organizationId: id, name, kind: 'own', by })
  return id
}
