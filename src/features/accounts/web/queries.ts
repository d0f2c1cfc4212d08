import { apiQuery } from '#platform/web/api.ts'

const options = { retryOnMount: false } as const

export const providersQuery = apiQuery('GET /api/auth/providers', {}, options)

export const securityQuery = apiQuery('GET /api/account/security', {}, options)
