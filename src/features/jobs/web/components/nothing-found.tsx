import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Understanding } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { searchJobsQuery, waysOut } from '../queries.ts'
import { ResultsLink, useResults } from './results-context.tsx'

/** Offers searches that would find something: further around, or without one of the filters. */
export function NothingFound({ understanding }: { understanding: Understanding }) {
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
