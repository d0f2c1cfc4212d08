import { randomUUIDv7 } from 'node:crypto'
import { findUser, type User } from '#features/accounts/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Seat } from '../model.ts'
import * as queries from './queries-team.ts'
import type { OrganizationRow, SeatRow } from './queries-team.ts'

/** The organization of an account: founded, locked, and the record of its changes. */

export type Teams = { db: Db; publicUrl: string }

export type Caller = Pick<Viewer, 'id'> & { ip: string }

export const changedSeat = () => new AppError('CONFLICT', 'Your seat has changed. Please reload the page.')

/** The caller's organization, locked, made if the account has none yet. Of two changes at once the second sees what the first did. */
export async function lockOwn(trx: Db, userId: string): Promise<{ organization: OrganizationRow; seat: Seat }> {
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

export const onlyOwners = () => new AppError('FORBIDDEN', 'Only owners of the organization can do this.')

/** What an account says about who hires, until its organization says it. */
export const rowOf = (user: User) => ({
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
