import type { JobStatus } from '#features/jobs/model.ts'
import type { Db } from '#server/lib/database.ts'
import { countPostings } from './queries.ts'
import { lockLive, lockSuspended, updateVerifiedHospital } from './queries-suspension.ts'
import { ownPostings } from './scope.ts'
import { applyTransition } from './transitions.ts'

/** What the administration of accounts asks of their postings, within its own transaction. */

/** Hides what is live. @returns how many that were. */
export async function suspendPostingsOf(trx: Db, ownerId: string, actorId: string): Promise<number> {
  const postings = await lockLive(trx, ownerId)
  for (const posting of postings) await applyTransition(trx, { posting, action: 'suspend', actor: 'administrator', actorId })
  return postings.length
}

/** Shows again what the suspension hid, and nothing else. @returns how many that were. */
export async function reinstatePostingsOf(trx: Db, ownerId: string, actorId: string): Promise<number> {
  const postings = await lockSuspended(trx, ownerId)
  for (const posting of postings) await applyTransition(trx, { posting, action: 'reinstate', actor: 'administrator', actorId })
  return postings.length
}

/** On all postings of the account at once; later ones are told by the account itself. */
export const markVerifiedHospitalOf = (trx: Db, ownerId: string, verified: boolean): Promise<void> =>
  updateVerifiedHospital(trx, ownerId, verified)

/** How many postings of an account are where. */
export async function countPostingsOf(db: Db, ownerId: string): Promise<Record<JobStatus, number>> {
  const counts: Record<JobStatus, number> = { pending: 0, active: 0, inactive: 0, expired: 0, rejected: 0, removed: 0 }
  const rows = await countPostings(db, ownPostings(ownerId), { q: '', status: 'all' })
  for (const { status, all } of rows) counts[status] = all
  return counts
}
