import { apiQuery, callApi, type ApiQuery } from '#platform/web/api.ts'
import type { Frequency } from '../model.ts'

/** A mail's link opens the alerts of its address; without one they are the signed-in visitor's. */
export type Access = { token: string | undefined }

const fresh = { staleTime: 0, refetchOnMount: false } as const

/** Never cached, because mails and other devices change it. */
export const alertsQuery = ({ token }: Access): ApiQuery<'GET /api/alerts'> =>
  token === undefined ? apiQuery('GET /api/alerts', {}, fresh) : apiQuery('GET /api/linked-alerts', { query: { token } }, fresh)

/** The calls that answer otherwise after a change. */
export const alertCalls = ['GET /api/alerts', 'GET /api/linked-alerts'] as const

export type AlertChange = { frequency?: Frequency; status?: 'active' | 'paused' }

export const changeAlert = ({ token }: Access, id: string, body: AlertChange) =>
  token === undefined
    ? callApi('PUT /api/alerts/:id', { params: { id }, body })
    : callApi('PUT /api/linked-alerts/:id', { params: { id }, query: { token }, body })

export const deleteAlert = ({ token }: Access, id: string) =>
  token === undefined
    ? callApi('DELETE /api/alerts/:id', { params: { id } })
    : callApi('DELETE /api/linked-alerts/:id', { params: { id }, query: { token } })
