import type { Call, InputOf, ResponseOf } from '#shared/contract.ts'
import type { InterviewChange } from '#features/inquiries/contract.ts'
import { apiQuery, apiUrl } from '#platform/web/api.ts'
import { upload } from '#platform/web/upload.ts'

/** Others change these lists. */
const shortLived = { staleTime: 5000 } as const

export const applicationsQuery = apiQuery('GET /api/applications', {}, shortLived)

export type Query<C extends Call> = NonNullable<InputOf<C> extends { query?: infer Q } ? Q : never>

export const inboxQuery = (query: Query<'GET /api/inbox'>) =>
  apiQuery('GET /api/inbox', { query }, shortLived)

export const inquiryQuery = (id: string, before?: string) =>
  apiQuery(
    'GET /api/inbox/:id',
    { params: { id }, ...(before && { query: { before } }) },
    shortLived,
  )

export const applicationQuery = (id: string, before?: string) =>
  apiQuery(
    'GET /api/applications/:id',
    { params: { id }, ...(before && { query: { before } }) },
    shortLived,
  )

/** Makes a change of an interview: by the account, or by the link of a mail. */
export type SendChange = (change: InterviewChange) => Promise<unknown>

/** Until it has ended. */
export const pressQuery = (id: string) =>
  apiQuery(
    'GET /api/presses/:id',
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.isEnded ? false : 1000) },
  )

/** What a change of an application changes. */
export const deskCalls = ['GET /api/inbox', 'GET /api/inbox/:id'] as const

/** The same for both sides of a thread. */
export const threadCalls = [
  ...deskCalls,
  'GET /api/applications',
  'GET /api/applications/:id',
] as const

export const savedRepliesQuery = apiQuery('GET /api/saved-replies')

/** What the recipient may get is known before it is offered. */
export const recipientQuery = (id: string) =>
  apiQuery('GET /api/jobs/:id/recipient', { params: { id } }, { staleTime: 60_000 })

export const questionsQuery = (id: string) =>
  apiQuery('GET /api/job-postings/:id/questions', { params: { id } })

export const askedPostingQuery = (id: string) =>
  apiQuery('GET /api/job-postings/:id', { params: { id } })

export const askedJobQuery = (id: string) => apiQuery('GET /api/jobs/:id', { params: { id } })

export const waitingQuery = (token: string) =>
  apiQuery('GET /api/waiting-inquiry', { query: { token } }, { retry: false })

/** A form with a file, because that is no JSON. */
function formWith(fields: Record<string, string | undefined>, file: File | undefined) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, value)
  if (file) form.append('cv', file)
  return form
}

export const sendInquiryForm = (fields: Record<string, string | undefined>, cv: File) =>
  upload<ResponseOf<'POST /api/job-inquiry/form'>>(
    apiUrl('POST /api/job-inquiry/form'),
    formWith(fields, cv),
  )

export const sendThreadMessage = (id: string, message: string, file?: File) =>
  upload<unknown>(
    apiUrl('POST /api/threads/:id/messages', { params: { id } }),
    formWith({ message }, file),
  )

/** Without an id, of all postings. */
const ofPosting = (jobId: string | undefined) => ({ query: jobId === undefined ? {} : { jobId } })
export const hiringReportQuery = (jobId: string | undefined) =>
  apiQuery('GET /api/hiring-report', ofPosting(jobId), { staleTime: 60_000 })
export const hiringReportUrl = (jobId: string | undefined) =>
  apiUrl('GET /api/hiring-report.csv', ofPosting(jobId))

export const attachedCvUrl = (id: string) => apiUrl('GET /api/inbox/:id/cv', { params: { id } })
export const inboxFileUrl = apiUrl('GET /api/inbox.csv')
