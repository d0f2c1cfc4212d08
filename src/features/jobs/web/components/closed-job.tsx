import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ClosedJob } from '#features/jobs/contract.ts'
import { countText, placeText } from '#features/jobs/display.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { stateName } from '#shared/us-states.ts'
import { Badge } from '#ui/feedback.tsx'
import { ApiError } from '#platform/web/api.ts'
import { LinkButton } from '#platform/web/navigation.tsx'
import { jobsAddress } from '../results-address.ts'
import { useJobParts } from '../job-parts.ts'
import { searchJobsQuery, similarShown } from '../queries.ts'
import { JobLines } from './newest-jobs.tsx'

/**
 * What the server tells of a job that was public and has closed; undefined if it refused for
 * another reason.
 */
export const closedJobOf = (error: unknown): ClosedJob | undefined =>
  error instanceof ApiError && error.code === 'GONE' ? (error.current as ClosedJob) : undefined

/** Open jobs of the specialty, there or anywhere. */
const similarTo = ({
  specialty,
  state,
}: ClosedJob): { there: SearchCriteria; anywhere: SearchCriteria } => ({
  there: { specialty: [specialty], state: [state] } as SearchCriteria,
  anywhere: { specialty: [specialty] } as SearchCriteria,
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
