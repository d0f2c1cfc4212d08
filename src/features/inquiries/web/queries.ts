import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetInquiry, ListApplications, ListInbox, MarkInquiry, ReplyToInquiry, WithdrawApplication } from '../contract.ts'

const inboxUrl = '/api/inbox'
const inquiryUrl = (id: string): string => `${inboxUrl}/${encodeURIComponent(id)}`

/** What people send and get changes behind their backs: a page that is come back to asks anew. */
const fresh = { staleTime: 5000 } as const

export const applicationsQuery: ApiQuery<ListApplications> = { ...apiQuery<ListApplications>('/api/applications'), ...fresh }

export const inboxQuery = (params: Record<string, string>): ApiQuery<ListInbox> => ({
  ...apiQuery<ListInbox>(inboxUrl, params),
  ...fresh,
})

export const inquiryQuery = (id: string): ApiQuery<GetInquiry> => ({ ...apiQuery<GetInquiry>(inquiryUrl(id)), ...fresh })

export const withdrawApplication = (id: string) =>
  callApi<WithdrawApplication>({ method: 'POST', url: `/api/applications/${id}/withdrawal` })

export const markInquiry = (id: string, status: 'read' | 'closed') =>
  callApi<MarkInquiry>({ method: 'PUT', url: `${inquiryUrl(id)}/status`, body: { status } })

export const replyToInquiry = (id: string, body: { message: string }) =>
  callApi<ReplyToInquiry>({ method: 'POST', url: `${inquiryUrl(id)}/replies`, body })

export const attachedCvUrl = (id: string): string => `${inquiryUrl(id)}/cv`
export const inboxFileUrl = '/api/inbox.csv'
