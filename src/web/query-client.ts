import { QueryClient } from '@tanstack/react-query'
import type { Transport } from './lib/api.ts'
import { queryFnOver } from './lib/api.ts'

export const createQueryClient = (transport: Transport): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: queryFnOver(transport),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
      },
    },
  })
