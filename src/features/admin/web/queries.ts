import type { QueryClient } from '@tanstack/react-query'
import type { GetImport, ImportApify, ListImports } from '#features/imports/contract.ts'
import type { BodyOf } from '#shared/contract.ts'
import { apiQuery, callApi, invalidateCalls, apiUrl } from '#web/lib/api.ts'
import { pick } from '#web/lib/page-route.ts'
import type { Search } from '#web/lib/page-route.ts'
import type {
  ChangeUserRole,
  EraseUser,
  GetUser,
  ListUsers,
  MarkVerifiedHospital,
  ReinstateUser,
  SendPasswordReset,
  SuspendUser,
  GetAdminSummary,
  ReloadDerivedData,
  ExportAuditLog,
  ListAuditLog,
  VerifyAuditEntries,
  GetSiteSettings,
  SetHeroFigures,
  SetPostingPeriods,
  SetPublishing,
} from '../contract.ts'

/** Other administrators change all of it, so that returning to a page loads it again. */
const lively = { staleTime: 5000 } as const

export const summaryQuery = apiQuery<GetAdminSummary>('GET /api/admin/summary', {}, lively)

export const importApify = (url: string) => callApi<ImportApify>('POST /api/admin/import-apify', { body: { url } })

const pollMs = 1500

export const importRunsQuery = apiQuery<ListImports>('GET /api/admin/imports', {}, { refetchInterval: pollMs })

/** Polled while the run goes on. */
export const importRunQuery = (id: string) =>
  apiQuery<GetImport>(
    'GET /api/admin/imports/:id',
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false) },
  )

export const reloadDerivedData = () => callApi<ReloadDerivedData>('POST /api/admin/reload')

export const subscribersFileUrl = '/admin/subscribers.csv'

export const usersQuery = (query: Search) => apiQuery<ListUsers>('GET /api/admin/users', { query }, lively)

export const userQuery = (id: string) => apiQuery<GetUser>('GET /api/admin/users/:id', { params: { id } }, lively)

export const invalidateUsers = (queryClient: QueryClient): Promise<void> =>
  invalidateCalls<ListUsers | GetUser>(queryClient, ['GET /api/admin/users', 'GET /api/admin/users/:id'])

export const invalidateUserLists = (queryClient: QueryClient): Promise<void> =>
  invalidateCalls<ListUsers>(queryClient, ['GET /api/admin/users'])

export const userParams = (search: Search) =>
  pick<ListUsers>(search, ['q', 'role', 'email', 'status', 'hospital', 'sort', 'after'])

export const changeUserRole = (id: string, body: BodyOf<ChangeUserRole>) =>
  callApi<ChangeUserRole>('PUT /api/admin/users/:id/role', { params: { id }, body })

export const markVerifiedHospital = (id: string, body: BodyOf<MarkVerifiedHospital>) =>
  callApi<MarkVerifiedHospital>('PUT /api/admin/users/:id/verified-hospital', { params: { id }, body })

export const suspendUser = (id: string, body: BodyOf<SuspendUser>) =>
  callApi<SuspendUser>('POST /api/admin/users/:id/suspend', { params: { id }, body })

export const reinstateUser = (id: string, body: BodyOf<ReinstateUser>) =>
  callApi<ReinstateUser>('POST /api/admin/users/:id/reinstate', { params: { id }, body })

export const sendPasswordReset = (id: string) =>
  callApi<SendPasswordReset>('POST /api/admin/users/:id/password-reset', { params: { id } })

export const eraseUser = (id: string, body: BodyOf<EraseUser>) =>
  callApi<EraseUser>('DELETE /api/admin/users/:id', { params: { id }, body })

export const auditQuery = (query: Search) => apiQuery<ListAuditLog>('GET /api/admin/audit', { query }, lively)

const filters = ['action', 'actor', 'subject', 'from', 'to', 'address'] as const

export const auditParams = (search: Search) => pick<ListAuditLog>(search, [...filters, 'before'])

/** All that is found, not only this page. */
export const auditFileUrl = (search: Search): string =>
  apiUrl<ExportAuditLog>('GET /admin/audit.csv', { query: pick<ExportAuditLog>(search, filters) })

export const verifyAuditEntries = (body: BodyOf<VerifyAuditEntries>) =>
  callApi<VerifyAuditEntries>('POST /api/admin/audit/verification', { body })

export const settingsQuery = apiQuery<GetSiteSettings>('GET /api/admin/settings', {}, lively)

export const savePublishing = (body: BodyOf<SetPublishing>) =>
  callApi<SetPublishing>('PUT /api/admin/settings/publishing', { body })

export const savePeriods = (body: BodyOf<SetPostingPeriods>) =>
  callApi<SetPostingPeriods>('PUT /api/admin/settings/periods', { body })

export const saveHeroFigures = (body: BodyOf<SetHeroFigures>) =>
  callApi<SetHeroFigures>('PUT /api/admin/settings/hero-figures', { body })
