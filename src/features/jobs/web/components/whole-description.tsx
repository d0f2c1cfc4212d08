import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ShowMore } from '#ui/prose.tsx'
import { jobQuery } from '../queries.ts'
import { JobLink } from './results-context.tsx'

const shownAtFirst = 400

/** The description, with a way to the job's page; `children` until it is loaded. */
export function WholeDescription({ job, level, children }: { job: { id: string }; level: 2 | 3; children: ReactNode }) {
  const { data } = useQuery(jobQuery(job.id))
  return (
    <>
      {data ? <ShowMore text={data.description} limit={shownAtFirst} level={level} /> : children}
      <JobLink job={job} className="mt-2 inline-flex min-h-8 items-center text-xs font-semibold text-action">
        Read the whole posting
      </JobLink>
    </>
  )
}
