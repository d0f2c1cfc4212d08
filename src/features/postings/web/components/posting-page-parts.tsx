import { posters } from '#shared/contract.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PostingDetail } from '#features/postings/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { employerDashboardPath, isUuid, jobsPath, postJobPath } from '#shared/paths.ts'
import { Alert, Skeleton } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { ApiError } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { BackLink } from '#platform/web/page-parts.tsx'
import { refusals, RequireRole } from '#platform/web/require-role.tsx'
import { postingQuery } from '../queries.ts'

export const deskTexts = {
  purpose: 'access the employer dashboard',
  denied: 'Only employers can access the dashboard.',
}

/** Others see a refusal, which needs no data. */
export function mayPost(queryClient: QueryClient): boolean {
  const user = knownUser(queryClient)
  return posters.some((role) => role === user?.role)
}

/** @throws {ApiError} if there is no such posting, or it belongs to somebody else. */
export async function prefetchPosting(queryClient: QueryClient, id: string): Promise<void> {
  if (!isUuid(id)) throw new ApiError(404, null)
  await queryClient.ensureQueryData(postingQuery(id))
}

export function PosterPage({ children }: { children: (user: CurrentUser) => ReactNode }) {
  return (
    <RequireRole role={posters} texts={refusals(deskTexts.purpose, deskTexts.denied)}>
      {(user) => (
        <div className="page-column pt-5 pb-10">
          <BackLink label="Back to Dashboard" to={employerDashboardPath} />
          <div className="mt-3 flex flex-col gap-8">{children(user)}</div>
        </div>
      )}
    </RequireRole>
  )
}

/** The posting of the address, or why it cannot be shown. */
export function ShownPosting({ children }: { children: (posting: PostingDetail) => ReactNode }) {
  const { id = '' } = useShownPage().params
  const { data, error, refetch } = useQuery({ ...postingQuery(id), enabled: isUuid(id) })
  if (data) return children(data)
  if (!error && isUuid(id)) return <PostingSkeleton />
  const isMissing = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <>
      <h1 className="text-xl font-bold">Job posting</h1>
      <Alert
        tone="danger"
        action={
          error &&
          !isMissing && <Button label="Retry" look="secondary" onClick={() => void refetch()} />
        }
      >
        {!error
          ? 'Invalid job ID. Please return to your dashboard and try again.'
          : isMissing
            ? "Job posting not found or you don't have permission to edit it."
            : 'Failed to load job posting. Please refresh the page or try again later.'}
      </Alert>
    </>
  )
}

export function PostingSkeleton() {
  return (
    <div role="status" aria-label="Loading the job posting" className="flex flex-col gap-4">
      <Skeleton className="h-8 w-96 max-w-full" />
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="h-10 w-80 max-w-full" />
      <Skeleton className="h-64 w-full max-w-prose" />
    </div>
  )
}

/** For pages that cannot show the posting. */
export const postOrBrowse = (
  <>
    <LinkButton label="Post a Job" to={postJobPath} />
    <LinkButton label="Browse Jobs" to={jobsPath} look="secondary" />
  </>
)
