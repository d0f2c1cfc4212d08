import type { QueryClient } from '@tanstack/react-query'
import { jobStatuses } from '#features/jobs/model.ts'
import { isSpecialty, specialtySlug } from '#vocabulary/specialties.ts'
import { apiQuery, callApi, invalidateCalls } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'
import type { bulkActions } from '../contract-dashboard.ts'
import type { PostingChanges } from '../schemas.ts'

export const policyQuery = apiQuery('GET /api/posting-policy')
export const ownPolicyQuery = apiQuery('GET /api/posting-policy/own')

/** Another person's posting stays hidden, so that a retry is useless. */
export const postedJobQuery = (id: string) =>
  apiQuery('GET /api/jobs/:id/posted', { params: { id } }, { retryOnMount: false })

export const comparablePayQuery = (specialty: string, state: string) =>
  apiQuery('GET /api/salaries/:specialty/:state', {
    params: { specialty: isSpecialty(specialty) ? specialtySlug(specialty) : 'other', state },
  })

export const listSorts = [
  { value: '', label: 'Last updated' },
  { value: 'created', label: 'Newest first' },
  { value: 'expires', label: 'Expiry date' },
  { value: 'title', label: 'Title' },
  { value: 'status', label: 'Status' },
] as const

export type ListAddress = { q: string; status: string; sort: string; page: number }

export function listAddress({ q = '', status = '', sort = '', page = '' }: Search): ListAddress {
  return {
    q: q.trim(),
    status: jobStatuses.some((jobStatus) => jobStatus === status) ? status : '',
    sort: listSorts.some((listSort) => listSort.value === sort) ? sort : '',
    page: Math.max(1, Math.min(10_000, Number.parseInt(page, 10) || 1)),
  }
}

export const pageSize = 20

/** The clock and moderators change postings. A refusal that came with the page stays in it. */
const recheck = { staleTime: 5000, retryOnMount: false } as const

export const postingsQuery = ({ page, ...address }: ListAddress) =>
  apiQuery(
    'GET /api/job-postings',
    {
      query: { ...address, page: String(page), limit: String(pageSize) },
    },
    recheck,
  )

export const postingCountsQuery = ({ q, status }: ListAddress) =>
  apiQuery('GET /api/job-postings/counts', { query: { q, status } }, recheck)

/** What was posted with the account’s address before it signed in. */
export const foundPostingsQuery = apiQuery('GET /api/found-postings', {}, recheck)

export const draftsQuery = apiQuery('GET /api/posting-drafts', {}, recheck)

export const postingQuery = (id: string) =>
  apiQuery('GET /api/job-postings/:id', { params: { id } }, recheck)

export const historyQuery = (id: string) =>
  apiQuery('GET /api/job-postings/:id/history', { params: { id } }, recheck)

export const managedPostingQuery = (token: string) =>
  apiQuery('GET /api/manage-posting', { query: { token } }, recheck)

export const updatePosting = (id: string, body: PostingChanges) =>
  callApi('PUT /api/job-postings/:id', { params: { id }, body })

export type BulkAction = (typeof bulkActions)[number]

export const updateManagedPosting = (token: string, body: PostingChanges) =>
  callApi('PUT /api/manage-posting', { query: { token }, body })

/**
 * Invalidates lists, counts and histories after a change. `gone` is the id of a deleted posting.
 */
export const refreshPostings = (queryClient: QueryClient, gone?: string): Promise<void> =>
  invalidateCalls(
    queryClient,
    [
      'GET /api/job-postings',
      'GET /api/job-postings/counts',
      'GET /api/job-postings/:id',
      'GET /api/job-postings/:id/history',
    ],
    { except: ({ id }) => id !== undefined && id === gone },
  )
