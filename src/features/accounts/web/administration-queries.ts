import type { EraseUser } from '#features/personal-data/contract.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/contract.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { Search } from '#web/lib/page-route.ts'
import type {
  ChangeUserRole,
  GetUser,
  ListUsers,
  MarkVerifiedHospital,
  ReinstateUser,
  SendPasswordReset,
  SuspendUser,
} from '../contract-administration.ts'

const usersUrl = '/api/admin/users'
const userUrl = (id: string): string => `${usersUrl}/${encodeURIComponent(id)}`

/** Others administer, too: a list that is come back to is asked for anew. */
export const usersQuery = (params: Record<string, string>): ApiQuery<ListUsers> => ({
  ...apiQuery<ListUsers>(usersUrl, params),
  staleTime: 5000,
})

export const userQuery = (id: string): ApiQuery<GetUser> => ({ ...apiQuery<GetUser>(userUrl(id)), staleTime: 5000 })

/** After a deed neither the account nor any list is what it was. */
export const forgetUsers = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [url] }) => typeof url === 'string' && url.startsWith(usersUrl) })

export const forgetUserLists = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [usersUrl] })

const names = ['q', 'role', 'email', 'status', 'hospital', 'sort', 'after'] as const

/** What the list's address says, as the call wants it. */
export const userParams = (search: Search): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

export const changeUserRole = (id: string, body: BodyOf<ChangeUserRole>) =>
  callApi<ChangeUserRole>({ method: 'PUT', url: `${userUrl(id)}/role`, body })

export const markVerifiedHospital = (id: string, body: BodyOf<MarkVerifiedHospital>) =>
  callApi<MarkVerifiedHospital>({ method: 'PUT', url: `${userUrl(id)}/verified-hospital`, body })

export const suspendUser = (id: string, body: BodyOf<SuspendUser>) =>
  callApi<SuspendUser>({ method: 'POST', url: `${userUrl(id)}/suspend`, body })

export const reinstateUser = (id: string, body: BodyOf<ReinstateUser>) =>
  callApi<ReinstateUser>({ method: 'POST', url: `${userUrl(id)}/reinstate`, body })

export const sendPasswordReset = (id: string) =>
  callApi<SendPasswordReset>({ method: 'POST', url: `${userUrl(id)}/password-reset` })

export const eraseUser = (id: string, body: BodyOf<EraseUser>) => callApi<EraseUser>({ method: 'DELETE', url: userUrl(id), body })
