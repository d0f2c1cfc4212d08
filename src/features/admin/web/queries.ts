import type { GetImport, ImportApify, ListImports } from '#features/imports/contract.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetAdminSummary, ReloadDerivedData } from '../contract.ts'

export const summaryQuery: ApiQuery<GetAdminSummary> = { ...apiQuery<GetAdminSummary>('/api/admin/summary'), staleTime: 5000 }

export const importApify = (url: string) =>
  callApi<ImportApify>({ method: 'POST', url: '/api/admin/import-apify', body: { url } })

const pollMs = 1500

/** The importer's latest runs, looked at again and again. */
export const importRunsQuery: ApiQuery<ListImports> = {
  ...apiQuery<ListImports>('/api/admin/imports'),
  refetchInterval: pollMs,
}

/** A run of the importer, looked at again and again while it goes on. */
export const importRunQuery = (id: string): ApiQuery<GetImport> => ({
  ...apiQuery<GetImport>(`/api/admin/imports/${encodeURIComponent(id)}`),
  refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
})

export const reloadDerivedData = () => callApi<ReloadDerivedData>({ method: 'POST', url: '/api/admin/reload' })

export const subscribersFileUrl = '/admin/subscribers.csv'
