import { canBeGranted, speaksFor } from '#features/names/server/public.ts'
import { loadPosting, ownPostings } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import { isConfidential } from '#shared/paths.ts'
import { findTeam, type Seeker } from './queries-finding.ts'

/**
 * The only way to profiles: a live posting of the caller's, under a name for which the organization
 * speaks, and which it says.
 */
export async function loadSeeker(db: Db, viewer: Viewer, jobId: string): Promise<Seeker> {
  const job = await loadPosting(db, ownPostings(viewer.id, 'manage'), jobId)
  if (job.status !== 'active' || job.owner_id === null)
    throw new AppError('CONFLICT', 'Physicians are found for live postings only.')
  if (isConfidential(job.employer))
    throw new AppError(
      'CONFLICT',
      'Physicians see who looks for them: this posting does not say it.',
    )
  if (!(await speaksFor(db, job.owner_id, job.employer)))
    throw new AppError(
      'CONFLICT',
      `Your organization does not speak for ${job.employer} yet. An administrator confirms names under Team.`,
    )
  const { organizationId, domains, ...team } = await findTeam(db, job)
  if (organizationId === null) throw new AppError('CONFLICT', 'Your account has no organization.')
  return {
    ...team,
    viewerId: viewer.id,
    job,
    organizationId,
    // Colleagues with an address of a mail provider do not hide everybody there.
    domains: domains.filter(canBeGranted),
  }
}
