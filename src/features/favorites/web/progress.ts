import type { QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/contract.ts'
import { callApi } from '#platform/web/api.ts'
import type { FavoriteProgress } from '../contract.ts'
import { favoritesQuery } from './queries.ts'

export const changeFavorite = (jobId: string, body: BodyOf<'PUT /api/favorites/:jobId'>): Promise<FavoriteProgress> =>
  callApi('PUT /api/favorites/:jobId', { params: { jobId }, body })

/** Puts the saved state of a job into the list. */
export function showProgress(queryClient: QueryClient, progress: FavoriteProgress): void {
  queryClient.setQueryData(favoritesQuery.queryKey, (list) =>
    list?.map((it) => (it.jobId === progress.jobId ? { ...it, ...progress } : it)),
  )
}
