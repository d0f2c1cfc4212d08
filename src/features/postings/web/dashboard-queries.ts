import type { QueryClient } from '@tanstack/react-query'
import type { ListInbox } from '#features/inquiries/contract.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { PostCsv, PreviewCsv } from '../contract-csv.ts'
import type {
  bulkActions,
  ChangePostings,
  CountPostings,
  CreatePosting,
  DeletePosting,
  GetPosting,
  GetPostingHistory,
  ListPostings,
  RenewPosting,
  UpdatePosting,
} from '../contract-dashboard.ts'
import type { DuplicatePosting } from '../contract-drafts.ts'
import type {
  ClaimPosting,
  DeleteManagedPosting,
  GetManagedPosting,
  RenewManagedPosting,
  UpdateManagedPosting,
} from '../contract-manage.ts'
import type { NewPosting, PostingChanges } from '../schemas.ts'

const postingsUrl = '/api/job-postings'
const postingUrl = (id: string): string => `${postingsUrl}/${encodeURIComponent(id)}`
const manageUrl = (token: string, action = ''): string => `/api/manage-posting${action}?token=${encodeURIComponent(token)}`

/** Postings change behind one's back, by the clock and by moderators: a page that is come back to asks anew. */
const fresh = { staleTime: 5000 } as const

export const postingsQuery = (params: Record<string, string>): ApiQuery<ListPostings> => ({
  ...apiQuery<ListPostings>(postingsUrl, params),
  ...fresh,
})

export const postingCountsQuery = (params: Record<string, string>): ApiQuery<CountPostings> => ({
  ...apiQuery<CountPostings>(`${postingsUrl}/counts`, params),
  ...fresh,
})

export const postingQuery = (id: string): ApiQuery<GetPosting> => ({ ...apiQuery<GetPosting>(postingUrl(id)), ...fresh })

export const historyQuery = (id: string): ApiQuery<GetPostingHistory> => ({
  ...apiQuery<GetPostingHistory>(`${postingUrl(id)}/history`),
  ...fresh,
})

/** How many inquiries there are, about all postings or about one. */
export const inquiryCountQuery = (params: { jobId?: string } = {}): ApiQuery<ListInbox> => ({
  ...apiQuery<ListInbox>('/api/inbox', params),
  ...fresh,
})

export const managedPostingQuery = (token: string): ApiQuery<GetManagedPosting> => ({
  ...apiQuery<GetManagedPosting>('/api/manage-posting', { token }),
  ...fresh,
})

export const createPosting = (body: NewPosting) => callApi<CreatePosting>({ method: 'POST', url: postingsUrl, body })

export const updatePosting = (id: string, body: PostingChanges) =>
  callApi<UpdatePosting>({ method: 'PUT', url: postingUrl(id), body })

export const deletePosting = (id: string) => callApi<DeletePosting>({ method: 'DELETE', url: postingUrl(id) })

export const renewPosting = (id: string) => callApi<RenewPosting>({ method: 'POST', url: `${postingUrl(id)}/renew` })

export const duplicatePosting = (id: string) => callApi<DuplicatePosting>({ method: 'POST', url: `${postingUrl(id)}/duplicate` })

export type BulkAction = (typeof bulkActions)[number]

export const changePostings = (ids: readonly string[], action: BulkAction) =>
  callApi<ChangePostings>({ method: 'POST', url: `${postingsUrl}/bulk`, body: { ids, action } })

export const updateManagedPosting = (token: string, body: PostingChanges) =>
  callApi<UpdateManagedPosting>({ method: 'PUT', url: manageUrl(token), body })

export const renewManagedPosting = (token: string) =>
  callApi<RenewManagedPosting>({ method: 'POST', url: manageUrl(token, '/renew') })

export const deleteManagedPosting = (token: string) => callApi<DeleteManagedPosting>({ method: 'DELETE', url: manageUrl(token) })

export const claimPosting = (token: string) => callApi<ClaimPosting>({ method: 'POST', url: manageUrl(token, '/claim') })

type Mapping = readonly (string | null)[]

export const previewCsv = (body: { csv: string; mapping?: Mapping }) =>
  callApi<PreviewCsv>({ method: 'POST', url: `${postingsUrl}/csv/preview`, body })

export const postCsv = (body: { csv: string; mapping: Mapping; idempotencyKey: string }) =>
  callApi<PostCsv>({ method: 'POST', url: `${postingsUrl}/csv`, body })

/** After a change: lists, counts and histories are asked for anew. What is `gone` is not asked for again. */
export async function refreshPostings(queryClient: QueryClient, gone?: string): Promise<void> {
  const isOf = (url: unknown, start: string) => typeof url === 'string' && url.startsWith(start)
  if (gone !== undefined) {
    const isGone = ({ queryKey: [url] }: { queryKey: readonly unknown[] }) => isOf(url, postingUrl(gone))
    await queryClient.invalidateQueries({ predicate: (query) => isOf(query.queryKey[0], postingsUrl) && !isGone(query) })
    return
  }
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [url] }) => isOf(url, postingsUrl) })
}
