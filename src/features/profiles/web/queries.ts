import { apiQuery } from '#platform/web/api.ts'

export const profileQuery = apiQuery('GET /api/profile')
export const fittingJobsQuery = apiQuery('GET /api/profile/jobs', {}, { staleTime: 60_000 })
/** Others look and write at any time. */
export const viewsQuery = apiQuery('GET /api/profile/views', {}, { staleTime: 5000 })
export const invitationsQuery = apiQuery('GET /api/profile/invitations', {}, { staleTime: 5000 })

/** A physician may hide at any moment, and each look is logged. */
const onlyWhileShown = { staleTime: 5000, gcTime: 0 }
export const candidatesQuery = (id: string, query: Record<string, string>) =>
  apiQuery('GET /api/job-postings/:id/candidates', { params: { id }, query }, onlyWhileShown)
export const candidateQuery = (id: string, candidateId: string) =>
  apiQuery(
    'GET /api/job-postings/:id/candidates/:candidateId',
    { params: { id, candidateId } },
    onlyWhileShown,
  )
/** Of a search firm. */
export const submittalsQuery = apiQuery('GET /api/submittals', {}, { staleTime: 5000 })
export const postingsQuery = apiQuery('GET /api/job-postings', { query: { status: 'active' } })
