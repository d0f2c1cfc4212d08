import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useShownPage } from '#web/lib/navigation.tsx'
import { ApplyBar } from './components/apply-bar.tsx'
import { BackToResults } from './components/back-to-results.tsx'
import { JobNotFound } from './components/job-not-found.tsx'
import { JobSections } from './components/job-sections.tsx'
import { JobSide } from './components/job-side.tsx'
import { JobSkeleton } from './components/job-skeleton.tsx'
import { JobTitleBlock } from './components/job-title-block.tsx'
import { StructuredData } from './components/structured-data.tsx'
import { jobQuery } from './queries.ts'

export function JobPage(): ReactNode {
  const {
    params: { id = '' },
    now,
    site,
  } = useShownPage()
  const { data: job, isError } = useQuery(jobQuery(id))
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
      <ApplyBar job={job} />
      <StructuredData job={job} site={site} />
    </>
  )
}
