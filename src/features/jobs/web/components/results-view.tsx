import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Understanding } from '#features/jobs/contract.ts'
import { searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { isUuid } from '#shared/paths.ts'
import { LoadFailure, PageSpinner } from '#ui/feedback.tsx'
import { HydratedContext, hrefOf, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { useChange, useKeys } from '#platform/web/browser.ts'
import { useJobParts } from '../job-parts.ts'
import { searchJobsQuery } from '../queries.ts'
import { fieldValues, type ResultsAddress, ResultsContext, wideScreen } from './results-context.tsx'
import { rememberSort } from '../sorting.ts'
import { noteVisit, useViewMode, type ViewMode } from '../tab-choices.ts'
import { ComparePlace } from './job-elements.tsx'
import { FilterSidebar } from './filter-form.tsx'
import {
  AppliedFilters,
  ResultsMap,
  useMapOpen,
  ResultsToolbar,
  usePreferredSort,
} from './results-toolbar.tsx'
import { Notices, Results, ResultsSkeleton } from './results.tsx'
import { SearchBar } from './search-bar.tsx'

type Props = {
  criteria: SearchCriteria
  address: ResultsAddress
  view: ViewMode | undefined
  heading: string | ((found: Understanding | undefined) => string)
  /** Stands under the heading. */
  intro?: ReactNode
}

/** A search and its results: everything between the site's header and its footer. */
export function ResultsView({ criteria, address, view, heading, intro }: Props) {
  const { now, search } = useShownPage()
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...searchJobsQuery(criteria),
    placeholderData: keepPreviousData,
  })
  const mode = useViewMode(view)
  const navigate = useNavigate()
  const { JobPane, SaveAfterSignIn, loadJobPage } = useJobParts()
  const isSplit = mode === 'split' && use(HydratedContext)
  const job = isSplit && isUuid(search['job'] ?? '') ? search['job'] : undefined
  const [isClosed, setClosed] = useState(false)
  // Where there is room, the split view begins with the first job.
  const shownJob =
    job ?? (isSplit && !isClosed && matchMedia(wideScreen).matches ? data?.jobs[0]?.id : undefined)
  const isMapOpen = useMapOpen()
  const hasSidebar = !shownJob && !isMapOpen
  const carried = { ...(view && { view }), ...(job && { job }) }
  const asQuery = hrefOf({ to: '', search: searchParamsOf(criteria) })
  const showBeside = (id: string | undefined, replace = job !== undefined) => {
    setClosed(id === undefined)
    navigate({
      to: address.path,
      search: { ...address.search(criteria), view: 'split', ...(id && { job: id }) },
      replace,
      keepScroll: true,
    })
  }
  const container = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  useFilterForm(container, { criteria, address, carried })
  usePreferredSort(criteria, address)
  useEffect(() => {
    noteVisit(Date.now())
    // After the page itself, and before somebody opens a job: its skeleton then needs no request.
    const timer = setTimeout(loadJobPage, 2000)
    return () => clearTimeout(timer)
  }, [loadJobPage])
  const onTurnPage = useTopOnNewPage(results, criteria.page)
  useRowKeys(results, shownJob, showBeside)

  return (
    <ResultsContext
      value={{
        criteria,
        address,
        carried,
        asQuery,
        onTurnPage,
        openJob: mode === 'split' ? showBeside : undefined,
      }}
    >
      <SaveAfterSignIn />
      <div ref={container} className="page-column">
        <a href="#results" className="sr-only focus:not-sr-only">
          Skip to results
        </a>
        <SearchBar result={data} hasSidebar={hasSidebar} />
        <ResultsToolbar
          result={data}
          isError={isError}
          mode={mode}
          heading={
            typeof heading === 'string'
              ? heading
              : heading(isPlaceholderData ? undefined : data?.understanding)
          }
          hasSidebar={hasSidebar}
        />
        {intro}
        <div
          className={`grid gap-x-8 lg:grid-cols-[14rem_minmax(0,1fr)] ${shownJob ? `xl:grid-cols-[25rem_minmax(0,1fr)] ${noSidebar}` : isMapOpen ? `not-noscript:xl:grid-cols-1 ${noSidebar}` : ''}`}
        >
          <FilterSidebar
            understanding={data?.understanding}
            applied={
              <AppliedFilters understanding={data?.understanding} className="sidebar-chips" />
            }
          />
          <section
            ref={results}
            id="results"
            tabIndex={-1}
            aria-label="Results"
            aria-busy={isPlaceholderData}
            className="min-w-0 scroll-mt-20 outline-none max-lg:row-start-1"
          >
            {data && !isPlaceholderData && <Notices {...data} />}
            <div
              className={
                isMapOpen && !shownJob
                  ? 'gap-x-8 xl:grid xl:grid-cols-[25rem_minmax(0,1fr)]'
                  : 'contents'
              }
            >
              {isMapOpen && <ResultsMap />}
              {isError ? (
                <LoadFailure onRetry={() => void refetch()}>
                  Failed to load job listings. Please try again.
                </LoadFailure>
              ) : data ? (
                <div className={isPlaceholderData ? 'opacity-50 transition-opacity delay-100' : ''}>
                  <Results result={data} mode={mode} now={now} />
                </div>
              ) : (
                <ResultsSkeleton mode={mode} />
              )}
            </div>
            <p aria-hidden className="keys-hint">
              <kbd>↑</kbd> <kbd>↓</kbd> to other jobs, <kbd>→</kbd> to what you can do with this one
            </p>
          </section>
          {shownJob && (
            <JobPane
              id={shownJob}
              jobs={data?.jobs ?? []}
              onShow={showBeside}
              waiting={<PageSpinner />}
            />
          )}
        </div>
        <div className="pointer-events-none sticky bottom-0 z-20">
          <ComparePlace />
        </div>
      </div>
    </ResultsContext>
  )
}

/** Moves the filters into the drawer where a job or the map stands beside the list. */
const noSidebar = 'not-noscript:xl:[&>form]:hidden'

/**
 * Scrolls and focuses the top of a new page. Call the returned function before the page is turned.
 */
function useTopOnNewPage(results: RefObject<HTMLElement | null>, page: number | undefined) {
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
 * Applies every change in the filter forms inside `container` at once. They are plain GET forms
 * with uncontrolled fields; the fields follow the address when that changes by other ways.
 */
function useFilterForm(
  container: RefObject<HTMLElement | null>,
  {
    criteria,
    address,
    carried,
  }: Pick<Props, 'criteria' | 'address'> & { carried: Record<string, string> },
) {
  const navigate = useNavigate()
  const besides = JSON.stringify(carried)
  const lastQuery = useRef('')

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
      // Enter in a text field is both a change and a submission, but only one step in the history.
      const query = JSON.stringify(search)
      if (query === lastQuery.current) return
      lastQuery.current = query
      navigate({
        to: address.path,
        search: { ...search, ...(JSON.parse(besides) as typeof carried) },
        keepScroll: true,
      })
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
  }, [container, criteria, address, besides, navigate])

  const current = JSON.stringify(address.search(criteria))
  useEffect(() => {
    lastQuery.current = current
  }, [current])
  useChange(current, () => {
    const values = fieldValues(criteria, address)
    for (const form of container.current?.querySelectorAll('form') ?? [])
      followAddress(form, values)
  })
}

/** Joins the checkboxes of one name to one value, as addresses do. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields = new FormData(form)
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => [name, fields.getAll(name).map(String).join(',')]),
  )
}

function followAddress(form: HTMLFormElement, fields: Record<string, string>) {
  for (const control of form.elements) {
    if (!isControl(control) || control.type === 'hidden' || control.name === '') continue
    const value = fields[control.name] ?? ''
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value.split(',').includes(control.value)
    else if (control !== document.activeElement || control instanceof HTMLSelectElement)
      control.value = value
  }
}

const isControl = (target: unknown): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement

const rowSteps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
const controlSteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * The list of results is one stop of the Tab key. Up, down, `j` and `k` lead from row to row, left
 * and right to the actions of a row.
 * `shownJob` stands beside the list; `onShow` then follows the keys.
 */
function useRowKeys(
  list: RefObject<HTMLElement | null>,
  shownJob: string | undefined,
  onShow: (id: string | undefined) => void,
) {
  const rowsOf = () =>
    [...(list.current?.querySelectorAll('.row-link') ?? [])].map((link) => [
      ...controlsBeside(link),
    ])

  const stop = useRef<HTMLElement>(undefined)
  const isStop = (control: HTMLElement) => control === stop.current

  // After each rendering: rows may be new.
  const setStop = useEffectEvent((focused?: EventTarget | null) => {
    const rows = rowsOf()
    stop.current = rows.flat().find((control) => control === focused) ?? stop.current
    const shown = rows.find(
      ([link]) => shownJob !== undefined && link?.getAttribute('href')?.includes(shownJob),
    )
    const row = shown ?? rows.find((controls) => controls.some(isStop)) ?? rows[0]
    if (!row?.some(isStop)) stop.current = row?.[0]
    for (const control of rows.flat()) control.tabIndex = isStop(control) ? 0 : -1
  })
  useEffect(() => setStop())

  useKeys((event, target) => {
    const { key } = event
    const rows = rowsOf()
    const row = rows.findIndex((controls) => controls.some(isStop))
    const controls = (rows[row] ?? []).filter((control) => control.checkVisibility())
    const at = controls.indexOf(target)
    // Letters work from everywhere while a job is open beside the list.
    if (at < 0 && (shownJob === undefined || key.length > 1)) return
    const next =
      key in controlSteps
        ? controls[at + (controlSteps[key] ?? 0)]
        : rows[row + (rowSteps[key] ?? Number.NaN)]?.[0]
    if (!next) return
    event.preventDefault()
    next.focus()
    if (shownJob !== undefined && key in rowSteps)
      onShow(next.getAttribute('href')?.split(/[/?]/)[2])
  })

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => setStop(target)
    const section = list.current
    section?.addEventListener('focusin', onFocus)
    return () => section?.removeEventListener('focusin', onFocus)
  }, [list])
}

const controlsBeside = (link: Element): Iterable<HTMLElement> =>
  link.closest('tr, li')?.querySelectorAll<HTMLElement>('a, button:enabled, summary') ?? []
