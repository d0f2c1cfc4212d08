import { Skeleton } from '#ui/skeleton.tsx'

/** The job page's shape: title block, facts beside the side column. */
export function JobSkeleton() {
  return (
    <div role="status" aria-label="Loading..." className="page-column pt-5">
      <div className="space-y-4 border-b border-line pt-10 pb-6">
        <Skeleton className="h-11 w-3/5" />
        <Skeleton className="h-6 w-1/4" />
        <Skeleton className="h-7 w-2/5" />
      </div>
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-6">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-36" />
          <Skeleton className="h-52 max-w-prose" />
        </div>
        <Skeleton className="h-80" />
      </div>
    </div>
  )
}
