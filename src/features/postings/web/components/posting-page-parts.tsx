import { ArrowLeft } from 'lucide-react'
import { employerDashboardPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Link } from '#web/lib/navigation.tsx'

/** What the pages of one posting have in common. */

export function BackToDashboard() {
  return (
    <p>
      <Link to={employerDashboardPath} className={`${buttonClass('quiet', 'sm')} -ml-3`}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to Dashboard
      </Link>
    </p>
  )
}

/** Without an error it is the address that is wrong. */
export function PostingProblem({ error, onRetry }: { error: Error | undefined; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <>
      <h1 className="text-xl font-bold">Job posting</h1>
      <Alert
        tone="danger"
        action={
          error &&
          !isMissing && (
            <Button look="secondary" onClick={onRetry}>
              Retry
            </Button>
          )
        }
      >
        {error === undefined
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
