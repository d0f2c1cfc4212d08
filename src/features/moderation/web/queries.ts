import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { ApprovePostings, ListQueue, QueueItem } from '../contract.ts'

const queueUrl = '/api/admin/queue'

/** Others moderate, too: a list that is come back to is asked for anew. */
export const queueQuery = (params: Record<string, string>): ApiQuery<ListQueue> => ({
  ...apiQuery<ListQueue>(queueUrl, params),
  staleTime: 5000,
})

export const queueKey = [queueUrl] as const

export type Deed = 'approve' | 'read' | 'reject' | 'remove' | 'accept' | 'dismiss'

/** The call that a decision about an item of the queue comes down to. */
const calls: Record<Deed, (item: QueueItem, reason?: string) => { url: string; body?: unknown }> = {
  approve: ({ posting }) => ({ url: `${postingUrl(posting.id)}/approval` }),
  read: ({ posting }) => ({ url: `${postingUrl(posting.id)}/reading` }),
  reject: ({ posting }, reason) => ({ url: `${postingUrl(posting.id)}/rejection`, body: { reason } }),
  remove: ({ posting }, reason) => ({ url: `${postingUrl(posting.id)}/removal`, body: { reason } }),
  accept: ({ id }, reason) => ({ url: decisionUrl(id), body: { outcome: 'accepted', reason } }),
  dismiss: ({ id }) => ({ url: decisionUrl(id), body: { outcome: 'dismissed' } }),
}

const postingUrl = (id: string): string => `/api/admin/postings/${id}`
const decisionUrl = (reportId: string): string => `/api/admin/reports/${reportId}/decision`

export const decide = (item: QueueItem, deed: Deed, reason?: string): Promise<unknown> =>
  callApi({ method: 'POST', ...calls[deed](item, reason) })

export const approvePostings = (ids: readonly string[]) =>
  callApi<ApprovePostings>({ method: 'POST', url: '/api/admin/approvals', body: { ids } })
