import { apiQuery, callApi } from '#web/lib/api.ts'
import type {
  ListIdentities,
  ListProviders,
  ListSessions,
  RevokeOtherSessions,
  RevokeSession,
  UnlinkIdentity,
} from '../contract.ts'

const options = { retryOnMount: false } as const

export const providersQuery = apiQuery<ListProviders>('GET /api/auth/providers', {}, options)

export const sessionsQuery = apiQuery<ListSessions>('GET /api/account/sessions', {}, options)

export const revokeSession = (id: string) => callApi<RevokeSession>('DELETE /api/account/sessions/:id', { params: { id } })

export const revokeOtherSessions = () => callApi<RevokeOtherSessions>('DELETE /api/account/sessions')

export const identitiesQuery = apiQuery<ListIdentities>('GET /api/account/identities', {}, options)

export const unlinkIdentity = (provider: string) =>
  callApi<UnlinkIdentity>('DELETE /api/account/identities/:provider', { params: { provider } })
