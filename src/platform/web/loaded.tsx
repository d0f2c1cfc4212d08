import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure, Skeleton } from '#ui/feedback.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'refetch'>
  /** What could not be loaded, as a sentence. */
  failure: string
  /** Shown meanwhile. */
  placeholder?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query answers; until then a placeholder, and after a failure the way to try again. */
export function Loaded<Data>({ query: { data, isError, refetch }, failure, placeholder, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (isError) return <LoadFailure onRetry={() => void refetch()}>{failure}</LoadFailure>
  return placeholder ?? <Skeleton className="h-64 w-full" />
}
