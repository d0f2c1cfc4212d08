import type { QueryClient } from '@tanstack/react-query'
import type { PostingChanges } from '#features/postings/schemas.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { ListDecisions, UndoDecision } from '../contract-history.ts'
import type {
  ListQueueSources,
  ListSourceDecisions,
  SourceDecision,
  StartSourceDecision,
  StopSourceDecision,
} from '../contract-sources.ts'
import type { ApprovePosting, ApprovePostings, CorrectPosting, ListQueue, QueueItem, RejectPostings } from '../contract.ts'

const queueUrl = '/api/admin/queue'
const decisionsUrl = '/api/admin/decisions'
const sourceDecisionsUrl = '/api/admin/source-decisions'

/** Others moderate, too: what is come back to is asked for anew. */
const fresh = { staleTime: 5000 } as const

export const queueQuery = (params: Record<string, string>): ApiQuery<ListQueue> => ({
  ...apiQuery<ListQueue>(queueUrl, params),
  ...fresh,
})

export const queueSourcesQuery: ApiQuery<ListQueueSources> = { ...apiQuery<ListQueueSources>(`${queueUrl}/sources`), ...fresh }

export const decisionsQuery = (params: Record<string, string>): ApiQuery<ListDecisions> => ({
  ...apiQuery<ListDecisions>(decisionsUrl, params),
  ...fresh,
})

export const sourceDecisionsQuery: ApiQuery<ListSourceDecisions> = {
  ...apiQuery<ListSourceDecisions>(sourceDecisionsUrl),
  ...fresh,
}

/** After a decision: what waits, and what was decided. */
export const refreshQueue = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [url] }) => typeof url === 'string' && (url.startsWith(queueUrl) || url.startsWith(decisionsUrl)),
  })

/** What can be done to an item of the queue; the words go with it. */
export type QueueDeed = 'approve' | 'read' | 'reject' | 'remove' | 'accept' | 'dismiss'
export type Words = { reason: string; answer: string }

const calls: Record<QueueDeed, (words: Words) => { path: string; body?: unknown }> = {
  approve: () => ({ path: 'approval' }),
  read: () => ({ path: 'reading' }),
  reject: ({ reason }) => ({ path: 'rejection', body: { reason } }),
  remove: ({ reason }) => ({ path: 'removal', body: { reason } }),
  accept: ({ reason, answer }) => ({ path: 'reports-decision', body: { outcome: 'accepted', reason, answer } }),
  dismiss: ({ answer }) => ({ path: 'reports-decision', body: { outcome: 'dismissed', answer } }),
}

/** All of them answer alike. */
export const decide = ({ posting }: QueueItem, deed: QueueDeed, words: Words) => {
  const { path, body } = calls[deed](words)
  return callApi<ApprovePosting>({
    method: 'POST',
    url: `/api/admin/postings/${posting.id}/${path}`,
    ...(body !== undefined && { body }),
  })
}

export const approvePostings = (ids: readonly string[]) =>
  callApi<ApprovePostings>({ method: 'POST', url: '/api/admin/approvals', body: { ids } })

export const rejectPostings = (ids: readonly string[], reason: string) =>
  callApi<RejectPostings>({ method: 'POST', url: '/api/admin/rejections', body: { ids, reason } })

export const correctPosting = (id: string, body: { changes: PostingChanges; approves: boolean }) =>
  callApi<CorrectPosting>({ method: 'PUT', url: `/api/admin/postings/${id}`, body })

export const undoDecision = (id: string) => callApi<UndoDecision>({ method: 'POST', url: `${decisionsUrl}/${id}/undo` })

export const startSourceDecision = (body: { source: string } & ({ deed: 'approve' } | { deed: 'reject'; reason: string })) =>
  callApi<StartSourceDecision>({ method: 'POST', url: sourceDecisionsUrl, body })

export const stopSourceDecision = ({ id }: SourceDecision) =>
  callApi<StopSourceDecision>({ method: 'POST', url: `${sourceDecisionsUrl}/${id}/stop` })
