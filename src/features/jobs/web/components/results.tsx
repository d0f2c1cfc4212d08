import { lazy, memo, Suspense } from 'react'
import type { SearchResult } from '#features/jobs/contract.ts'
import { cardClass } from '#ui/layout.tsx'
import { Skeleton } from '#ui/feedback.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { ViewMode } from '../tab-choices.ts'
import { JobTable } from './job-table.tsx'
import { PageLink } from './results-context.tsx'

// The server renders all of them. The browser loads what most searches do not show when it is needed, and until then keeps the
// server's HTML.
const JobCards = import.meta.env.SSR
  ? (await import('./job-cards.tsx')).JobCards
  : lazy(async () => ({ default: (await import('./job-cards.tsx')).JobCards }))
const NothingFound = import.meta.env.SSR
  ? (await import('./nothing-found.tsx')).NothingFound
  : lazy(async () => ({ default: (await import('./nothing-found.tsx')).NothingFound }))
const UnderstandingNotices = import.meta.env.SSR
  ? (await import('./understanding-notices.tsx')).UnderstandingNotices
  : lazy(async () => ({ default: (await import('./understanding-notices.tsx')).UnderstandingNotices }))

type Props = { result: SearchResult; mode: ViewMode; now: number }

/** Memoized: its rows are most of a page, and need no rendering when something around them changes. */
export const Results = memo(function Results({ result: { jobs, page, totalPages, understanding }, mode, now }: Props) {
  if (jobs.length === 0) {
    return (
      <Suspense>
        <NothingFound understanding={understanding} />
      </Suspense>
    )
  }
  return (
    <>
      {mode === 'grid' || mode === 'list' ? (
        <Suspense fallback={<ResultsSkeleton mode={mode} />}>
          <JobCards jobs={jobs} now={now} layout={mode} />
        </Suspense>
      ) : (
        <JobTable jobs={jobs} now={now} />
      )}
      <Pagination page={page} totalPages={totalPages} renderLink={(link) => <PageLink {...link} />} />
    </>
  )
})

/** How the search was understood, if that is not what was typed. */
export function Notices({ understanding }: Pick<SearchResult, 'understanding'>) {
  const { recognized: _recognized, parts, ...notes } = understanding
  if (parts.every((it) => it.isWord) && Object.keys(notes).length === 0) return null
  return (
    // As high as one line of it, so that the rows below do not move.
    <Suspense fallback={<div className="h-13" />}>
      <UnderstandingNotices {...understanding} />
    </Suspense>
  )
}

const rows = 8
const cards = 6

export function ResultsSkeleton({ mode }: { mode: ViewMode }) {
  if (mode === 'table' || mode === 'split') {
    return (
      <div aria-hidden className="divide-y divide-line border-b border-line">
        <div className="h-10 max-md:hidden" />
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex items-start gap-6 py-4 sm:h-14 sm:py-1.5">
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
