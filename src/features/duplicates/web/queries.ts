import type { QueryClient } from '@tanstack/react-query'
import { apiQuery, callApi, invalidateCalls } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'

/** Other administrators decide, too. */
export const duplicatesQuery = (query: Search) => apiQuery('GET /api/admin/duplicates', { query }, { staleTime: 5000 })

export const invalidateDuplicates = (queryClient: QueryClient): Promise<void> =>
  invalidateCalls(queryClient, ['GET /api/admin/duplicates'])

export const dismissDuplicates = (ids: readonly string[]) => callApi('POST /api/admin/duplicates/dismissals', { body: { ids } })

export const mergeDuplicates = ({ id, ...body }: { id: string; keepsOther: boolean }) =>
  callApi('POST /api/admin/duplicates/:id/merge', { params: { id }, body })
