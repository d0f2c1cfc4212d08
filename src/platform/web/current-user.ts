import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { signedInHint, type CurrentUser } from '#shared/current-user.ts'
import { ApiError, keyOf, sendCall, type AnswerQuery, type Transport } from './api.ts'
import { useShownPage } from './navigation.tsx'

export type CurrentUserState =
  | { status: 'loading'; user?: undefined }
  | { status: 'anonymous'; user?: undefined }
  | { status: 'signed-in'; user: CurrentUser }

const call = 'GET /api/auth/user'
const queryKey = keyOf<CurrentUser | null>(call)

/**
 * Its query function is a default of the query client: in-process on the server, over HTTP in the
 * browser.
 */
export const currentUserQuery: AnswerQuery<CurrentUser | null> = {
  queryKey,
  staleTime: 5 * 60_000,
  retry: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  retryOnMount: false,
}

/** Sets the query function for the current user; a 401 answer means nobody. */
export function provideCurrentUser(queryClient: QueryClient, transport: Transport): void {
  queryClient.setQueryDefaults(queryKey, {
    queryFn: async ({ signal }) => {
      try {
        return await sendCall<CurrentUser>(transport, call, { signal })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        forgetHint()
        return null
      }
    },
  })
}

/** The current user, if already loaded. */
export const knownUser = (queryClient: QueryClient): CurrentUser | null | undefined =>
  queryClient.getQueryData(currentUserQuery.queryKey)

export const CurrentUserContext = createContext<CurrentUserState>({ status: 'loading' })

export const useCurrentUser = (): CurrentUserState => use(CurrentUserContext)

/**
 * Loads the current user once for the site. Public pages are rendered without a user, so the state
 * is 'loading' until hydration; then a missing hint cookie means nobody, without a call.
 */
export function useFoundUser(hydrated: boolean): CurrentUserState {
  const { path, isPersonal } = useShownPage()
  const asks = hydrated && (hasHint() || (isPersonal && !isPublicPath(path)))
  const { data, isError } = useQuery({ ...currentUserQuery, enabled: asks })
  const isAnonymous = data === null || isError || (hydrated && !asks)
  return useMemo(
    () =>
      data
        ? { status: 'signed-in', user: data }
        : isAnonymous
          ? { status: 'anonymous' }
          : { status: 'loading' },
    [data, isAnonymous],
  )
}

/** After sign-in, sign-out and profile changes. */
export const refreshCurrentUser = (queryClient: QueryClient): Promise<CurrentUser | null> =>
  queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 })

/** Pages that do not load the user without a hint cookie, though they differ by visitor. */
const isPublicPath = (path: string) => path.startsWith('/jobs') || path === '/employers/posted'

function hasHint() {
  try {
    return document.cookie.split('; ').includes(`${signedInHint.name}=${signedInHint.value}`)
  } catch {
    // Cookies can be forbidden; then nobody is signed in.
    return false
  }
}

/** The session has ended, so that the next page need not ask. */
function forgetHint() {
  if (typeof document !== 'undefined') document.cookie = `${signedInHint.name}=; Path=/; Max-Age=0`
}
