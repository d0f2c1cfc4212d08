import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ClosedJob, JobSummary } from '#features/jobs/contract.ts'
import { countText, placeText, ageLabel } from '#features/jobs/display.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { stateName } from '#shared/us-states.ts'
import { Badge, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { ApiError, currentOf } from '#platform/web/api.ts'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { jobsAddress, JobLink } from './results-context.tsx'
import { useHiddenJobs, useJobParts } from '../job-parts.ts'
import { searchJobsQuery, similarShown, newestJobsQuery } from '../queries.ts'
import { Employer, Pay } from './job-elements.tsx'

/**
 * What the server tells of a job that was public and has closed; undefined if it refused for
 * another reason.
 */
export const closedJobOf = (error: unknown): ClosedJob | undefined =>
  error instanceof ApiError && error.code === 'GONE' ? currentOf<ClosedJob>(error) : undefined

/** Open jobs of the specialty, there or anywhere. */
const similarTo = ({
  specialty,
  state,
}: ClosedJob): { there: SearchCriteria; anywhere: SearchCriteria } => ({
  there: { specialty: [specialty], state: [state] },
  anywhere: { specialty: [specialty] },
})

const shortList = (criteria: SearchCriteria) =>
  searchJobsQuery({ ...criteria, limit: similarShown })

export async function loadSimilar(queryClient: QueryClient, job: ClosedJob): Promise<void> {
  const { there, anywhere } = similarTo(job)
  const { total } = await queryClient.ensureQueryData(shortList(there))
  if (total < similarShown) await queryClient.ensureQueryData(shortList(anywhere))
}

/** In place of a job that has closed: what it was, and open ones like it. */
export function ClosedJobView({ job, level = 1 }: { job: ClosedJob; level?: 1 | 2 }) {
  const { AlertButton } = useJobParts()
  const Heading = `h${level}` as const
  const HeadingBelow = level === 1 ? 'h2' : 'h3'
  const { there, anywhere } = similarTo(job)
  const nearby = useQuery(shortList(there)).data
  const wider = useQuery({
    ...shortList(anywhere),
    enabled: nearby !== undefined && nearby.total < similarShown,
  }).data
  const isFar = nearby?.total === 0
  const shown = isFar ? wider : nearby
  const place = isFar || job.state === 'OTHER' ? '' : ` in ${stateName(job.state)}`
  return (
    <div className={level === 1 ? 'page-column py-10 sm:py-12' : 'py-6'}>
      <div className="max-w-form">
        <Badge>This job has closed</Badge>
        <Heading className="mt-2 text-xl font-bold wrap-anywhere text-muted">{job.title}</Heading>
        <p className="mt-1 text-muted">
          {job.specialty} · {placeText(job)}
        </p>
        <HeadingBelow className="mt-8 mb-3 text-base font-semibold">
          {shown?.total === 0
            ? 'No open job is like it right now'
            : `Open ${job.specialty} jobs${place}`}
        </HeadingBelow>
        <JobLines jobs={shown?.jobs ?? []} />
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          {[
            { criteria: there, result: nearby, text: 'See all' },
            { criteria: anywhere, result: wider, text: 'Anywhere:' },
          ].map(({ criteria, result, text }) =>
            result && result.total > 0 ? (
              <LinkButton
                key={text}
                to="/jobs"
                search={jobsAddress.search(criteria)}
                look="secondary"
              >
                {text} {countText(result.total, result.totalIsCapped)}
              </LinkButton>
            ) : null,
          )}
          {shown?.total === 0 && <LinkButton label="Browse Jobs" to="/jobs" />}
          <AlertButton criteria={there} />
        </div>
      </div>
    </div>
  )
}

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

/**
 * `onPhones`: as many as phones show; default: all. The jobs of one employer say their specialty
 * instead.
 */
export function JobLines({
  jobs,
  onPhones,
  isOneEmployer = false,
  note,
}: {
  jobs: readonly JobSummary[]
  onPhones?: keyof typeof cuts
  isOneEmployer?: boolean
  /** A line below a job. */
  note?: (id: string) => ReactNode
}) {
  const { now } = useShownPage()
  const { SentNote } = useJobParts()
  const hidden = useHiddenJobs()
  return (
    <ul className="divide-y divide-line border-y border-line empty:hidden">
      {jobs
        .filter(({ id }) => !hidden.includes(id))
        .map((job) => (
          <li key={job.id} className={`opens py-3 text-xs ${onPhones ? cuts[onPhones] : ''}`}>
            <p className="flex items-baseline justify-between gap-4">
              <JobLink job={job} className="row-link line-clamp-2 text-sm font-semibold">
                {job.title}
              </JobLink>
              <span className="shrink-0 text-muted">{ageLabel(job.postedAt, now)}</span>
            </p>
            <p className="flex flex-wrap items-baseline gap-x-4">
              <span className="line-clamp-2 min-w-[35%] flex-1 text-muted">
                <SentNote jobId={job.id} isTag />
                {placeText(job)} · {isOneEmployer ? job.specialty : <Employer job={job} />}
              </span>
              <span className="line-pay">
                <Pay job={job} />
              </span>
            </p>
            {note && <p className="mt-1 text-muted">{note(job.id)}</p>}
          </li>
        ))}
    </ul>
  )
}
