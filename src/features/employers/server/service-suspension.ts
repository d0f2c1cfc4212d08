import type { SuspensionReason } from '#features/accounts/model.ts'
import { withdrawAllNames } from '#features/names/server/public.ts'
import { reinstatePostings, suspendPostings } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import * as queries from './queries-team.ts'
import type { OrganizationRow } from './queries-team.ts'

/**
 * An administrator suspends an organization as a whole: while it is, its team stays as it is, and
 * nobody in it posts.
 */

type Suspension = { actorId: string; reason: SuspensionReason; note: string | null }

/** @returns its name, and how many postings it hid. */
export async function suspendOrganization(
  trx: Db,
  id: string,
  { actorId, reason, note }: Suspension,
) {
  const { name, suspended_at: suspendedAt } = await lock(trx, id)
  if (suspendedAt !== null)
    throw new AppError('CONFLICT', 'This organization is already suspended.')
  if ((await queries.findSeat(trx, actorId))?.organization_id === id)
    throw new AppError('CONFLICT', 'You cannot suspend your own organization.')
  const columns = { suspended_at: new Date(), suspension_reason: reason, suspension_note: note }
  await queries.updateOrganization(trx, id, columns)
  await queries.deleteInvitationsOf(trx, id)
  const postings = await suspendPostings(trx, subjectOf(id), actorId)
  // An approval that had a posting's lock has let the organization speak for its name.
  await withdrawAllNames(trx, id, actorId)
  return { name, postings }
}

/** @returns its name, and how many postings it shows again. */
export async function reinstateOrganization(trx: Db, id: string, actorId: string) {
  const { name, suspended_at: suspendedAt } = await lock(trx, id)
  if (suspendedAt === null) throw new AppError('CONFLICT', 'This organization is not suspended.')
  const columns = { suspended_at: null, suspension_reason: null, suspension_note: null }
  await queries.updateOrganization(trx, id, columns)
  return { name, postings: await reinstatePostings(trx, subjectOf(id), actorId) }
}

const subjectOf = (id: string) => ({ reason: 'suspended-organization', subjectId: id }) as const

async function lock(trx: Db, id: string): Promise<OrganizationRow> {
  const organization = await queries.lockOrganization(trx, id)
  if (!organization) throw new AppError('NOT_FOUND', 'This organization does not exist any more.')
  return organization
}
