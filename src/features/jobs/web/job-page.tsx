import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { jobPath } from '#shared/paths.ts'
import { useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import { ApplyBar } from './components/apply-bar.tsx'
import { BackToResults } from './components/back-to-results.tsx'
import { ComparePlace } from './components/compare-place.tsx'
import { JobNotFound } from './components/job-not-found.tsx'
import { JobSections } from './components/job-sections.tsx'
import { JobSide } from './components/job-side.tsx'
import { JobSkeleton } from './components/job-skeleton.tsx'
import { JobTitleBlock } from './components/job-title-block.tsx'
import { StructuredData } from './components/structured-data.tsx'
import { countEvent } from './count-event.ts'
import { useSaveAfterSignIn } from './favorites.ts'
import { jobQuery } from './queries.ts'

export function JobPage(): ReactNode {
  const {
    params: { id = '' },
    now,
    site,
  } = useShownPage()
  const { data: job, isError } = useQuery(jobQuery(id))
  useSaveAfterSignIn()
  useCountView(job?.id)
  useOwnAddress(id, job?.id)
  if (isError) return <JobNotFound />
  if (!job) return <JobSkeleton />

  return (
    <>
      <article className="page-column pt-5">
        <BackToResults />
        <JobTitleBlock job={job} now={now} />
        <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <JobSections job={job} now={now} />
          <JobSide job={job} now={now} />
        </div>
      </article>
      <div className="sticky bottom-0 z-20 mt-8">
        <div className="pointer-events-none page-column">
          <ComparePlace />
        </div>
        <ApplyBar job={job} />
      </div>
      <StructuredData job={job} site={site} />
    </>
  )
}

/** Pages are kept ready-made, and sent to robots too: what counts is a browser that shows one. */
function useCountView(jobId: string | undefined): void {
  useEffect(() => {
    if (jobId !== undefined) countEvent(jobId, 'view')
  }, [jobId])
}

/** A job that was merged into another one is answered by that one: the address says so, too. */
function useOwnAddress(asked: string, jobId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (jobId !== undefined && jobId !== asked) navigate({ to: jobPath(jobId), replace: true, keepScroll: true })
  }, [asked, jobId, navigate])
}
