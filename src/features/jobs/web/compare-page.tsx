import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { comparePath } from '#shared/paths.ts'
import { EmptyState, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import {
  LinkButton,
  useShownPage,
  type PageHead,
  type PageLoad,
} from '#platform/web/navigation.tsx'
import { CompareTable } from './components/compare-table.tsx'
import { BackToResults } from './components/results-context.tsx'
import { useJobParts } from './job-parts.ts'
import { isRefusal, jobQuery, onServer } from './queries.ts'
import { mostCompared, parseComparedIds } from './tab-choices.ts'

/** A job that is gone is left out; the others are compared. */
export const load: PageLoad = async ({ queryClient, search: { jobs } }) => {
  const loading = parseComparedIds(jobs).map((id) => queryClient.prefetchQuery(jobQuery(id)))
  if (onServer) await Promise.all(loading)
}

export const head: PageHead = ({ site }) =>
  pageHead({
    site,
    title: 'Compare Jobs',
    description:
      'Up to four physician jobs side by side: pay, place, schedule, visa support and benefits.',
    path: comparePath,
    // A choice of jobs is personal.
    noindex: true,
  })

/** The jobs of the address side by side, so that people can bookmark and share a comparison. */
export function Page(): ReactNode {
  const ids = parseComparedIds(useShownPage().search['jobs'])
  const answers = useQueries({ queries: ids.map((id) => jobQuery(id)) })
  const { SaveAfterSignIn } = useJobParts()
  const jobs = answers.flatMap(({ data }) => (data ? [data] : []))
  const missing = answers.filter(({ error }) => isRefusal(error)).length
  const failed = answers.filter(({ error }) => error !== null && !isRefusal(error))
  if (ids.length === 0 || missing === ids.length) return <NothingToCompare isGone={missing > 0} />

  return (
    <article className="page-column pt-5">
      <SaveAfterSignIn />
      <BackToResults search={{}} />
      <h1 className="mt-2 text-2xl font-bold">Compare Jobs</h1>
      {missing > 0 && (
        <p role="status" className="mt-3 text-muted">
          {missing === 1 ? 'One of these jobs is' : `${missing} of these jobs are`} no longer
          listed.
        </p>
      )}
      {failed.length > 0 ? (
        <LoadFailure onRetry={() => failed.forEach(({ refetch }) => void refetch())}>
          Failed to load these jobs. Please try again.
        </LoadFailure>
      ) : jobs.length + missing === ids.length ? (
        <CompareTable jobs={jobs} />
      ) : (
        <Skeleton className="mt-6 h-dvh" />
      )}
    </article>
  )
}

const NothingToCompare = ({ isGone }: { isGone: boolean }) => (
  <EmptyState
    level={1}
    title={isGone ? 'These jobs are no longer listed' : 'No jobs to compare'}
    actions={<LinkButton label="Browse Jobs" to="/jobs" />}
  >
    Press the scales beside up to {mostCompared} jobs, then compare them on this page.
  </EmptyState>
)
