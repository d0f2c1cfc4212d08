import { useQuery } from '@tanstack/react-query'
import type { JobSummary } from '#features/jobs/contract.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { jobQuery } from '../queries.ts'
import { JobLink } from './results-context.tsx'

/** Loaded with the first row that somebody opens. */
const ShowMore = lazyPart(async () => (await import('#ui/prose.tsx')).ShowMore)

const shownAtFirst = 400

/** The description, with a way to the job's page; the summary's snippet until it is loaded. */
export function JobDescription({ job, level }: { job: JobSummary; level: 2 | 3 }) {
  const { data } = useQuery(jobQuery(job.id))
  const snippet = <p className="max-w-prose text-sm">{job.brief ?? job.descriptionSnippet}</p>
  return (
    <>
      {data ? (
        <ShowMore
          waiting={snippet}
          failed={snippet}
          text={data.description}
          limit={shownAtFirst}
          level={level}
        />
      ) : (
        snippet
      )}
      <JobLink
        job={job}
        className="mt-2 inline-flex min-h-8 items-center text-xs font-semibold text-action"
      >
        Read the whole posting
      </JobLink>
    </>
  )
}
