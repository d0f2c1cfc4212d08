import { apiQuery, apiUrl } from '#platform/web/api.ts'
import { pick, type Search } from '#platform/web/navigation.tsx'

/** Other administrators change the data. */
const shortlyCached = { staleTime: 5000 } as const

export const summaryQuery = apiQuery('GET /api/admin/summary', {}, shortlyCached)

export const originsQuery = apiQuery(
  'GET /api/insights/origins',
  { query: { days: 7 } },
  shortlyCached,
)

export const subscribersFileUrl = '/admin/subscribers.csv'

export const usersQuery = (query: Search) =>
  apiQuery('GET /api/admin/users', { query }, shortlyCached)

export const userQuery = (id: string) =>
  apiQuery('GET /api/admin/users/:id', { params: { id } }, shortlyCached)

export const userParams = (search: Search) =>
  pick<'GET /api/admin/users'>(search, [
    'q',
    'role',
    'email',
    'status',
    'hospital',
    'sort',
    'after',
  ])

export const auditQuery = (query: Search) =>
  apiQuery('GET /api/admin/audit', { query }, shortlyCached)

const filters = ['action', 'actor', 'subject', 'from', 'to', 'zone', 'address'] as const

export const auditParams = (search: Search) =>
  pick<'GET /api/admin/audit'>(search, [...filters, 'before'])

/** All matching entries, not only this page. */
export const auditFileUrl = (search: Search) =>
  apiUrl('GET /admin/audit.csv', { query: pick<'GET /admin/audit.csv'>(search, filters) })

export const settingsQuery = apiQuery('GET /api/admin/settings', {}, shortlyCached)
