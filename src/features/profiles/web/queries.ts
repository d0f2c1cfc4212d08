import { apiQuery } from '#platform/web/api.ts'

export const profileQuery = apiQuery('GET /api/profile')
