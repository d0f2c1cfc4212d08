import { sql } from 'kysely'
import { findSuspended, findUser } from '#features/accounts/server/public.ts'
import type { JobStatus } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import { mailRemoved } from './decision-mails.ts'
import type { Links } from './mails.ts'
import { insertDisowned, isContactConfirmed } from './queries-forms.ts'
import { deleteWaitingEdits } from './queries-moderation.ts'
import {
  findHidden,
  insertHolds,
  liftHolds,
  lockHeldFor,
  lockSubject,
  type Subject,
} from './queries-holds.ts'
import { countPostings, findPosting, lockPosting, lockPostingsOf, updateOwner } from './queries.ts'
import { asModerator, everyPosting, foundBy, onlyOwnedBy, ownPostings, type By } from './scope.ts'
import { applyTransition, applyTransitionToAll, followDecision, moveAll } from './transitions.ts'
import { countsByStatus } from './views.ts'

export { comparePostingTask, compareSoon, requirePoster } from './service.ts'
export {
  followSource,
  labelOfSaid,
  saidBy,
  type Followed,
  type Said,
  type SourceRow,
} from './source-edits.ts'
export {
  connectListed,
  disconnectListed,
  extendListed,
  findSpokenOf,
  submitListed,
} from './listed.ts'
export { closeUnlinked, closeUnlisted, reopenListed } from './listing-ends.ts'
export type { Opening } from './dashboard.ts'
export { postingsPersonalData } from './personal-data.ts'
export { closeNumbered, getNumbered, putNumbered } from './numbered.ts'
export { addPostings, postingTakenDownTask } from './transitions.ts'
export type { Links } from './mails.ts'
export { loadPosting, lockPosting, moveContacts } from './queries.ts'
export { moveEnds } from './queries-followed.ts'
export { confirmContact } from './queries-forms.ts'
export {
  findClosed,
  isClosedTo,
  isReachedBy,
  managedBy,
  ownPostings,
  postingsOf,
  requireOthers,
} from './scope.ts'
export type { By, Scope } from './scope.ts'
export {
  byModerator,
  correctFact,
  correctPosting,
  decidePosting,
  decideSomeOf,
  findEditsToRead,
  findPostingsToRead,
  lockModerator,
  undoDecision,
} from './moderation.ts'
export type { Moderated } from './moderation.ts'
export {
  countPendingOf,
  countToModerate,
  countOldest,
  countWaiting,
  findPendingSources,
  findWaitingKeys,
  fits as fitsWaitingFilter,
} from './queries-moderation.ts'
export type { WaitingCount, WaitingFilter, WaitingKey } from './queries-moderation.ts'
export { periodsSetting, policiesSetting } from './settings.ts'
export { lockPostings, mergePostings, unmergePostings } from './merging.ts'

export type PostingContact = {
  title: string
  company: string
  ownerId: string | null
  /** The address for inquiries; null for imports. Never shown to inquirers. */
  email: string | null
  /** Somebody has confirmed that address: other people's words may be mailed there. */
  isProved: boolean
  /** The poster has confirmed the address by which they get to read a CV. */
  acceptsCv: boolean
  status: JobRow['status']
}

/**
 * The recipient of inquiries about a job; undefined unless the job is active or the caller accepts
 * any status.
 */
export async function contactOf(
  db: Db,
  jobId: string,
  { anyStatus = false }: { anyStatus?: boolean } = {},
): Promise<PostingContact | undefined> {
  const posting = await findPosting(db, everyPosting, jobId)
  if (!posting || (posting.status !== 'active' && !anyStatus)) return undefined
  const owner = posting.owner_id === null ? undefined : await findUser(db, posting.owner_id)
  const email = posting.contact_email ?? owner?.email ?? null
  const isOwnersAddress =
    owner !== undefined && owner.email === email && owner.email_verified_at !== null
  const isProved = email === null || isOwnersAddress || (await isContactConfirmed(db, jobId))
  return {
    title: posting.title,
    company: posting.employer,
    ownerId: posting.owner_id,
    email,
    // An owner reads CVs in the inbox of the account; what nobody posted comes to our own address.
    acceptsCv: owner ? owner.email_verified_at !== null : isProved,
    isProved,
    status: posting.status,
  }
}

/** Imported jobs that their source no longer lists, or lists again. */

/**
 * Holds all postings of an account or of an organization's members, and hides active ones.
 * @returns how many it hid.
 */
export async function suspendPostings(
  trx: Db,
  subject: Subject,
  actorId: string | null,
): Promise<number> {
  const postings = await lockSubject(trx, subject)
  const { reason, subjectId } = subject
  await insertHolds(
    trx,
    idsOf(postings).map((id) => ({
      job_id: id,
      reason,
      subject_id: subjectId,
      author_id: actorId,
    })),
  )
  const active = postings.filter(({ status }) => status === 'active')
  return moveAll(trx, active, { action: 'suspend', ...asModerator(actorId) })
}

/**
 * Lifts the holds of that suspension, wherever the postings are now, and shows again what it hid
 * and nothing else holds.
 * @returns how many it shows.
 */
export async function reinstatePostings(
  trx: Db,
  subject: Subject,
  actorId: string,
): Promise<number> {
  const held = await lockHeldFor(trx, subject)
  await liftHolds(trx, subject, actorId)
  const hidden = await findHidden(trx, idsOf(held))
  const shown = await moveAll(trx, hidden, { action: 'reinstate', ...asModerator(actorId) })
  // An accepted posting counts for its organization again, also one that its poster had closed.
  const names = new Map(held.map((posting) => [posting.employer, posting]))
  for (const posting of names.values()) await followDecision(trx, posting, actorId)
  return shown
}

export const countPostingsOf = async (
  db: Db,
  ownerId: string,
): Promise<Record<JobStatus, number>> =>
  countsByStatus(await countPostings(db, onlyOwnedBy(ownerId), { q: '', status: 'all' }))

/**
 * Hands a posting over to another member, who has been checked.
 * @throws {AppError} NOT_FOUND if the caller does not manage it.
 */
export async function handOver(
  trx: Db,
  callerId: string,
  jobId: string,
  to: string,
): Promise<void> {
  const scope = ownPostings(callerId, 'manage')
  const posting = await lockPosting(trx, scope, jobId)
  await applyTransitionToAll(trx, [posting], { action: 'handOver', ...scope.by(posting) })
  await updateOwner(trx, sql`jobs.id = ${jobId}`, to)
  if ((await findSuspended(trx, [to])).size > 0)
    throw new AppError('CONFLICT', 'The account of this person is suspended.')
}

/**
 * The owner of an address says that somebody else posted with it. @throws {AppError} NOT_FOUND if
 * it is not found so.
 */
export async function disownPosting(trx: Db, viewer: Viewer, id: string): Promise<void> {
  await lockPosting(trx, foundBy(viewer), id)
  await insertDisowned(trx, id, viewer.id)
}

/** All postings of an account, also removed ones: nothing about them reaches it any more. */
export async function handOverAllOf(trx: Db, from: string, to: string, by: By): Promise<void> {
  await applyTransitionToAll(trx, await lockPostingsOf(trx, from), { action: 'handOver', ...by })
  await updateOwner(trx, sql`jobs.owner_id = ${from}`, to)
  if ((await findSuspended(trx, [to])).size > 0)
    await suspendPostings(trx, { reason: 'suspended-account', subjectId: to }, by.actorId)
}

/** The owner of the name that a posting carries takes the posting down. */
export async function refuseUnderName(
  trx: Db,
  links: Links,
  jobId: string,
  actorId: string,
): Promise<void> {
  const posting = await lockPosting(trx, everyPosting, jobId)
  const reason = `${posting.employer} does not allow this posting under its name.`
  const disowned = await applyTransition(trx, {
    posting,
    action: 'disown',
    actor: 'name-owner',
    actorId,
    reason,
  })
  await deleteWaitingEdits(trx, [jobId])
  await mailRemoved(trx, links, disowned.posting, { eventId: disowned.eventId, reason })
}
