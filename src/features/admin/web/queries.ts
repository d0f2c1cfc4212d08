import type { QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/contract.ts'
import { apiQuery, callApi, invalidateCalls, apiUrl } from '#platform/web/api.ts'
import { pick, type Search } from '#platform/web/page-route.ts'

/** Other administrators change the data. */
const shortlyCached = { staleTime: 5000 } as const

export const summaryQuery = apiQuery('GET /api/admin/summary', {}, shortlyCached)

export const importApify = (url: string) => callApi('POST /api/admin/import-apify', { body: { url } })

const pollMs = 1500

export const importRunsQuery = apiQuery('GET /api/admin/imports', {}, { refetchInterval: pollMs })

/** Polled during the run. */
export const importRunQuery = (id: string) =>
  apiQuery(
    'GET /api/admin/imports/:id',
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false) },
  )

export const reloadDerivedData = () => callApi('POST /api/admin/reload')

export const subscribersFileUrl = '/admin/subscribers.csv'

export const usersQuery = (query: Search) => apiQuery('GET /api/admin/users', { query }, shortlyCached)

export const userQuery = (id: string) => apiQuery('GET /api/admin/users/:id', { params: { id } }, shortlyCached)

export const invalidateUsers = (queryClient: QueryClient): Promise<void> =>
  invalidateCalls(queryClient, ['GET /api/admin/users', 'GET /api/admin/users/:id'])

export const invalidateUserLists = (queryClient: QueryClient): Promise<void> =>
  invalidateCalls(queryClient, ['GET /api/admin/users'])

export const userParams = (search: Search) =>
  pick<'GET /api/admin/users'>(search, ['q', 'role', 'email', 'status', 'hospital', 'sort', 'after'])

export const changeUserRole = (id: string, body: BodyOf<'PUT /api/admin/users/:id/role'>) =>
  callApi('PUT /api/admin/users/:id/role', { params: { id }, body })

export const markVerifiedHospital = (id: string, body: BodyOf<'PUT /api/admin/users/:id/verified-hospital'>) =>
  callApi('PUT /api/admin/users/:id/verified-hospital', { params: { id }, body })

export const trustUser = (id: string, body: BodyOf<'PUT /api/admin/users/:id/trust'>) =>
  callApi('PUT /api/admin/users/:id/trust', { params: { id }, body })

export const suspendUser = (id: string, body: BodyOf<'POST /api/admin/users/:id/suspend'>) =>
  callApi('POST /api/admin/users/:id/suspend', { params: { id }, body })

export const reinstateUser = (id: string, body: BodyOf<'POST /api/admin/users/:id/reinstate'>) =>
  callApi('POST /api/admin/users/:id/reinstate', { params: { id }, body })

export const sendPasswordReset = (id: string) => callApi('POST /api/admin/users/:id/password-reset', { params: { id } })

export const eraseUser = (id: string, body: BodyOf<'DELETE /api/admin/users/:id'>) =>
  callApi('DELETE /api/admin/users/:id', { params: { id }, body })

export const auditQuery = (query: Search) => apiQuery('GET /api/admin/audit', { query }, shortlyCached)

const filters = ['action', 'actor', 'subject', 'from', 'to', 'zone', 'address'] as const

export const auditParams = (search: Search) => pick<'GET /api/admin/audit'>(search, [...filters, 'before'])

/** All matching entries, not only this page. */
export const auditFileUrl = (search: Search): string =>
  apiUrl('GET /admin/audit.csv', { query: pick<'GET /admin/audit.csv'>(search, filters) })

export const verifyAuditEntries = (body: BodyOf<'POST /api/admin/audit/verification'>) =>
  callApi('POST /api/admin/audit/verification', { body })

export const settingsQuery = apiQuery('GET /api/admin/settings', {}, shortlyCached)

export const savePublishing = (body: BodyOf<'PUT /api/admin/settings/publishing'>) =>
  callApi('PUT /api/admin/settings/publishing', { body })

export const savePeriods = (body: BodyOf<'PUT /api/admin/settings/periods'>) =>
  callApi('PUT /api/admin/settings/periods', { body })

export const saveHeroFigures = (body: BodyOf<'PUT /api/admin/settings/hero-figures'>) =>
  callApi('PUT /api/admin/settings/hero-figures', { body })
