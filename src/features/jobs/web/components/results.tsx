import { memo, useState } from 'react'
import type { JobSummary, SearchResult } from '#features/jobs/contract.ts'
import { listText, payOfYear, yearRule } from '#features/jobs/display.ts'
import { pageSize } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'

import { EmptyState, Skeleton } from '#ui/feedback.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useHiddenJobs } from '../job-parts.ts'
import { useIsNew, type ViewMode } from '../tab-choices.ts'
import { columnsFor, JobTable, type ViewProps } from './job-table.tsx'
import { isUnused, PageLink, useResults } from './results-context.tsx'

// The server renders all of these. The browser loads them when a search shows them, and keeps the
// server's HTML until then.
const loadCards = async () => (await import('./job-cards.tsx')).JobCards
const loadNothingFound = async () => (await import('./search-hints.tsx')).NothingFound
const loadNotices = async () => (await import('./search-hints.tsx')).UnderstandingNotices
const JobCards = lazyPart(loadCards, import.meta.env.SSR ? await loadCards() : undefined)
const NothingFound = lazyPart(
  loadNothingFound,
  import.meta.env.SSR ? await loadNothingFound() : undefined,
)
const UnderstandingNotices = lazyPart(
  loadNotices,
  import.meta.env.SSR ? await loadNotices() : undefined,
)

/**
 * Memoized: its rows are most of a page, and need no rendering when something around them changes.
 */
export const Results = memo(function Results({
  result,
  mode,
  now,
}: {
  result: SearchResult
  mode: ViewMode
  now: number
}) {
  const { jobs, page, totalPages, asOf, medians } = result
  const { criteria } = useResults()
  const isNew = useIsNew()
  const hidden = useHiddenJobs()
  const [showsHidden, setShowsHidden] = useState(false)
  if (jobs.length === 0) {
    const title = <EmptyState title="No jobs found" />
    return <NothingFound waiting={title} failed={title} ways={result.otherSearches ?? []} />
  }
  const shown = columnsFor(criteria, jobs)
  const isHidden = ({ id }: JobSummary) => hidden.includes(id)
  const hiddenCount = jobs.filter(isHidden).length
  const sections = sectionsOf(result, criteria.limit, (job) => showsHidden || !isHidden(job))
  const view = { sections, now, shown, isNew, isHidden }
  return (
    <>
      {mode === 'grid' || mode === 'list' ? (
        <JobCards {...view} layout={mode} waiting={<ResultsSkeleton mode={mode} />} />
      ) : (
        <JobTable {...view} medians={medians} />
      )}
      {hiddenCount > 0 && (
        <p className="mt-2 text-xs text-muted">
          {formatNumber(hiddenCount)} hidden ·{' '}
          <button
            type="button"
            onClick={() => setShowsHidden(!showsHidden)}
            className="text-link min-h-8 pointer-coarse:min-h-11"
          >
            {showsHidden ? 'Hide again' : 'Show'}
          </button>
        </p>
      )}
      {/* By what rule pay by the hour or day is compared, where a job has any. */}
      {shown.year && jobs.some((job) => payOfYear(job)) && (
        <p className="mt-2 text-xs text-muted">{yearRule}</p>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        renderLink={(link) => <PageLink {...link} asOf={asOf} />}
      />
    </>
  )
})

/**
 * The jobs of a page: those with all words, the others, and the rest of the specialty of which a
 * part was asked for.
 */
function sectionsOf(
  { jobs, total, totalWithAllWords, more, page }: SearchResult,
  limit = pageSize,
  isShown: (job: JobSummary) => boolean,
): ViewProps['sections'] {
  const first = (page - 1) * limit
  const rest = totalWithAllWords === undefined ? 0 : total - totalWithAllWords
  const bounds = [
    { from: 0 },
    // Above the list stands which words are not used.
    ...(rest > 0 && rest < total
      ? [{ from: total - rest, heading: `${formatNumber(rest)} more with some of the words` }]
      : []),
    ...(more
      ? [
          {
            from: total,
            heading:
              more.specialties.length > 0
                ? `More in ${listText(more.specialties)}`
                : 'More that mention it',
          },
        ]
      : []),
  ]
  return bounds.flatMap(({ from, ...section }, index) => {
    const shown = jobs
      .slice(Math.max(0, from - first), Math.max(0, (bounds[index + 1]?.from ?? Infinity) - first))
      .filter(isShown)
    return shown.length > 0 ? [{ ...section, jobs: shown }] : []
  })
}

/** How the search was understood, where that is not said by the filters in force. */
export function Notices({ understanding, couple }: Pick<SearchResult, 'understanding' | 'couple'>) {
  const { keyword } = useResults().criteria
  const { parts, place } = understanding
  const { correctedKeyword, otherPlaces, otherReading, unknownPlace, profession } = understanding
  const saysNothing = keyword !== undefined && parts.length === 0
  if (
    !saysNothing &&
    !couple &&
    !parts.some((part) => part.isUnwanted || isUnused(part)) &&
    ![correctedKeyword, place?.radius, otherPlaces, otherReading, unknownPlace, profession].some(
      Boolean,
    )
  )
    return null
  // As high as one line, so that the rows below do not move.
  return <UnderstandingNotices {...{ understanding, couple }} waiting={<div className="h-8" />} />
}

const rows = 8
const cards = 6

export function ResultsSkeleton({ mode }: { mode: ViewMode }) {
  const isTable = mode === 'table' || mode === 'split'
  return (
    <div
      aria-hidden
      className={`grid gap-4 ${mode === 'grid' ? 'sm:grid-cols-2 xl:grid-cols-3' : ''} ${isTable ? 'md:pt-10' : ''}`}
    >
      {Array.from({ length: isTable ? rows : cards }, (_, index) => (
        <Skeleton key={index} className={isTable ? 'h-14 sm:h-10' : 'h-40'} />
      ))}
    </div>
  )
}
