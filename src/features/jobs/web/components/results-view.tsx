import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { LoadFailure } from '#ui/feedback.tsx'
import { Link, useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { useJobParts } from '../job-parts.ts'
import { searchJobsQuery } from '../queries.ts'
import { fieldValues, homeAddress, homeCriteria } from '../results-address.ts'
import type { ResultsAddress } from '../results-address.ts'
import { prefersOldest, rememberSort } from '../sorting.ts'
import { parseViewMode, useViewMode } from '../tab-choices.ts'
import type { ViewMode } from '../tab-choices.ts'
import { ComparePlace } from './compare-place.tsx'
import { FilterSidebar } from './filter-form.tsx'
import { ResultsContext } from './results-context.tsx'
import { ResultsMap } from './results-map.tsx'
import { AppliedFilters, ResultsToolbar, UnderstandingNotices } from './results-toolbar.tsx'
import { Results, ResultsSkeleton } from './results.tsx'
import { SearchBar } from './search-bar.tsx'

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

/** A search and its results: everything between the site's header and its footer. */
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
  usePreferredSort({ criteria, address })
  const { SaveAfterSignIn } = useJobParts()
  const onTurnPage = useTopOnNewPage(results, criteria.page)

  return (
    <ResultsContext value={{ criteria, address, view, onTurnPage }}>
      <SaveAfterSignIn />
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
            <ResultsMap />
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

/** Another page begins at its top, for the eye and for the keyboard. Call what it returns before the page is turned. */
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

/**
 * Applies every change in the filter forms inside `container` at once. They are plain GET forms with uncontrolled fields;
 * the fields follow the address when that changes by other ways.
 */
function useFilterForm(
  container: RefObject<HTMLElement | null>,
  { criteria, address }: Pick<Props, 'criteria' | 'address'>,
): void {
  const navigate = useNavigate()
  const asked = useRef('')

  useEffect(() => {
    const element = container.current
    if (!element) return undefined

    function apply(form: HTMLFormElement) {
      const next = address.read(fieldsOf(form))
      const { limit, sortOrder } = criteria
      rememberSort(next.sortBy)
      const search = address.search({
        ...next,
        ...(limit && { limit }),
        ...(sortOrder && next.sortBy === criteria.sortBy && { sortOrder }),
      })
      // Enter in a text field is a change and a submission: one step in the history is enough.
      const query = JSON.stringify(search)
      if (query === asked.current) return
      asked.current = query
      navigate({ to: address.path, search, keepScroll: true })
    }
    function onChange({ target }: Event) {
      if (isControl(target) && target.form && element?.contains(target.form)) apply(target.form)
    }
    function onSubmit(event: SubmitEvent) {
      event.preventDefault()
      apply(event.target as HTMLFormElement)
    }

    element.addEventListener('change', onChange)
    element.addEventListener('submit', onSubmit)
    return () => {
      element.removeEventListener('change', onChange)
      element.removeEventListener('submit', onSubmit)
    }
  }, [container, criteria, address, navigate])

  const current = JSON.stringify(address.search(criteria))
  useEffect(() => {
    asked.current = current
  }, [current])
  const values = fieldValues(criteria, address)
  useChange(JSON.stringify(values), () => {
    for (const form of container.current?.querySelectorAll('form') ?? []) followAddress(form, values)
  })
}

/** Checkboxes of one name are one value, joined as in addresses. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields = new FormData(form)
  return Object.fromEntries([...new Set(fields.keys())].map((name) => [name, fields.getAll(name).map(String).join(',')]))
}

function followAddress(form: HTMLFormElement, fields: Record<string, string>): void {
  for (const control of form.elements) {
    if (!isControl(control) || control.type === 'hidden') continue
    const value = fields[control.name] ?? ''
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value.split(',').includes(control.value)
    else if (control !== document.activeElement || control instanceof HTMLSelectElement) control.value = value
  }
}

const isControl = (target: unknown): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement

/** The order last chosen for lists by date holds on the next visit, where the address does not say otherwise. */
function usePreferredSort({ criteria, address }: Pick<Props, 'criteria' | 'address'>): void {
  const navigate = useNavigate()
  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current) return
    arrived.current = true
    const isSorted = criteria.sortBy !== undefined || criteria.keyword !== undefined
    if (isSorted || criteria.page !== undefined || !prefersOldest()) return
    navigate({ to: address.path, search: address.search({ ...criteria, sortBy: 'oldest' }), replace: true, keepScroll: true })
  }, [criteria, address, navigate])
}

/** Home's results, for `/?show=jobs&q=…`. `search` is the parsed query string. */
export function HomeResults({ search }: { search: Record<string, unknown> }): ReactNode {
  const criteria = homeCriteria(search)
  return (
    <ResultsView
      criteria={criteria}
      address={homeAddress}
      view={parseViewMode(search['view'])}
      heading={criteria.keyword === undefined ? 'All Physician Jobs' : `Search Results for "${criteria.keyword}"`}
    />
  )
}
