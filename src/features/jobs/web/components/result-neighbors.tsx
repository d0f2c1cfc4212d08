import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageSize, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Link } from '#platform/web/navigation.tsx'
import { searchJobsQuery } from '../queries.ts'

/** On a job's page, the jobs before and after it in the results that led here. */
export function ResultNeighbors({ id, criteria }: { id: string; criteria: SearchCriteria }) {
  const { page = 1, limit = pageSize } = criteria
  const { data } = useQuery(searchJobsQuery(criteria))
  // All pages keep the moment of the first one, because newer postings would push jobs from page to
  // page.
  const onPage = (number: number): SearchCriteria => ({
    ...criteria,
    page: number,
    ...(data && { asOf: data.asOf }),
  })
  const index = data?.jobs.findIndex((job) => job.id === id) ?? -1
  const isFirst = index === 0
  const isLast = data !== undefined && index === data.jobs.length - 1
  const { data: before } = useQuery({
    ...searchJobsQuery(onPage(page - 1)),
    enabled: isFirst && page > 1,
  })
  const { data: after } = useQuery({
    ...searchJobsQuery(onPage(page + 1)),
    enabled: isLast && page < (data?.totalPages ?? 0),
  })
  if (!data || index < 0) return null

  const previous = isFirst ? before?.jobs.at(-1) : data.jobs[index - 1]
  const next = isLast ? after?.jobs[0] : data.jobs[index + 1]
  return (
    <nav
      aria-label="Results"
      className="ml-auto flex items-center text-xs whitespace-nowrap text-muted tabular-nums"
    >
      <Neighbor
        job={previous}
        criteria={isFirst ? onPage(page - 1) : criteria}
        label="Previous result"
      >
        <ChevronLeft className="size-5" />
      </Neighbor>
      {formatNumber((page - 1) * limit + index + 1)} of {formatNumber(data.total)}
      {data.totalIsCapped && '+'}
      <Neighbor job={next} criteria={isLast ? onPage(page + 1) : criteria} label="Next result">
        <ChevronRight className="size-5" />
      </Neighbor>
    </nav>
  )
}

type NeighborProps = {
  job: { id: string } | undefined
  criteria: SearchCriteria
  label: string
  children: ReactNode
}

const neighborClass =
  'inline-flex size-8 items-center justify-center rounded-sm pointer-coarse:size-11'

/** Replaces the address, so that Back returns to the results. */
function Neighbor({ job, criteria: { page, ...criteria }, label, children }: NeighborProps) {
  if (!job) return <span className={`${neighborClass} opacity-40`}>{children}</span>
  return (
    <Link
      to="/jobs/:id"
      params={{ id: job.id }}
      search={searchParamsOf({ ...criteria, ...(page !== undefined && page > 1 && { page }) })}
      replace
      aria-label={label}
      title={label}
      className={`${neighborClass} text-action hover:bg-action-wash`}
    >
      {children}
    </Link>
  )
}
