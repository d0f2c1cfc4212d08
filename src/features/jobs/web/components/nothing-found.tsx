import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { Understanding } from '#features/jobs/contract.ts'
import { choiceText, countText } from '#features/jobs/display.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { searchJobsQuery, totalQuery } from '../queries.ts'
import { filtersAlone, waysOut } from '../ways-out.ts'
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
      <WhichFindsNothing understanding={understanding} />
      <WaysOut understanding={understanding} />
    </EmptyState>
  )
}

/** Which of the filters is to blame. */
function WhichFindsNothing({ understanding }: { understanding: Understanding }) {
  const { criteria } = useResults()
  const alone = filtersAlone(criteria, understanding)
  const answers = useQueries({ queries: alone.map((it) => totalQuery(it.instead)) })
  const { minPay, maxPay } = criteria
  if (minPay !== undefined && maxPay !== undefined && minPay > maxPay)
    return <p>The lowest pay is above the highest, so no job can match.</p>
  const parts = understanding.parts.filter((part) => !part.isUnread)
  if (alone.length === 0 && parts.length > 0 && parts.every((part) => part.isWord))
    return <p className="wrap-anywhere">No job has {choiceText(parts.map((part) => part.label))}.</p>
  if (alone.length === 0 || !answers.every((answer) => answer.data)) return null
  const empty = alone.filter((_, index) => answers[index]?.data?.total === 0)
  const [first, ...others] = empty
  if (!first) return <p>Each filter finds jobs by itself, but no job matches all of them.</p>
  if (others.length > 0) return <p>None of these finds a job, even alone: {empty.map((it) => it.label).join('; ')}.</p>
  return (
    <p>
      No job matches <strong className="font-semibold text-ink">{first.label}</strong>, even without the other filters.
    </p>
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
