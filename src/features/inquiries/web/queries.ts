import { apiQuery, apiUrl, callApi } from '#platform/web/api.ts'
import type { Search } from '#platform/web/page-route.ts'

/** Others change these lists. */
const shortLived = { staleTime: 5000 } as const

export const applicationsQuery = apiQuery('GET /api/applications', {}, shortLived)

export const inboxQuery = (query: Search) => apiQuery('GET /api/inbox', { query }, shortLived)

export const inquiryQuery = (id: string) => apiQuery('GET /api/inbox/:id', { params: { id } }, shortLived)

export const withdrawApplication = (id: string) => callApi('POST /api/applications/:id/withdrawal', { params: { id } })

export const markInquiry = (id: string, status: 'read' | 'closed') =>
  callApi('PUT /api/inbox/:id/status', { params: { id }, body: { status } })

export const replyToInquiry = (id: string, body: { message: string }) =>
  callApi('POST /api/inbox/:id/replies', { params: { id }, body })

export const openMailedInquiry = (token: string) => callApi('POST /api/mailed-inquiry', { body: { token } })

export const attachedCvUrl = (id: string) => apiUrl('GET /api/inbox/:id/cv', { params: { id } })
export const inboxFileUrl = apiUrl('GET /api/inbox.csv')
