import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { apiQuery, callApi, invalidateCalls } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'
import type { Mapping } from '../model.ts'

const pollMs = 1500
const isRunning = (it: { status: string } | null | undefined): boolean => it?.status === 'running'

/** The schedule runs imports, too: lists are refetched on return, and polled while an import runs. */
export const sourcesQuery = apiQuery(
  'GET /api/admin/import-sources',
  {},
  {
    staleTime: 2000,
    refetchInterval: ({ state }) => (state.data?.sources.some((source) => isRunning(source.lastRun)) ? pollMs : false),
  },
)

export const sourceQuery = (id: string) => apiQuery('GET /api/admin/import-sources/:id', { params: { id } }, { staleTime: 2000 })

export const importsQuery = (query: Search) =>
  apiQuery(
    'GET /api/admin/imports',
    { query },
    { staleTime: 2000, refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? pollMs : false) },
  )

export const importQuery = (id: string) =>
  apiQuery(
    'GET /api/admin/imports/:id',
    { params: { id } },
    { staleTime: 1000, refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false) },
  )

/** Each preview fetches from the source's server, so answers are cached for a minute. */
export const previewQuery = (body: { url: string; mapping: Mapping; source?: string }) => ({
  queryKey: ['POST /api/admin/import-preview', { body }] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi('POST /api/admin/import-preview', { body, signal }),
  staleTime: 60_000,
  retry: false,
  placeholderData: keepPreviousData,
})

export const sourceAnswersQuery = (id: string) =>
  apiQuery(
    'GET /api/admin/import-sources/:id/answers',
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.isChecking ? pollMs : false) },
  )

/** What answers otherwise after something began, ended or was changed. */
export const ofImports = [
  'GET /api/admin/import-sources',
  'GET /api/admin/import-sources/:id',
  'GET /api/admin/imports',
  'GET /api/admin/imports/:id',
  // An address may hold another secret by now, which does not show in the question.
  'POST /api/admin/import-preview',
] as const

export const refreshImports = (queryClient: QueryClient): Promise<void> => invalidateCalls(queryClient, ofImports)

export const startCheck = (body: { url: string; mapping: Mapping; source?: string }) =>
  callApi('POST /api/admin/import-checks', { body })
