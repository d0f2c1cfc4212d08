import { apiQuery } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'

/** The queue changes all the time. */
const shortLived = { staleTime: 5000 } as const

export const mailsQuery = (query: Search) => apiQuery('GET /api/admin/mails', { query }, shortLived)

export const suppressionsQuery = (query: Search) => apiQuery('GET /api/admin/suppressions', { query }, shortLived)

export const tasksQuery = (query: Search) => apiQuery('GET /api/admin/tasks', { query }, shortLived)
