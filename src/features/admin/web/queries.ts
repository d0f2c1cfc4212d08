import type { ImportApify } from '#features/imports/contract.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetAdminSummary, ReloadDerivedData } from '../contract.ts'

export const summaryQuery: ApiQuery<GetAdminSummary> = { ...apiQuery<GetAdminSummary>('/api/admin/summary'), staleTime: 5000 }

export const importApify = (url: string) =>
  callApi<ImportApify>({ method: 'POST', url: '/api/admin/import-apify', body: { url } })

export const reloadDerivedData = () => callApi<ReloadDerivedData>({ method: 'POST', url: '/api/admin/reload' })

export const subscribersFileUrl = '/admin/subscribers.csv'
