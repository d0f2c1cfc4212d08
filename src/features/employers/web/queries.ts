import { apiQuery } from '#platform/web/api.ts'

export const employersQuery = (prefix: string, after: string) => apiQuery('GET /api/employers', { query: { prefix, after } })

export const seatRequestsQuery = apiQuery('GET /api/seat-requests')

export const employerQuery = (slug: string) => apiQuery('GET /api/employers/:slug', { params: { slug } })
