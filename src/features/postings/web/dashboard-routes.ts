import type { QueryClient } from '@tanstack/react-query'
import { jobStatuses } from '#features/jobs/model.ts'
import { pageHead } from '#features/site/page-head.ts'
import {
  editPostingPath,
  employerDashboardPath,
  employerPostingPath,
  importPostingsPath,
  postingDraftPath,
} from '#shared/paths.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { ApiError } from '#web/lib/api.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import {
  historyQuery,
  inquiryCountQuery,
  managedPostingQuery,
  postingCountsQuery,
  postingQuery,
  postingsQuery,
} from './dashboard-queries.ts'
import { posterRoles } from './guards.ts'
import { draftQuery, draftsQuery } from './queries.ts'

const pageSize = 20

/** What the dashboard's list can be sorted by, and how that is called. */
export const listSorts = [
  { value: '', label: 'Last updated' },
  { value: 'created', label: 'Newest first' },
  { value: 'expires', label: 'Expiry date' },
  { value: 'title', label: 'Title' },
  { value: 'status', label: 'Status' },
] as const

/** What the dashboard's address says: which postings, in which order, and which page of them. */
export type ListAddress = { q: string; status: string; sort: string; page: number }

export function listAddress({ q = '', status = '', sort = '', page = '' }: Search): ListAddress {
  return {
    q: q.trim(),
    status: jobStatuses.some((it) => it === status) ? status : '',
    sort: listSorts.some((it) => it.value === sort) ? sort : '',
    page: Math.max(1, Math.min(10_000, Number.parseInt(page, 10) || 1)),
  }
}

export const countParams = ({ q, status }: ListAddress): Record<string, string> => ({
  ...(q !== '' && { q }),
  ...(status !== '' && { status }),
})

export const listParams = (address: ListAddress): Record<string, string> => ({
  ...countParams(address),
  ...(address.sort !== '' && { sort: address.sort }),
  // What ends first is what has to be looked at.
  ...(address.sort === 'expires' && { order: 'asc' }),
  ...(address.page > 1 && { page: String(address.page) }),
  limit: String(pageSize),
})

export const pagesOf = (found: number): number => Math.ceil(found / pageSize)

const quietHead = (title: string, description: string, path: (params: Record<string, string>) => string): PageRoute['head'] => {
  return ({ site, params }) => pageHead({ site, title, description, path: path(params), noindex: true })
}

/** Others are told that the page is not for them, and need no data. */
function mayPost(queryClient: QueryClient): boolean {
  const user = queryClient.getQueryData<CurrentUser | null>(currentUserQuery.queryKey)
  return posterRoles.some((it) => it === user?.role)
}

/** @throws {ApiError} where there is no such posting, or it is another's: the page that says so is no page of a posting. */
async function loadPosting(queryClient: QueryClient, id: string): Promise<void> {
  if (!isPostingId(id)) throw new ApiError(404, null)
  await queryClient.ensureQueryData(postingQuery(id))
}

export const dashboardRoute: PageRoute = {
  async load({ queryClient, search }) {
    if (!mayPost(queryClient)) return
    const address = listAddress(search)
    await Promise.all([
      queryClient.prefetchQuery(postingsQuery(listParams(address))),
      queryClient.prefetchQuery(postingCountsQuery(countParams(address))),
      queryClient.prefetchQuery(draftsQuery),
      queryClient.prefetchQuery(inquiryCountQuery()),
    ])
  },
  head: quietHead('Employer Dashboard', 'Your job postings.', () => employerDashboardPath),
}

export const detailsRoute: PageRoute = {
  async load({ queryClient, params: { id = '' } }) {
    if (!mayPost(queryClient)) return
    await Promise.all([loadPosting(queryClient, id), isPostingId(id) && queryClient.prefetchQuery(historyQuery(id))])
  },
  head: quietHead('Job Details', 'One of your job postings.', ({ id = '' }) => employerPostingPath(id)),
}

export const editRoute: PageRoute = {
  async load({ queryClient, params: { id = '' } }) {
    if (mayPost(queryClient)) await loadPosting(queryClient, id)
  },
  head: quietHead('Edit Job', 'Change one of your job postings.', ({ id = '' }) => editPostingPath(id)),
}

export const postingDraftRoute: PageRoute = {
  async load({ queryClient, params: { id = '' } }) {
    if (mayPost(queryClient)) await queryClient.ensureQueryData(draftQuery(id))
  },
  head: quietHead('Post a Job', 'A draft of a job posting.', ({ id = '' }) => postingDraftPath(id)),
}

export const importRoute: PageRoute = {
  head: quietHead('Upload Postings', 'Post many jobs at once from a CSV file.', () => importPostingsPath),
}

export const manageRoute: PageRoute = {
  async load({ queryClient, search: { token } }) {
    if (token) await queryClient.ensureQueryData(managedPostingQuery(token))
  },
  // Without the token, which is a secret.
  head: quietHead('Manage Your Posting', 'Edit, take down, renew or delete a posting.', () => '/employers/manage'),
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isPostingId = (id: string): boolean => uuid.test(id)
