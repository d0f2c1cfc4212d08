import { useQuery } from '@tanstack/react-query'
import type { JobSummary } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { newestJobsQuery } from '../queries.ts'
import { Employer, Pay } from './job-elements.tsx'
import { JobLink } from './results-context.tsx'

export function NewestJobs() {
  const { data, isError, refetch } = useQuery(newestJobsQuery)
  if (isError)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        Failed to load job listings. Please try again.
      </LoadFailure>
    )
  return data ? <JobLines jobs={data.jobs} onPhones={3} /> : <Skeleton className="h-96" />
}

const cuts = { 2: 'max-sm:nth-[n+3]:hidden', 3: 'max-sm:nth-[n+4]:hidden' }

/** `onPhones`: as many as phones show; default: all. */
export function JobLines({
  jobs,
  onPhones,
}: {
  jobs: readonly JobSummary[]
  onPhones?: keyof typeof cuts
}) {
  const { now } = useShownPage()
  return (
    <ul className="divide-y divide-line border-y border-line empty:hidden">
      {jobs.map((job) => (
        <li key={job.id} className={`py-3 text-xs ${onPhones ? cuts[onPhones] : ''}`}>
          <p className="flex items-baseline justify-between gap-4">
            <JobLink
              job={job}
              className="line-clamp-2 text-sm font-semibold text-ink no-underline hover:text-action hover:underline"
            >
              {job.title}
            </JobLink>
            <span className="shrink-0 text-muted">{ageLabel(job.postedAt, now)}</span>
          </p>
          <p className="flex items-baseline justify-between gap-4">
            <span className="truncate text-muted">
              {placeText(job)} · <Employer job={job} />
            </span>
            <span className="max-w-3/5 shrink-0 truncate [&>*]:inline!">
              <Pay
                job={{
                  ...job,
                  compText: job.compMin === null && job.compMax === null ? job.compText : null,
                }}
              />
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
