import { apiQuery } from '#platform/web/api.ts'

export const favoritesQuery = apiQuery('GET /api/favorites')

/** The ids for the hearts on job pages. */
export const favoriteIdsQuery = apiQuery('GET /api/favorites/ids')
