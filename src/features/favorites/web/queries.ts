import { apiQuery } from '#web/lib/api.ts'
import type { ListFavoriteIds, ListFavorites } from '../contract.ts'

export const favoritesQuery = apiQuery<ListFavorites>('GET /api/favorites')

/** For the hearts on the jobs' pages; invalidated when something changes here. */
export const favoriteIdsQuery = apiQuery<ListFavoriteIds>('GET /api/favorites/ids')
