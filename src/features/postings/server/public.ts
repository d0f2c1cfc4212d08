import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { exportPostings, removePostingsOf } from './batches.ts'
import { findPosting } from './queries.ts'
import { isContactConfirmed } from './queries-forms.ts'
import { everyPosting } from './scope.ts'

export { comparePostingTask, compareSoon } from './service.ts'
export { addPostings } from './transitions.ts'
export { closeUnlinked, closeUnlisted, reopenListed } from './batches.ts'
export { lockPostings, mergePostings } from './merge.ts'
export type { Links } from './mails.ts'
export { loadPosting } from './queries.ts'
export { confirmContact } from './queries-forms.ts'
export { isClosedTo, isReachedBy, ownPostings, postingsOf } from './scope.ts'
export type { By, Scope } from './scope.ts'
export {
  approveEdit,
  approvePosting,
  byModerator,
  correctFact,
  correctPosting,
  decideSomeOf,
  findClosed,
  findEditsToRead,
  findPostingsToRead,
  lockModerator,
  readPosting,
  rejectEdit,
  rejectPosting,
  removePosting,
  requireOthers,
  undoDecision,
  unreadPosting,
} from './moderation.ts'
export type { Moderated } from './moderation.ts'
export {
  canBeVouched,
  employerKey,
  isVouchedFor,
  listVouchedEmployers,
  mailDomainOf,
  vouchForEmployer,
  withdrawVouch,
} from './settings.ts'
export {
  countPendingOf,
  countToModerate,
  countByAge,
  countWaitingByAge,
  findKnownEmployers,
  findPendingSources,
  findWaitingKeys,
  fits as fitsWaitingFilter,
} from './queries-moderation.ts'
export type { AgeCounts, KnownEmployer, WaitingFilter, WaitingKey } from './queries-moderation.ts'
export { periodsSetting, policiesSetting } from './settings.ts'

export { countPostingsOf, handOver, handOverAllOf, reinstatePostingsOf, suspendPostingsOf } from './batches.ts'
export { markVerifiedHospitalOf, moveEnds } from './queries.ts'

export const postingsPersonalData: PersonalData = { name: 'postings', export: exportPostings, erase: removePostingsOf }

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

/** The recipient of inquiries about a job; undefined unless the job is active or the caller accepts any status. */
export async function contactOf(
  db: Db,
  jobId: string,
  { anyStatus = false }: { anyStatus?: boolean } = {},
): Promise<PostingContact | undefined> {
  const posting = await findPosting(db, everyPosting, jobId)
  if (!posting || (posting.status !== 'active' && !anyStatus)) return undefined
  const owner = posting.owner_id === null ? undefined : await findUser(db, posting.owner_id)
  const email = posting.contact_email ?? owner?.email ?? null
  const isOwnersAddress = owner !== undefined && owner.email === email && owner.email_verified_at !== null
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
