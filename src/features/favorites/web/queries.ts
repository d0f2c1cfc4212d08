import { apiQuery } from '#web/lib/api.ts'
import type { ListFavorites } from '../contract.ts'

export const favoritesQuery = apiQuery<ListFavorites>('/api/favorites')

/** What the hearts in the jobs' pages know; it has to be asked for anew when something changes here. */
export const favoriteIdsKey = ['/api/favorites/ids', {}] as const
