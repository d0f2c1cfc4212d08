import { apiQuery } from '#web/lib/api.ts'

export const favoritesQuery = apiQuery('GET /api/favorites')

/** For the hearts on the jobs' pages; invalidated when something changes here. */
export const favoriteIdsQuery = apiQuery('GET /api/favorites/ids')
