import { QueryClient } from '@tanstack/react-query'
import { queryFnOver, type Transport } from './lib/api.ts'
import { provideCurrentUser } from './lib/current-user.ts'

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
