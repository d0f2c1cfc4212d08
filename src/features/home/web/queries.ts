import { apiQuery } from '#platform/web/api.ts'

export const heroFiguresQuery = apiQuery('GET /api/hero-figures')
export const countsQuery = apiQuery('GET /api/facets', { query: {} }, { staleTime: 5 * 60_000 })
