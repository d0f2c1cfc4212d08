import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { DiscardTasks, ListDeliveries, ListTasks, ResendAlike, ResendMails, RetryTasks } from '../contract.ts'

const mailsUrl = '/api/admin/mails'
const tasksUrl = '/api/admin/tasks'

/** What goes out in the meantime is not to be shown as waiting for long. */
const staleTime = 5000

export const mailsQuery = (params: Record<string, string>): ApiQuery<ListDeliveries> => ({
  ...apiQuery<ListDeliveries>(mailsUrl, params),
  staleTime,
})

export const tasksQuery = (params: Record<string, string>): ApiQuery<ListTasks> => ({
  ...apiQuery<ListTasks>(tasksUrl, params),
  staleTime,
})

export const mailsKey = [mailsUrl] as const
export const tasksKey = [tasksUrl] as const

export const resendMails = (ids: readonly string[]) =>
  callApi<ResendMails>({ method: 'POST', url: `${mailsUrl}/resend`, body: { ids } })

export const resendAlike = ({ kind, failure }: { kind: string; failure: string }) =>
  callApi<ResendAlike>({ method: 'POST', url: `${mailsUrl}/resend-alike`, body: { kind, failure } })

export const retryTasks = (ids: readonly string[]) =>
  callApi<RetryTasks>({ method: 'POST', url: `${tasksUrl}/retry`, body: { ids } })

export const discardTasks = ({ ids, reason }: { ids: readonly string[]; reason: string }) =>
  callApi<DiscardTasks>({ method: 'POST', url: `${tasksUrl}/discard`, body: { ids, reason } })
