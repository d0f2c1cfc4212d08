import type { Call, InputOf, ResponseOf } from '#shared/contract.ts'
import { ApiError, apiQuery, apiUrl, callApi } from '#platform/web/api.ts'

/** Others change these lists. */
const shortLived = { staleTime: 5000 } as const

export const applicationsQuery = apiQuery('GET /api/applications', {}, shortLived)

type Query<C extends Call> = NonNullable<InputOf<C> extends { query?: infer Q } ? Q : never>

export const inboxQuery = (query: Query<'GET /api/inbox'>) => apiQuery('GET /api/inbox', { query }, shortLived)

export const boardQuery = (query: Query<'GET /api/inbox/board'>) => apiQuery('GET /api/inbox/board', { query }, shortLived)

export const inquiryQuery = (id: string, before?: string) =>
  apiQuery('GET /api/inbox/:id', { params: { id }, ...(before && { query: { before } }) }, shortLived)

export const applicationQuery = (id: string, before?: string) =>
  apiQuery('GET /api/applications/:id', { params: { id }, ...(before && { query: { before } }) }, shortLived)

/** What a change of an application changes. */
export const deskCalls = ['GET /api/inbox', 'GET /api/inbox/board', 'GET /api/inbox/:id'] as const

/** The same for both sides of a thread. */
export const threadCalls = [...deskCalls, 'GET /api/applications', 'GET /api/applications/:id'] as const

export const savedRepliesQuery = apiQuery('GET /api/saved-replies')

export const withdrawApplication = (id: string) => callApi('POST /api/applications/:id/withdrawal', { params: { id } })

/** What the recipient may get is known before it is offered. */
export const recipientQuery = (id: string) => apiQuery('GET /api/jobs/:id/recipient', { params: { id } }, { staleTime: 60_000 })

export const questionsQuery = (id: string) => apiQuery('GET /api/job-postings/:id/questions', { params: { id } })

export const askedPostingQuery = (id: string) => apiQuery('GET /api/job-postings/:id', { params: { id } })

export const askedJobQuery = (id: string) => apiQuery('GET /api/jobs/:id', { params: { id } })

export const waitingInquiryQuery = (token: string) => apiQuery('GET /api/waiting-inquiry', { query: { token } })

/** Sends a form with a file, because that is no JSON. */
async function sendForm<Answer>(
  url: string,
  fields: Record<string, string | undefined>,
  file: File | undefined,
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  if (file) form.append('cv', file)
  const answer = await fetch(url, { method: 'POST', body: form })
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new ApiError(answer.status, body)
  return body as Answer
}

export const sendInquiryForm = (fields: Record<string, string | undefined>, cv: File) =>
  sendForm<ResponseOf<'POST /api/job-inquiry/form'>>(apiUrl('POST /api/job-inquiry/form'), fields, cv)

export const sendThreadMessage = (id: string, message: string, file?: File) =>
  sendForm<unknown>(apiUrl('POST /api/threads/:id/messages', { params: { id } }), { message }, file)

export const openMailedInquiry = (token: string) => callApi('POST /api/mailed-inquiry', { body: { token } })

export const attachedCvUrl = (id: string) => apiUrl('GET /api/inbox/:id/cv', { params: { id } })
export const inboxFileUrl = apiUrl('GET /api/inbox.csv')
