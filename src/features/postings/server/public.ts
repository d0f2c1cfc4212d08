import { findUser } from '#features/accounts/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import { isId } from './find.ts'
import { findPosting, findPostingIds } from './queries.ts'
import { everyPosting, ownPostings } from './scope.ts'

export { applyTransition } from './transitions.ts'
export type { Transition } from './transitions.ts'
export { closeUnlisted, reopenListed } from './listings.ts'
export { postingsOf } from './scope.ts'
export { lockPostings, mergePostings } from './merge.ts'
export type { Links } from './mails.ts'
export { requireLocked, requirePosting } from './find.ts'
export {
  approvePosting,
  correctPosting,
  countToModerate,
  decideSomeOf,
  findPostingsToRead,
  readPosting,
  rejectPosting,
  removePosting,
  undoDecision,
  unreadPosting,
} from './moderation.ts'
export type { Moderated } from './moderation.ts'
export {
  countPendingByAge,
  countPendingOf,
  countUnreadByAge,
  findPendingKeys,
  findPendingSources,
  findUnreadKeys,
  fits as fitsWaitingFilter,
} from './queries-moderation.ts'
export type { AgeCounts, WaitingFilter, WaitingKey } from './queries-moderation.ts'
export { exportPostings, removePostingsOf } from './personal-data.ts'
export { findPeriods, periodsSetting, setPeriods } from './periods.ts'
export { findPolicies, policiesSetting, setPolicies } from './policies.ts'

export { countPostingsOf, markVerifiedHospitalOf, reinstatePostingsOf, suspendPostingsOf } from './suspension.ts'

export type PostingContact = {
  title: string
  company: string
  ownerId: string | null
  /** Where inquiries go; null for imports. Never shown to whoever inquires. */
  email: string | null
  status: JobRow['status']
}

/** Where an inquiry about a job goes; undefined for a job that is not live, unless the caller is concerned with any. */
export async function contactOf(
  db: Db,
  jobId: string,
  { anyStatus = false }: { anyStatus?: boolean } = {},
): Promise<PostingContact | undefined> {
  const posting = isId(jobId) ? await findPosting(db, everyPosting, jobId) : undefined
  if (!posting || (posting.status !== 'active' && !anyStatus)) return undefined
  const owner = posting.contact_email === null && posting.owner_id !== null ? await findUser(db, posting.owner_id) : undefined
  return {
    title: posting.title,
    company: posting.employer,
    ownerId: posting.owner_id,
    email: posting.contact_email ?? owner?.email ?? null,
    status: posting.status,
  }
}

/** The ids of all postings of an account, the newest first; removed ones are not among them. */
export const ownPostingIds = (db: Db, viewer: Pick<Viewer, 'id'>): Promise<string[]> => findPostingIds(db, ownPostings(viewer.id))
