import { useQuery } from '@tanstack/react-query'
import type { JobSummary } from '#features/jobs/contract.ts'
import { ShowMore } from '#ui/show-more.tsx'
import { jobQuery } from '../queries.ts'
import { JobLink } from './job-link.tsx'

const shownAtFirst = 400

/** A row's text: what the list knows of it at once, and all of it as soon as it has come. */
export function JobDescription({ job }: { job: JobSummary }) {
  const { data } = useQuery(jobQuery(job.id))
  return (
    <>
      {data ? (
        <ShowMore text={data.description} limit={shownAtFirst} />
      ) : (
        <p className="max-w-prose text-sm">{job.brief ?? job.descriptionSnippet}</p>
      )}
      <JobLink job={job} className="mt-2 inline-flex min-h-8 items-center text-xs font-semibold text-action">
        Read the whole posting
      </JobLink>
    </>
  )
}
