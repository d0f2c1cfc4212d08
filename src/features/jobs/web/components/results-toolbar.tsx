import { Columns2, LayoutGrid, List, Table } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SearchResult, Understanding } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import {
  appliedFilters,
  defaultSort,
  filtersOf,
  fromFirstPage,
  sortKeys,
  type SearchCriteria,
  type SortBy,
} from '#features/jobs/search-criteria.ts'
import { anyPay } from '#features/jobs/filters.ts'
import { counted } from '#shared/numbers.ts'
import { chipClass, RemovableChipContent, buttonClass } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { Link, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { useJobParts } from '../job-parts.ts'
import { prefersOldest, sortLabel } from '../sorting.ts'
import {
  chooseViewMode,
  viewModes,
  type ViewMode,
  chooseMap,
  useMapChoice,
} from '../tab-choices.ts'
import { filterFormId } from './filter-form.tsx'
import { isUnused, ResultsLink, useResults, type ResultsAddress } from './results-context.tsx'
import type { QueryClient } from '@tanstack/react-query'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { jobMapQuery, onServer } from '../queries.ts'

type Props = {
  result: SearchResult | undefined
  isError: boolean
  mode: ViewMode
  heading: string
  /** On desktops the filters in force stand in the sidebar. */
  hasSidebar: boolean
}

/**
 * One line on a desktop. On a phone the heading with its actions, then a row that scrolls sideways.
 */
export function ResultsToolbar({ result, isError, mode, heading, hasSidebar }: Props) {
  const { AlertButton } = useJobParts()
  const { criteria } = useResults()
  const waiting = isError ? '' : 'Searching…'
  return (
    <div className="results-head">
      <h1 className="results-title">{heading}</h1>
      {/* A sentence has a line of its own. */}
      <div
        className={`results-scroller ${result?.totalWithAllWords === undefined ? '' : 'max-sm:flex-wrap max-sm:gap-y-1.5 max-sm:pb-2 max-sm:*:first:basis-full'}`}
      >
        <p role="status" className="shrink-0 font-semibold tabular-nums">
          {result ? totalText(result) : waiting}
        </p>
        <SortSelect form={filterFormId} understanding={result?.understanding} />
        {appliedFilters(criteria, result?.understanding).length === 0 && (
          <ResultsLink criteria={withPay(criteria)} className={`${chipClass} shrink-0 sm:hidden`}>
            Pay stated
          </ResultsLink>
        )}
        <AppliedFilters
          understanding={result?.understanding}
          className={`results-chips ${hasSidebar ? 'lg:hidden' : 'lg:max-xl:hidden'}`}
        />
      </div>
      <AlertButton criteria={criteria} />
      <MapLink />
      <ViewSwitch mode={mode} />
    </div>
  )
}

const withPay = ({ hourly: _hourly, ...criteria }: SearchCriteria): SearchCriteria => ({
  ...fromFirstPage(criteria),
  minPay: anyPay,
})

/** '52 jobs', '3 exact matches. 49 related jobs', or 'No exact matches. 94 related jobs'. */
function totalText({ total, totalIsCapped, totalWithAllWords }: SearchResult) {
  if (totalWithAllWords === undefined || total === 0) return countText(total, totalIsCapped)
  const exact = counted(totalWithAllWords, 'exact match', 'exact matches')
  const related = countText(total - totalWithAllWords, totalIsCapped)
  return `${totalWithAllWords === 0 ? 'No exact matches' : exact}. ${related.replace(' ', ' related ')}`
}

/** The keyword may ask for an order, and nearness needs a place. */
function SortSelect({
  form,
  understanding,
}: {
  form: string
  understanding: Understanding | undefined
}) {
  const { criteria, address } = useResults()
  const typed = understanding?.sortBy
  const usual = typed ?? defaultSort(criteria)
  const { keyword, sortBy = usual, sortOrder } = criteria
  const isOffered: Partial<Record<SortBy, boolean>> = {
    relevance: keyword !== undefined && !typed,
    closest: understanding?.place?.radius !== undefined,
    // Only heads of columns sort by these.
    specialty: false,
    type: false,
  }
  const announcement = useAnnouncement(`Sorted: ${sortLabel(sortBy, sortOrder)}`)
  return (
    <>
      <Select
        aria-label="Sort by"
        form={form}
        name={address.fieldName('sortBy')}
        defaultValue={sortBy === usual ? '' : sortBy}
        className="results-sort"
      >
        {sortKeys
          .filter((key) => key === sortBy || (isOffered[key] ?? true))
          .map((key) => (
            <option key={key} value={key === usual ? '' : key}>
              {sortLabel(key, key === sortBy ? sortOrder : undefined)}
            </option>
          ))}
      </Select>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  )
}

const announcedFor = 1000

/** Returns a text for a second whenever it changes, so that screen readers say it once. */
function useAnnouncement(text: string) {
  const [announcement, setAnnouncement] = useState('')
  const lastText = useRef(text)
  useEffect(() => {
    if (lastText.current === text) return undefined
    lastText.current = text
    setAnnouncement(text)
    const timer = setTimeout(() => setAnnouncement(''), announcedFor)
    return () => clearTimeout(timer)
  }, [text])
  return announcement
}

const views = {
  grid: { label: 'Grid', icon: LayoutGrid },
  list: { label: 'List', icon: List },
  table: { label: 'Table', icon: Table },
  split: { label: 'Split', icon: Columns2 },
} as const

/**
 * Links, so that each view has an address without JavaScript; with it the choice stays in the tab.
 * Phones have one view.
 */
function ViewSwitch({ mode }: { mode: ViewMode }) {
  const { criteria, address } = useResults()
  return (
    <ul
      aria-label="View"
      className="flex rounded-sm border border-edge bg-surface max-md:hidden sm:order-2"
    >
      {viewModes.map((viewMode) => {
        const { label, icon: Icon } = views[viewMode]
        return (
          <li key={viewMode} className={viewMode === 'split' ? 'max-xl:hidden' : undefined}>
            <Link
              to={address.path}
              search={{ ...address.search(criteria), view: viewMode }}
              keepScroll
              replace
              preload={false}
              title={label}
              aria-label={`${label} view`}
              {...(viewMode === mode && { 'aria-current': 'true' as const })}
              onClick={() => chooseViewMode(viewMode)}
              className="view-choice"
            >
              <Icon />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Shows the understood pieces of the keyword instead of the keyword. `search-hints.tsx` names those
 * that hide no job.
 */
export function AppliedFilters({
  understanding,
  className,
}: {
  understanding: Understanding | undefined
  className: string
}) {
  const { criteria } = useResults()
  const applied = appliedFilters(criteria, understanding)
  if (applied.length === 0) return null
  const { keyword: _keyword, ...rest } = fromFirstPage(criteria)
  const parts = criteria.literal ? [] : (understanding?.parts ?? [])
  return (
    <ul aria-label="Applied filters" className={className}>
      {applied.map(({ key, name, label, without }) =>
        name === 'keyword' && parts.length > 0 ? (
          parts
            .filter((part) => !isUnused(part))
            .map(({ label, without, isAlternative }) => (
              <Chip
                key={`${label}: ${without}`}
                without={without === '' ? rest : { ...rest, keyword: without }}
                label={isAlternative ? `or ${label}` : label}
              />
            ))
        ) : (
          <Chip key={key} without={without} label={label} />
        ),
      )}
      <li className="shrink-0 empty:hidden">
        {parts.some((part) => !part.isWord && !part.isUnread) && (
          <ResultsLink
            criteria={{ ...fromFirstPage(criteria), literal: true }}
            className={actionClass}
          >
            Search the words instead
          </ResultsLink>
        )}
      </li>
      {/* In a row that scrolls it stays in sight. */}
      <li className="chips-end">
        <ResultsLink criteria={withoutFilters(criteria)} className={actionClass}>
          Clear all
        </ResultsLink>
      </li>
    </ul>
  )
}
const actionClass =
  'inline-flex min-h-8 items-center px-2 text-xs font-semibold text-action pointer-coarse:min-h-11'

const Chip = ({ without, label }: { without: SearchCriteria; label: string }) => (
  <li className="max-w-full max-sm:shrink-0">
    <ResultsLink criteria={without} className={chipClass}>
      <RemovableChipContent>
        <span className="truncate">{label}</span>
      </RemovableChipContent>
    </ResultsLink>
  </li>
)

/** Keeps the order, which is no filter. */
function withoutFilters(criteria: SearchCriteria): SearchCriteria {
  const filters = new Set(['page', 'asOf', ...Object.keys(filtersOf(criteria))])
  return Object.fromEntries(Object.entries(criteria).filter(([key]) => !filters.has(key)))
}

const loadJobMap = async () => (await import('./job-map.tsx')).JobMap
const JobMap = lazyPart(loadJobMap, import.meta.env.SSR ? await loadJobMap() : undefined)

/** For an address with `map`, so that the server draws it. */
export async function loadMap(
  queryClient: QueryClient,
  search: Record<string, unknown>,
  criteria: SearchCriteria,
): Promise<void> {
  if (search['map'] !== undefined && onServer)
    await queryClient.prefetchQuery(jobMapQuery(criteria))
}

/** Without JavaScript the address says that the map is open. */
export function useMapOpen(): boolean {
  const isChosen = useMapChoice() !== ''
  return useShownPage().search['map'] !== undefined || isChosen
}

function MapLink() {
  const { criteria, address } = useResults()
  const isOpen = useMapOpen()
  return (
    <Link
      to={address.path}
      search={{ ...address.search(criteria), ...(!isOpen && shown) }}
      keepScroll
      replace
      preload={false}
      aria-expanded={isOpen}
      onClick={() => chooseMap(isOpen ? '' : 'jobs')}
      className={buttonClass('quiet', 'sm')}
    >
      {isOpen ? 'Hide map' : 'Map'}
    </Link>
  )
}

/** Its code is loaded when it is opened. */
export function ResultsMap() {
  const { criteria, address } = useResults()
  return (
    <section
      aria-label="Map"
      className="mb-4 xl:sticky xl:top-18 xl:order-last xl:max-h-[calc(100dvh-5rem)] xl:self-start xl:overflow-y-auto"
    >
      <JobMap criteria={criteria} address={address} extra={shown} />
    </section>
  )
}
const shown = { map: 'jobs' }

/**
 * Restores the order that the visitor last chose for lists by date, unless the address names
 * another.
 */
export function usePreferredSort(criteria: SearchCriteria, address: ResultsAddress): void {
  const navigate = useNavigate()
  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current) return
    arrived.current = true
    const isSorted = criteria.sortBy !== undefined || criteria.keyword !== undefined
    if (isSorted || criteria.page !== undefined || !prefersOldest()) return
    navigate({
      to: address.path,
      search: address.search({ ...criteria, sortBy: 'oldest' }),
      replace: true,
      keepScroll: true,
    })
  }, [criteria, address, navigate])
}
