import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { jobQuery } from '../queries.ts'
import { JobLink } from './job-link.tsx'

const ShowMore = lazy(async () => ({ default: (await import('#ui/show-more.tsx')).ShowMore }))
const shownAtFirst = 400

/** A row's text: what the list knows of it at once, and all of it as soon as it has come. */
export function JobDescription({ job }: { job: JobSummary }) {
  const { data } = useQuery(jobQuery(job.id))
  const snippet = <p className="max-w-prose text-sm">{job.brief ?? job.descriptionSnippet}</p>
  return (
    <>
      <Suspense fallback={snippet}>{data ? <ShowMore text={data.description} limit={shownAtFirst} /> : snippet}</Suspense>
      <JobLink job={job} className="mt-2 inline-flex min-h-8 items-center text-xs font-semibold text-action">
        Read the whole posting
      </JobLink>
    </>
  )
}
