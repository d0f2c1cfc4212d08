import { apiQuery, apiUrl, callApi } from '#web/lib/api.ts'
import type { Search } from '#web/lib/page-route.ts'
import type {
  DownloadAttachedCv,
  ExportInbox,
  GetInquiry,
  ListApplications,
  ListInbox,
  MarkInquiry,
  ReplyToInquiry,
  WithdrawApplication,
} from '../contract.ts'

/** Others change these lists: a page asks again after a few seconds. */
const shortLived = { staleTime: 5000 } as const

export const applicationsQuery = apiQuery<ListApplications>('GET /api/applications', {}, shortLived)

export const inboxQuery = (query: Search) => apiQuery<ListInbox>('GET /api/inbox', { query }, shortLived)

export const inquiryQuery = (id: string) => apiQuery<GetInquiry>('GET /api/inbox/:id', { params: { id } }, shortLived)

export const withdrawApplication = (id: string) =>
  callApi<WithdrawApplication>('POST /api/applications/:id/withdrawal', { params: { id } })

export const markInquiry = (id: string, status: 'read' | 'closed') =>
  callApi<MarkInquiry>('PUT /api/inbox/:id/status', { params: { id }, body: { status } })

export const replyToInquiry = (id: string, body: { message: string }) =>
  callApi<ReplyToInquiry>('POST /api/inbox/:id/replies', { params: { id }, body })

export const attachedCvUrl = (id: string) => apiUrl<DownloadAttachedCv>('GET /api/inbox/:id/cv', { params: { id } })
export const inboxFileUrl = apiUrl<ExportInbox>('GET /api/inbox.csv')
