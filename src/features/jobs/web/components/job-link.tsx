import type { ReactNode } from 'react'
import { searchParamsOf } from '#features/jobs/search-criteria.ts'
import { Link } from '#web/lib/navigation.tsx'
import { useResults } from './results-context.ts'

type Props = { job: { id: string }; className: string; children: ReactNode }

/** Takes the search along, so that the job's page leads back to these results. */
export function JobLink({ job, className, children }: Props) {
  const { criteria } = useResults()
  return (
    <Link to="/jobs/:id" params={{ id: job.id }} search={searchParamsOf(criteria)} className={className}>
      {children}
    </Link>
  )
}
