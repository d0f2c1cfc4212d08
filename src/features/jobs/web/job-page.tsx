import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { jobPath } from '#shared/paths.ts'
import { EmptyState, Skeleton } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import {
  LinkButton,
  useHydrated,
  useNavigate,
  useShownPage,
  type Head,
  type PageArgs,
} from '#platform/web/navigation.tsx'
import type { ClosedJob, JobDetail, JobSummary } from '../contract.ts'
import { metaSnippet, payText, placeText } from '../display.ts'
import { parseSearchCriteria } from '../search-criteria.ts'
import { embedLink, structuredDataOf } from '../structured-data.ts'
import { ClosedJobView, closedJobOf, loadSimilar } from './components/closed-job.tsx'
import { ApplyLink, ComparePlace, Pay } from './components/job-elements.tsx'
import { applyTarget, JobSections, JobSide, noSalary } from './components/job-sections.tsx'
import { BackToResults } from './components/results-context.tsx'
import { useCountView, useJobParts, type JobPageParts, type PrefetchPart } from './job-parts.ts'
import {
  isRefusal,
  jobQuery,
  listedJob,
  onServer,
  searchJobsQuery,
  similarJobsQuery,
} from './queries.ts'
import { JobTitleBlock } from './components/job-title.tsx'

/** Loaded for those who come from a list. */
const ResultNeighbors = lazyPart(
  async () => (await import('./components/result-neighbors.tsx')).ResultNeighbors,
)

export async function loadJob(
  { queryClient, params: { id = '' } }: PageArgs,
  prefetchPay: PrefetchPart,
): Promise<void> {
  const loading = loadWhole({ queryClient, id }, prefetchPay)
  // The page draws at once what the list said of the job.
  if (onServer || !listedJob(queryClient, id)) await loading
  else loading.catch(() => {})
}

async function loadWhole(
  { queryClient, id }: { queryClient: QueryClient; id: string },
  prefetchPay: PrefetchPart,
) {
  const job = await queryClient.ensureQueryData(jobQuery(id)).catch(async (error: unknown) => {
    const closed = closedJobOf(error)
    if (closed) await loadSimilar(queryClient, closed)
    throw error
  })
  const beside = Promise.all([
    queryClient.prefetchQuery(similarJobsQuery(job)),
    prefetchPay(queryClient, job),
  ])
  if (onServer) await beside
}

export function head({ queryClient, site, params: { id = '' } }: PageArgs): Head {
  const {
    data: job,
    status,
    error,
  } = queryClient.getQueryState(jobQuery(id).queryKey) ?? { status: 'pending' }
  const closed = closedJobOf(error)
  const unnamed = closed ? closedHead(closed) : status === 'error' ? notFoundHead : waitingHead
  return pageHead({
    site,
    path: jobPath(id),
    noindex: !job,
    ...(import.meta.env.SSR && job && { links: [embedLink(site.publicUrl, job)] }),
    ...(job ? headOf(job) : unnamed),
  })
}

export const documents = ({
  queryClient,
  site,
  params: { id = '' },
}: PageArgs): readonly object[] => {
  const job = queryClient.getQueryData(jobQuery(id).queryKey)
  return job ? structuredDataOf(job, site) : []
}

const waitingHead = { title: 'Physician Job', description: '' }

const notFoundHead = {
  title: 'Job Not Found',
  description: "The job you're looking for could not be found.",
}

const closedHead = (job: ClosedJob) => ({
  title: `Closed: ${job.title}, ${placeText(job)}`,
  description: `This job has closed. Open ${job.specialty} jobs like it.`,
})

function headOf(job: JobDetail) {
  const facts = [job.specialty, placeText(job), payText(job)].filter(Boolean).join(', ')
  return {
    title: `${job.title} at ${job.employer}, ${placeText(job)}`,
    description: metaSnippet(`${facts}. ${job.brief ?? job.descriptionSnippet}`),
    type: 'article' as const,
  }
}

export function JobPage({ parts }: { parts: JobPageParts }): ReactNode {
  const { params, search, now } = useShownPage()
  const { id = '' } = params
  const criteria = parseSearchCriteria(search)
  const queryClient = useQueryClient()
  const { data: job, error } = useQuery(jobQuery(id))
  const { SaveAfterSignIn } = useJobParts()
  const hydrated = useHydrated()
  useCountView(job?.id, 0)
  useOwnAddress(id, job?.id)
  if (error) return <JobRefusal id={id} error={error} />
  if (!job) return <JobSkeleton listed={listedJob(queryClient, id)} />
  const cameFromResults =
    Object.keys(criteria).length > 0 ||
    queryClient.getQueryData(searchJobsQuery(criteria).queryKey) !== undefined

  return (
    <div className="flex flex-col">
      <SaveAfterSignIn />
      {/* Before the page, so that the keyboard reaches it first. */}
      <div className="sticky bottom-0 z-20 order-last mt-4 lg:mt-8 [@media(height<36rem)]:static">
        <div className="pointer-events-none page-column">
          <ComparePlace />
        </div>
        <ApplyBar job={job} parts={parts} />
      </div>
      <article className="page-column pt-2 sm:pt-5">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 print:hidden">
          <BackToResults />
          {hydrated && cameFromResults && (
            <ResultNeighbors failed={null} id={job.id} criteria={criteria} />
          )}
        </div>
        <div className="job-columns">
          <JobTitleBlock job={job} now={now} parts={parts} />
          <JobSide job={job} parts={parts} />
          <JobSections job={job} now={now} parts={parts} />
        </div>
      </article>
    </div>
  )
}

/**
 * The API answers a merged job's id with the job that it was merged into. The address then follows.
 */
function useOwnAddress(addressId: string, jobId: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (jobId !== undefined && jobId !== addressId)
      navigate({ to: jobPath(jobId), replace: true, keepScroll: true })
  }, [addressId, jobId, navigate])
}

/** Stands at the lower edge of screens without room for a side column. */
const ApplyBar = ({
  job,
  parts: { InquiryButton },
}: {
  job: JobDetail
  parts: Pick<JobPageParts, 'InquiryButton'>
}) => (
  <div className="apply-bar border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-raised lg:hidden print:hidden">
    <div className="page-column @container py-2">
      {/* One line, whose end goes where there is no room; or the pay where text is twice as large. */}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 overflow-hidden max-sm:text-xs @min-[14rem]:h-[1lh]">
        <span className="max-w-full @min-[14rem]:[&>.line-clamp-2]:line-clamp-1">
          <Pay job={job} none={noSalary} />
        </span>
        {job.applyUrl && (
          <span className="text-xs text-muted @max-[14rem]:hidden">{applyTarget(job)}</span>
        )}
      </p>
      <div className="mt-1.5 grid grid-cols-2 gap-2">
        <InquiryButton
          job={job}
          look={job.answeredBy === 'poster' ? 'secondary' : 'quiet'}
          className="px-2"
        />
        <ApplyLink anchor="apply-bar" job={job} className="px-2" />
      </div>
    </div>
  </div>
)

/** Why a job is not shown; what fails otherwise can be tried again. */
export function JobRefusal({ id, error, level = 1 }: { id: string; error: Error; level?: 1 | 2 }) {
  const queryClient = useQueryClient()
  const closed = closedJobOf(error)
  if (closed) return <ClosedJobView job={closed} level={level} />
  const isMissing = isRefusal(error)
  const actions = (
    <>
      {!isMissing && (
        <Button label="Retry" onClick={() => void queryClient.refetchQueries(jobQuery(id))} />
      )}
      <LinkButton label="Browse Jobs" to="/jobs" look={isMissing ? 'primary' : 'secondary'} />
    </>
  )
  return (
    <EmptyState level={level} title="Job Not Found" actions={actions}>
      The job you&apos;re looking for could not be found.
    </EmptyState>
  )
}

/** Shows what a list said of the job while the rest loads. */
export function JobSkeleton({
  listed,
  level = 1,
}: {
  listed?: JobSummary | undefined
  level?: 1 | 2
}) {
  const Heading = `h${level}` as const
  return (
    <div role="status" aria-label="Loading..." className="page-column pt-2 sm:pt-5">
      <div className="flex flex-col gap-2 border-b border-line pt-9 pb-6">
        {listed ? (
          <>
            <p className="text-xs text-muted">{listed.specialty}</p>
            <Heading
              className={`max-w-[24em] font-bold wrap-anywhere ${level === 1 ? 'text-2xl' : 'text-xl'}`}
            >
              {listed.title}
            </Heading>
            <p>
              {listed.employer} · {placeText(listed)}
            </p>
            <p className="text-lg">
              <Pay job={listed} />
            </p>
          </>
        ) : (
          <Skeleton className="h-24 w-3/5" />
        )}
      </div>
      <Skeleton className="mt-8 h-96" />
    </div>
  )
}
