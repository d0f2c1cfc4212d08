import { QueryClient } from '@tanstack/react-query'
import { queryFnOver, type Transport } from '#platform/web/api.ts'
import { provideCurrentUser } from '#platform/web/current-user.ts'

export function createQueryClient(transport: Transport): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: queryFnOver(transport),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
      },
    },
  })
  provideCurrentUser(queryClient, transport)
  return queryClient
}
