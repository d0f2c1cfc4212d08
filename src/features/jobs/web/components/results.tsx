import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import type { SearchResult, Understanding } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { EmptyState, Skeleton } from '#ui/feedback.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { searchJobsQuery, waysOut } from '../queries.ts'
import type { ViewMode } from '../tab-choices.ts'
import { JobCards } from './job-cards.tsx'
import { JobTable } from './job-table.tsx'
import { PageLink, ResultsLink, useResults } from './results-context.tsx'

type Props = { result: SearchResult; mode: ViewMode; now: number }

/** Memoized: its rows are most of a page, and need no rendering when something around them changes. */
export const Results = memo(function Results({ result: { jobs, page, totalPages, understanding }, mode, now }: Props) {
  if (jobs.length === 0) return <NothingFound understanding={understanding} />
  return (
    <>
      {mode === 'table' ? <JobTable jobs={jobs} now={now} /> : <JobCards jobs={jobs} now={now} layout={mode} />}
      <Pagination page={page} totalPages={totalPages} renderLink={(link) => <PageLink {...link} />} />
    </>
  )
})

/** Offers searches that would find something: further around, or without one of the filters. */
function NothingFound({ understanding }: { understanding: Understanding }) {
  const { criteria } = useResults()
  const queryClient = useQueryClient()
  return (
    <EmptyState
      title="No jobs found"
      actions={
        <Button
          look="secondary"
          className="noscript:hidden"
          onClick={() => void queryClient.refetchQueries({ queryKey: searchJobsQuery(criteria).queryKey })}
        >
          Refresh Search
        </Button>
      }
    >
      <p>Try adjusting your search criteria or clearing some filters.</p>
      <ul aria-label="Other searches" className="mt-5 flex flex-col items-center gap-1 empty:hidden">
        {waysOut(criteria, understanding).map((way) => (
          <WayOut key={way.key} way={way} />
        ))}
      </ul>
    </EmptyState>
  )
}

function WayOut({ way: { label, instead, query } }: { way: ReturnType<typeof waysOut>[number] }) {
  const { data } = useQuery(query)
  if (!data || data.total === 0) return null
  return (
    <li>
      <ResultsLink criteria={instead} className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11">
        {label}: {countText(data.total, data.totalIsCapped)}
      </ResultsLink>
    </li>
  )
}

const rows = 8
const cards = 6

export function ResultsSkeleton({ mode }: { mode: ViewMode }) {
  if (mode === 'table') {
    return (
      <div aria-hidden className="divide-y divide-line border-b border-line">
        <div className="h-10 max-md:hidden" />
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex items-start gap-6 py-4">
            <div className="grow space-y-2">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-4 w-2/5" />
            </div>
            <Skeleton className="h-4 w-24 max-sm:hidden" />
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-8 w-18 max-sm:hidden" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div aria-hidden className={`grid gap-4 ${mode === 'grid' ? 'sm:grid-cols-2 xl:grid-cols-3' : ''}`}>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className={`${cardClass} space-y-3 p-4`}>
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-8 w-20" />
        </div>
      ))}
    </div>
  )
}
