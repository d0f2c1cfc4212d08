import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { useSaveAfterSignIn } from '../favorites.ts'
import { searchJobsQuery } from '../queries.ts'
import type { ResultsAddress } from '../results-address.ts'
import { useFilterForm } from '../use-filter-form.ts'
import { usePreferredSort } from '../use-preferred-sort.ts'
import { useViewMode } from '../view-mode.ts'
import type { ViewMode } from '../view-mode.ts'
import { AppliedFilters } from './applied-filters.tsx'
import { ComparePlace } from './compare-place.tsx'
import { FilterSidebar } from './filter-sidebar.tsx'
import { ResultsContext } from './results-context.ts'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { ResultsToolbar } from './results-toolbar.tsx'
import { Results } from './results.tsx'
import { SearchBar } from './search-bar.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { UnderstandingNotices } from './understanding-notices.tsx'

type Props = {
  criteria: SearchCriteria
  address: ResultsAddress
  view: ViewMode | undefined
  heading: string
  /** Stands beside the heading. */
  beside?: ReactNode
  /** Stands under the heading, before the search. */
  intro?: ReactNode
}

/** A search and what it found: everything between the site's header and its footer. */
export function ResultsView({ criteria, address, view, heading, beside, intro }: Props) {
  const now = useShownPage().now
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...searchJobsQuery(criteria),
    placeholderData: keepPreviousData,
  })
  const mode = useViewMode(view)
  const container = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  useFilterForm(container, { criteria, address })
  usePreferredSort(criteria, address)
  useSaveAfterSignIn()
  const onTurnPage = useTopOnNewPage(results, criteria.page)

  return (
    <ResultsContext value={{ criteria, address, view, onTurnPage }}>
      <div ref={container} className="page-column pt-4">
        <Link
          to="/"
          className="inline-flex min-h-8 items-center gap-1.5 text-xs font-medium text-muted no-underline hover:text-action"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to Home
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-xl font-semibold">{heading}</h1>
          {beside}
        </div>
        {intro}
        <SearchBar result={data} />
        <div className="grid gap-x-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <FilterSidebar />
          <section
            ref={results}
            tabIndex={-1}
            aria-label="Results"
            aria-busy={isPlaceholderData}
            className="min-w-0 scroll-mt-20 outline-none max-lg:row-start-1"
          >
            <ResultsToolbar result={data} isError={isError} mode={mode} />
            <AppliedFilters />
            {data && !isPlaceholderData && <UnderstandingNotices {...data.understanding} />}
            {isError ? (
              <LoadFailure onRetry={() => void refetch()}>Failed to load job listings. Please try again.</LoadFailure>
            ) : data ? (
              <div className={isPlaceholderData ? 'opacity-50 transition-opacity delay-100' : ''}>
                <Results result={data} mode={mode} now={now} />
              </div>
            ) : (
              <ResultsSkeleton mode={mode} />
            )}
          </section>
        </div>
        <div className="pointer-events-none sticky bottom-0 z-20">
          <ComparePlace />
        </div>
      </div>
    </ResultsContext>
  )
}

/** Another page begins at its top, for the eye and for the keyboard. Answers what tells it that a page is being turned. */
function useTopOnNewPage(results: RefObject<HTMLElement | null>, page: number | undefined): () => void {
  const isTurning = useRef(false)
  useChange(page, () => {
    if (!isTurning.current) return
    isTurning.current = false
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView()
  })
  return useCallback(() => {
    isTurning.current = true
  }, [])
}
