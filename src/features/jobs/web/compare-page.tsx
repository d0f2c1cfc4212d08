import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { mostCompared, parseComparedIds } from './compared-jobs.ts'
import { BackToResults } from './components/back-to-results.tsx'
import { CompareTable } from './components/compare-table.tsx'
import { useSaveAfterSignIn } from './favorites.ts'
import { jobQuery } from './queries.ts'

export { compareRoute } from './compare-route.ts'

/** The jobs that the address names, side by side: an address that can be kept, and sent to somebody. */
export function ComparePage(): ReactNode {
  const ids = parseComparedIds(useShownPage().search['jobs'])
  const answers = useQueries({ queries: ids.map((id) => jobQuery(id)) })
  useSaveAfterSignIn()
  const jobs = answers.flatMap(({ data }) => (data ? [data] : []))
  const missing = answers.filter(({ isError }) => isError).length
  if (ids.length === 0 || missing === ids.length) return <NothingToCompare isGone={missing > 0} />

  return (
    <article className="page-column pt-5">
      <BackToResults search={{}} />
      <h1 className="mt-2 text-2xl font-bold">Compare Jobs</h1>
      {missing > 0 && (
        <p role="status" className="mt-3 text-muted">
          {missing === 1 ? 'One of these jobs is' : `${missing} of these jobs are`} not listed any more.
        </p>
      )}
      {jobs.length + missing === ids.length ? <CompareTable jobs={jobs} /> : <Skeleton className="mt-6 h-dvh" />}
    </article>
  )
}

function NothingToCompare({ isGone }: { isGone: boolean }) {
  return (
    <EmptyState
      level={1}
      title={isGone ? 'These jobs are not listed any more' : 'No jobs to compare'}
      actions={
        <Link to="/jobs" className={buttonClass()}>
          Browse Jobs
        </Link>
      }
    >
      Choose up to {mostCompared} jobs with the scales beside them; then they stand here side by side.
    </EmptyState>
  )
}
