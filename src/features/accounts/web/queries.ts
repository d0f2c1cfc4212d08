import { apiQuery } from '#platform/web/api.ts'

const options = { retryOnMount: false } as const

export const providersQuery = apiQuery('GET /api/auth/providers', {}, options)

export const sessionsQuery = apiQuery('GET /api/account/sessions', {}, options)

export const identitiesQuery = apiQuery('GET /api/account/identities', {}, options)

export const securityQuery = apiQuery('GET /api/account/security', {}, options)

export const twoFactorQuery = apiQuery('GET /api/auth/two-factor', {}, options)
