import { apiQuery } from '#platform/web/api.ts'

/** A node stores its figures once a minute. */
export const systemQuery = apiQuery('GET /api/admin/system', {}, { refetchInterval: 60_000 })
