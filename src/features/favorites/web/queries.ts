import { storedText } from '#platform/web/browser.ts'
import { apiQuery, callApi } from '#platform/web/api.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/contract.ts'
import type { FavoriteProgress } from '../contract.ts'

export const favoritesQuery = apiQuery('GET /api/favorites')

/** The ids for the hearts on job pages. */
export const favoriteIdsQuery = apiQuery('GET /api/favorites/ids')

export const changeFavorite = (
  jobId: string,
  body: BodyOf<'PUT /api/favorites/:jobId'>,
): Promise<FavoriteProgress> => callApi('PUT /api/favorites/:jobId', { params: { jobId }, body })

/** Puts the saved state of a job into the list. */
export function showProgress(queryClient: QueryClient, progress: FavoriteProgress): void {
  queryClient.setQueryData(favoritesQuery.queryKey, (list) =>
    list?.map((favorite) =>
      favorite.jobId === progress.jobId ? { ...favorite, ...progress } : favorite,
    ),
  )
}

/**
 * The job that a visitor wanted to save before signing in. Without storage it must then be saved by
 * hand.
 */
export const pendingFavorite = storedText('jobToSave')
