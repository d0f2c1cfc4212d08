import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { Children, lazy, Suspense, useEffect, type ReactNode } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { jobPath } from '#shared/paths.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import { Badge, EmptyState, Skeleton } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { copyText } from '#platform/web/browser.ts'
import { Link, useHydrated, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import type { Head, PageArgs } from '#platform/web/page-route.ts'
import type { JobDetail } from '../contract.ts'
import { highlights, placeText } from '../display.ts'
import { embedLink, metaSnippet, payText } from '../job-texts.ts'
import { employmentTypeLabels, jobCan } from '../model.ts'
import { structuredDataOf } from '../structured-data.ts'
import { BackToResults } from './components/back-to-results.tsx'
import { ApplyLink, CompareButton, ComparePlace, Employer, Pay } from './components/job-elements.tsx'
import { JobSections } from './components/job-sections.tsx'
import { LocalAge, LocalDate } from './components/local-date.tsx'
import { applyTarget, JobSide } from './components/job-side.tsx'
import { useJobParts, type JobPageParts, type PrefetchPart } from './job-parts.ts'
import { jobQuery, onServer, similarJobsQuery } from './queries.ts'
import { rememberSeen } from './tab-choices.ts'

const ResultNeighbors = lazy(async () => ({ default: (await import('./components/result-neighbors.tsx')).ResultNeighbors }))

export async function loadJob({ queryClient, params: { id = '' } }: PageArgs, prefetchPay: PrefetchPart): Promise<void> {
  const similar = queryClient.prefetchQuery(similarJobsQuery(id))
  const job = await queryClient.ensureQueryData(jobQuery(id))
  const beside = Promise.all([similar, prefetchPay(queryClient, job)])
  if (onServer) await beside
}

export function head({ queryClient, site, params: { id = '' } }: PageArgs): Head {
  const { data: job, status } = queryClient.getQueryState(jobQuery(id).queryKey) ?? { status: 'pending' }
  const unnamed = status === 'error' ? notFoundHead : waitingHead
  return pageHead({
    site,
    path: jobPath(id),
    noindex: !job,
    ...(job ? { ...headOf(job), links: [embedLink(site, job)] } : unnamed),
  })
}

const waitingHead = { title: 'Physician Job', description: '' }

const notFoundHead = { title: 'Job Not Found', description: "The job you're looking for could not be found." }

function headOf(job: JobDetail) {
  const facts = [job.specialty, placeText(job), payText(job)].filter(Boolean).join(', ')
  return {
    title: `${job.title} at ${job.employer}, ${placeText(job)}`,
    description: metaSnippet(`${facts}. ${job.brief ?? job.descriptionSnippet}`),
    type: 'article' as const,
  }
}

export function JobPage({ parts }: { parts: JobPageParts }): ReactNode {
  const {
    params: { id = '' },
    now,
    site,
  } = useShownPage()
  const { data: job, isError } = useQuery(jobQuery(id))
  const { SaveAfterSignIn } = useJobParts()
  const isHydrated = useHydrated()
  useCountView(job?.id)
  useOwnAddress(id, job?.id)
  if (isError) return <JobNotFound />
  if (!job) return <JobSkeleton />

  return (
    <>
      <SaveAfterSignIn />
      <article className="page-column pt-5">
        <div className="flex min-h-8 items-center justify-between gap-4 print:hidden">
          <BackToResults />
          {isHydrated && (
            <Suspense>
              <ResultNeighbors id={job.id} />
            </Suspense>
          )}
        </div>
        <JobTitleBlock job={job} now={now} />
        <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <JobSections job={job} now={now} parts={parts} />
          <JobSide job={job} now={now} parts={parts} />
        </div>
      </article>
      <div className="sticky bottom-0 z-20 mt-8">
        <div className="pointer-events-none page-column">
          <ComparePlace />
        </div>
        <ApplyBar job={job} parts={parts} />
      </div>
      <StructuredData job={job} site={site} />
    </>
  )
}

/** Pages are cached, and sent to robots too: only a browser that shows one counts. */
function useCountView(jobId: string | undefined): void {
  const { countEvent } = useJobParts()
  useEffect(() => {
    if (jobId === undefined) return
    countEvent(jobId, 'view')
    rememberSeen(jobId)
  }, [jobId, countEvent])
}

/** The API answers for a merged job with the job that it was merged into; the address follows. */
function useOwnAddress(asked: string, jobId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (jobId !== undefined && jobId !== asked) navigate({ to: jobPath(jobId), replace: true, keepScroll: true })
  }, [asked, jobId, navigate])
}

/** The title is the page's heading, or beside a list one below it. */
export function JobTitleBlock({ job, now, level = 1 }: { job: JobDetail; now: number; level?: 1 | 2 }) {
  const { SaveButton } = useJobParts()
  const Heading = `h${level}` as const
  return (
    <header className="mt-2 flex items-start justify-between gap-x-4 gap-y-4 border-b border-line pb-6 max-lg:flex-col">
      <div className="min-w-0">
        <p className="text-xs text-muted">
          {job.specialty} · <LocalAge iso={job.postedAt} now={now} />
          {job.seenAt !== null && (
            <>
              {' '}
              · On {job.source} as of <LocalDate iso={job.seenAt} />
            </>
          )}
        </p>
        <Heading className={`mt-1 max-w-[24em] text-xl font-bold wrap-anywhere ${level === 1 ? 'sm:text-2xl' : ''}`}>
          {job.title}
        </Heading>
        <p className="mt-1 text-base">
          <Employer job={job} />
        </p>
        <div className="mt-4 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-lg">
          <p>
            <Pay job={job} />
          </p>
          <p className="font-semibold">{placeText(job)}</p>
          <p>{employmentTypeLabels[job.type]}</p>
        </div>
        <ul className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {highlights(job).map((it) => (
            <li key={it}>
              <Badge tone="action">{it}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:[&>*]:px-2 print:hidden lg:mt-6 lg:shrink-0">
        <SaveButton job={job} look="button" />
        <CompareButton job={job} look="button" />
        <ShareButton id={job.id} />
      </div>
    </header>
  )
}

/** Copies the job's own address, without the search that led to it. */
function ShareButton({ id }: { id: string }) {
  const publicUrl = useShownPage().site.publicUrl
  return (
    <Button
      look="secondary"
      aria-label="Share"
      className="shrink-0 noscript:hidden"
      onClick={() => {
        const link = `${publicUrl}${jobPath(id)}`
        copyText(link).then(
          () => toast({ title: 'Link copied' }),
          () => toast({ title: 'The link could not be copied', description: link, tone: 'danger' }),
        )
      }}
    >
      <Share2 aria-hidden className="size-4" />
      Share
    </Button>
  )
}

/** At the lower edge of screens that have no room for a side column. */
function ApplyBar({ job, parts: { InquiryButton } }: { job: JobDetail; parts: Pick<JobPageParts, 'InquiryButton'> }) {
  return (
    <div className="apply-bar border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-raised lg:hidden print:hidden">
      <div className="page-column py-2">
        <p className="flex items-baseline justify-between gap-4 max-sm:text-xs">
          <span className={job.compMin === null && job.compMax === null ? '' : 'shrink-0'}>
            <Pay job={{ ...job, compText: job.compMin === null && job.compMax === null ? job.compText : null }} />
          </span>
          {jobCan.apply(job) && <span className="truncate text-xs text-muted">{applyTarget(job)}</span>}
        </p>
        <div className="mt-2 grid grid-cols-2 gap-2">
          <InquiryButton job={job} className="px-2" />
          <ApplyLink job={job} className="px-2" />
        </div>
      </div>
    </div>
  )
}

export function JobNotFound({ level = 1 }: { level?: 1 | 2 }) {
  return (
    <EmptyState
      level={level}
      title="Job Not Found"
      actions={
        <Link to="/jobs" className={buttonClass()}>
          Browse Jobs
        </Link>
      }
    >
      The job you&apos;re looking for could not be found.
    </EmptyState>
  )
}

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

/** A '<' in a text must not end the element, so it is written as an escape. */
function StructuredData({ job, site }: { job: JobDetail; site: SiteInfo }) {
  return Children.toArray(
    structuredDataOf(job, site).map((document) => (
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(document).replaceAll('<', String.raw`\u003c`) }}
      />
    )),
  )
}
