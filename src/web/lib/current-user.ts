import { useQuery, type QueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { signedInHint, type CurrentUser } from '#shared/current-user.ts'
import { ApiError, sendCall, type Transport } from './api.ts'
import { useShownPage } from './navigation.tsx'

export type CurrentUserState = { status: 'loading' } | { status: 'anonymous' } | { status: 'signed-in'; user: CurrentUser }

const call = 'GET /api/auth/user'
const queryKey = [call, {}] as const
type Options = UseQueryOptions<CurrentUser | null, Error, CurrentUser | null, typeof queryKey>

/** Ask for it through the query client, which knows how: in-process on the server, over HTTP in the browser. */
export const currentUserQuery = {
  queryKey,
  staleTime: 5 * 60_000,
  retry: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  retryOnMount: false,
} satisfies Options

/** Teaches a query client to find out who is signed in: nobody is an answer, too. */
export function provideCurrentUser(queryClient: QueryClient, transport: Transport): void {
  queryClient.setQueryDefaults(queryKey, {
    queryFn: async ({ signal }): Promise<CurrentUser | null> => {
      try {
        return (await sendCall(transport, call, { signal })) as CurrentUser
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        forgetHint()
        return null
      }
    },
  })
}

/** Who is signed in, as far as that has been asked yet. */
export const knownUser = (queryClient: QueryClient): CurrentUser | null | undefined =>
  queryClient.getQueryData<CurrentUser | null>(queryKey)

export const CurrentUserContext = createContext<CurrentUserState>({ status: 'loading' })

/** Who is signed in. */
export const useCurrentUser = (): CurrentUserState => use(CurrentUserContext)

/**
 * Finds out who is signed in, once for the whole site. Public pages are rendered for nobody in particular, so the answer is 'loading'
 * until the page is hydrated; then a missing hint means, without a call, that nobody is.
 */
export function useFoundUser(hydrated: boolean): CurrentUserState {
  const { path, isPersonal } = useShownPage()
  const asks = hydrated && (hasHint() || (isPersonal && !isPublicPath(path)))
  const { data, isError } = useQuery<CurrentUser | null, Error, CurrentUser | null, typeof queryKey>({
    ...currentUserQuery,
    enabled: asks,
  })
  const isAnonymous = data === null || isError || (hydrated && !asks)
  return useMemo(
    () => (data ? { status: 'signed-in', user: data } : { status: isAnonymous ? 'anonymous' : 'loading' }),
    [data, isAnonymous],
  )
}

/** After whatever changes who is signed in, or what is known of them. */
export async function refreshCurrentUser(queryClient: QueryClient): Promise<CurrentUser | null> {
  return queryClient.fetchQuery<CurrentUser | null, Error, CurrentUser | null, typeof queryKey>({
    ...currentUserQuery,
    staleTime: 0,
  })
}

/** Where nobody is asked for who is not known to be signed in. */
const isPublicPath = (path: string): boolean => publicPaths.has(path) || path.startsWith('/jobs')

const publicPaths: ReadonlySet<string> = new Set([
  '/',
  '/auth',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/employers',
  '/employers/post',
  '/employers/posted',
  '/post-job',
  '/thanks',
])

function hasHint(): boolean {
  try {
    return document.cookie.split('; ').includes(`${signedInHint.name}=${signedInHint.value}`)
  } catch {
    // Cookies can be forbidden, and then nobody is signed in.
    return false
  }
}

/** Its session has ended: the next page need not ask. */
function forgetHint(): void {
  if (typeof document !== 'undefined') document.cookie = `${signedInHint.name}=; Path=/; Max-Age=0`
}
