import type { QueryOf } from '#shared/contract.ts'
import { apiQuery } from '#platform/web/api.ts'

/** The queue changes all the time. */
const shortLived = { staleTime: 5000 } as const

export const mailsQuery = (query: Partial<QueryOf<'GET /api/admin/mails'>>) =>
  apiQuery('GET /api/admin/mails', { query }, shortLived)

export const suppressionsQuery = (query: Partial<QueryOf<'GET /api/admin/suppressions'>>) =>
  apiQuery('GET /api/admin/suppressions', { query }, shortLived)

export const tasksQuery = (query: Partial<QueryOf<'GET /api/admin/tasks'>>) =>
  apiQuery('GET /api/admin/tasks', { query }, shortLived)
