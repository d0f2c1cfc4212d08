import type { QueryClient } from '@tanstack/react-query'
import { apiQuery, invalidateCalls } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'

const pollMs = 1500
const isRunning = (run: { status: string } | null | undefined) => run?.status === 'running'

/**
 * The schedule runs imports, too: lists are refetched on return, and polled while an import runs.
 */
export const sourcesQuery = apiQuery(
  'GET /api/admin/import-sources',
  {},
  {
    staleTime: 2000,
    refetchInterval: ({ state }) =>
      state.data?.sources.some((source) => isRunning(source.lastRun)) ? pollMs : false,
  },
)

export const sourceQuery = (id: string) =>
  apiQuery('GET /api/admin/import-sources/:id', { params: { id } }, { staleTime: 2000 })

export const importsQuery = (query: Search) =>
  apiQuery(
    'GET /api/admin/imports',
    { query },
    {
      staleTime: 2000,
      refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? pollMs : false),
    },
  )

export const importQuery = (id: string) =>
  apiQuery(
    'GET /api/admin/imports/:id',
    { params: { id } },
    { staleTime: 1000, refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false) },
  )

export const sourceAnswersQuery = (id: string) =>
  apiQuery(
    'GET /api/admin/import-sources/:id/answers',
    { params: { id } },
    { refetchInterval: ({ state }) => (isRunning(state.data?.check) ? pollMs : false) },
  )

/** What answers otherwise after something began, ended or was changed. */
export const ofImports = [
  'GET /api/admin/import-sources',
  'GET /api/admin/import-sources/:id',
  'GET /api/admin/imports',
  'GET /api/admin/imports/:id',
  'GET /api/admin/import-sources/:id/answers',
] as const

export const refreshImports = (queryClient: QueryClient): Promise<void> =>
  invalidateCalls(queryClient, ofImports)
