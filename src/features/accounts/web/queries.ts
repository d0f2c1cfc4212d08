import { apiQuery, callApi } from '#platform/web/api.ts'

const options = { retryOnMount: false } as const

export const providersQuery = apiQuery('GET /api/auth/providers', {}, options)

export const sessionsQuery = apiQuery('GET /api/account/sessions', {}, options)

export const revokeSession = (id: string) => callApi('DELETE /api/account/sessions/:id', { params: { id } })

export const revokeOtherSessions = () => callApi('DELETE /api/account/sessions')

export const identitiesQuery = apiQuery('GET /api/account/identities', {}, options)

export const securityQuery = apiQuery('GET /api/account/security', {}, options)

export const twoFactorQuery = apiQuery('GET /api/auth/two-factor', {}, options)

export const unlinkIdentity = (provider: string) => callApi('DELETE /api/account/identities/:provider', { params: { provider } })
