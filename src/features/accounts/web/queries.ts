import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type {
  ListIdentities,
  ListProviders,
  ListSessions,
  RevokeOtherSessions,
  RevokeSession,
  UnlinkIdentity,
} from '../contract.ts'

export const providersQuery: ApiQuery<ListProviders> = { ...apiQuery<ListProviders>('/api/auth/providers'), retryOnMount: false }

const sessionsPath = '/api/account/sessions'

export const sessionsQuery: ApiQuery<ListSessions> = { ...apiQuery<ListSessions>(sessionsPath), retryOnMount: false }

export const revokeSession = (id: string) => callApi<RevokeSession>({ method: 'DELETE', url: `${sessionsPath}/${id}` })

export const revokeOtherSessions = () => callApi<RevokeOtherSessions>({ method: 'DELETE', url: sessionsPath })

const identitiesPath = '/api/account/identities'

export const identitiesQuery: ApiQuery<ListIdentities> = { ...apiQuery<ListIdentities>(identitiesPath), retryOnMount: false }

export const unlinkIdentity = (provider: string) =>
  callApi<UnlinkIdentity>({ method: 'DELETE', url: `${identitiesPath}/${provider}` })
