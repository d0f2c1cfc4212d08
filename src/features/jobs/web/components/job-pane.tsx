import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { searchParamsOf } from '#features/jobs/search-criteria.ts'
import { IconButton } from '#ui/button.tsx'
import { useChange, useKeys } from '#platform/web/browser.ts'
import { useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { JobRefusal, JobSkeleton } from '../job-page.tsx'
import { JobTitleBlock } from './job-title.tsx'
import { useCountView, type JobPageParts, type JobPaneProps } from '../job-parts.ts'
import { jobQuery, listedJob } from '../queries.ts'
import { ApplyLink } from './job-elements.tsx'
import { JobSections, JobSide } from './job-sections.tsx'
import { useResults, wideScreen } from './results-context.tsx'

/** One job of the results, beside their list. */
export function JobPane({ id, jobs, onShow, parts }: JobPaneProps & { parts: JobPageParts }) {
  const { now } = useShownPage()
  const queryClient = useQueryClient()
  const { data: job, error } = useQuery(jobQuery(id))
  const pane = useRef<HTMLElement>(null)
  useJobPageOnSmallScreens(id)
  useClosing({ id, jobs, onShow })
  useShown(pane, id)
  const { InquiryButton } = parts
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label="Job"
      className="sticky top-18 max-h-[calc(100dvh-5rem)] self-start overflow-y-auto rounded-md border border-line bg-surface outline-none max-xl:hidden"
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-2 border-b border-line bg-surface px-5 py-2">
        <p className="text-xs text-muted">
          <kbd>j</kbd>/<kbd>k</kbd> or arrow keys to move, <kbd>Esc</kbd> to close
        </p>
        <div className="flex items-center gap-2">
          {job && (
            <>
              <InquiryButton job={job} />
              <ApplyLink job={job} className="px-6" />
            </>
          )}
          <IconButton label="Close" onClick={() => onShow(undefined, false)}>
            <X className="size-5" />
          </IconButton>
        </div>
      </div>
      {error ? (
        <div className="px-5">
          <JobRefusal id={id} error={error} level={2} />
        </div>
      ) : job ? (
        <article className="flex flex-col gap-6 px-5 pt-3 pb-8">
          <JobTitleBlock job={job} now={now} parts={parts} level={2} />
          <JobSections job={job} now={now} parts={parts} />
          <JobSide job={job} parts={parts} />
        </article>
      ) : (
        <JobSkeleton listed={listedJob(queryClient, id)} level={2} />
      )}
    </section>
  )
}

/** On a narrow screen, which has no room beside the list, goes to the job's own page. */
function useJobPageOnSmallScreens(id: string) {
  const navigate = useNavigate()
  const { criteria } = useResults()
  useEffect(() => {
    if (matchMedia(wideScreen).matches) return
    navigate({ to: '/jobs/:id', params: { id }, search: searchParamsOf(criteria), replace: true })
  }, [id, criteria, navigate])
}

/** Each job begins at its top. */
function useShown(pane: RefObject<HTMLElement | null>, id: string) {
  // The view opens the first job by itself, which is no view of it.
  const isChosen = useResults().carried.job === id
  useCountView(isChosen ? id : undefined)
  useChange(id, () => pane.current?.scrollTo(0, 0))
}

/** Escape closes the pane, and the focus returns to the list. */
function useClosing({ id, jobs, onShow }: JobPaneProps) {
  const queryClient = useQueryClient()
  useKeys(({ key }) => {
    if (key === 'Escape') onShow(undefined, false)
  })

  const following = jobs[jobs.findIndex((job) => job.id === id) + 1]?.id
  useEffect(() => {
    if (following !== undefined) void queryClient.prefetchQuery(jobQuery(following))
  }, [following, queryClient])

  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(() => () => linkTo(last.current)?.focus(), [])
}

/** The list comes before the job, so the first link is the row's. */
const linkTo = (id: string): HTMLElement | null =>
  document.querySelector(`main a[href^="/jobs/${id}"]`)
