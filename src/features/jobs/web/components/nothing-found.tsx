import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { Understanding } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { searchJobsQuery, totalQuery } from '../queries.ts'
import { waysOut } from '../ways-out.ts'
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
          label="Refresh Search"
          look="secondary"
          className="noscript:hidden"
          onClick={() => void queryClient.refetchQueries({ queryKey: searchJobsQuery(criteria).queryKey })}
        />
      }
    >
      <p>Try adjusting your search criteria or clearing some filters.</p>
      {criteria.minPay && criteria.maxPay && criteria.minPay > criteria.maxPay && (
        <p>The lowest pay is above the highest, so no job can match.</p>
      )}
      <WaysOut understanding={understanding} />
    </EmptyState>
  )
}

/** Further around first, then what brings the most jobs, and everything last. */
function WaysOut({ understanding }: { understanding: Understanding }) {
  const { criteria } = useResults()
  const ways = waysOut(criteria, understanding)
  const answers = useQueries({ queries: ways.map((way) => totalQuery(way.instead)) })
  const helpful = ways
    .flatMap((way, index) => {
      const found = answers[index]?.data
      return found && found.total > 0 ? [{ ...way, found }] : []
    })
    .toSorted(
      (one, other) =>
        Number(one.isEverything) - Number(other.isEverything) ||
        Number(other.isWider) - Number(one.isWider) ||
        (one.isWider ? 0 : other.found.total - one.found.total),
    )
  if (helpful.length === 0) return null
  return (
    <ul aria-label="Other searches" className="mt-5 flex flex-col gap-1">
      {helpful.map(({ key, label, instead, found: { total, totalIsCapped } }) => (
        <li key={key}>
          <ResultsLink criteria={instead} className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11">
            {label}: {countText(total, totalIsCapped)}
          </ResultsLink>
        </li>
      ))}
    </ul>
  )
}
