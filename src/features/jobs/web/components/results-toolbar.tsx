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
} from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
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
import { ResultsLink, useResults, type ResultsAddress } from './results-context.tsx'
import type { QueryClient } from '@tanstack/react-query'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { jobMapQuery, onServer } from '../queries.ts'

type Props = { result: SearchResult | undefined; isError: boolean; mode: ViewMode }

/** On phones one row that scrolls sideways; order and view are in the drawer there. */
export function ResultsToolbar({ result, isError, mode }: Props) {
  const { AlertButton } = useJobParts()
  const { criteria } = useResults()
  const waiting = isError ? '' : 'Searching…'
  // Phones wrap the row, so that unused words stay in sight.
  const hasUnused = result?.understanding.parts.some((part) => part.demanding !== undefined)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 sm:mb-3 sm:gap-x-4 ${hasUnused ? 'max-sm:items-start max-sm:pt-2' : ''}`}
    >
      <div
        className={`flex min-h-11 min-w-0 flex-1 items-center gap-x-3 max-sm:relative max-sm:-ml-4 max-sm:overflow-x-auto max-sm:pl-4 sm:contents ${hasUnused ? 'max-sm:flex-wrap max-sm:gap-y-2' : ''}`}
      >
        <p role="status" className="shrink-0 font-semibold tabular-nums">
          {result ? totalText(result) : waiting}
        </p>
        <AppliedFilters understanding={result?.understanding} />
      </div>
      <AlertButton
        criteria={criteria}
        isShort={appliedFilters(criteria, result?.understanding).length > 0}
      />
      <MapLink />
      <div className="flex items-center gap-2 max-sm:hidden noscript:flex">
        <SortSelect form={filterFormId} typed={result?.understanding.sortBy} />
        <ViewSwitch mode={mode} />
      </div>
    </div>
  )
}

/** '52 jobs', or '3 with all words, 52 in all'. */
function totalText({ total, totalIsCapped, totalWithAllWords }: SearchResult): string {
  if (totalWithAllWords === undefined || total === 0) return countText(total, totalIsCapped)
  return (
    `${formatNumber(totalWithAllWords)} with all words, ` +
    `${formatNumber(total)}${totalIsCapped ? '+' : ''} in all`
  )
}

/** `typed` is the order that the keyword asks for. */
export function SortSelect({
  form,
  typed,
}: {
  form?: string
  typed?: Understanding['sortBy'] | undefined
}) {
  const { criteria, address } = useResults()
  const usual = typed ?? defaultSort(criteria)
  const { keyword, sortBy = usual, sortOrder } = criteria
  const offered = usual === 'closest' ? [usual, ...sortKeys] : sortKeys
  const announcement = useAnnouncement(`Sorted: ${sortLabel(sortBy, sortOrder)}`)
  return (
    <>
      <Select
        aria-label="Sort by"
        form={form}
        name={address.fieldName('sortBy')}
        defaultValue={sortBy === usual ? '' : sortBy}
        className="grow sm:w-40 lg:w-48"
      >
        {offered
          .filter(
            (key) =>
              key !== 'relevance' || (keyword !== undefined && !typed) || sortBy === 'relevance',
          )
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
function useAnnouncement(text: string): string {
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
 */
export function ViewSwitch({ mode }: { mode: ViewMode }) {
  const { criteria, address } = useResults()
  return (
    <ul aria-label="View" className="flex rounded-sm border border-edge bg-surface">
      {viewModes.map((viewMode) => {
        const { label, icon: Icon } = views[viewMode]
        return (
          <li key={viewMode}>
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
              className="flex size-9.5 items-center justify-center text-muted hover:text-action aria-[current=true]:bg-action-wash aria-[current=true]:text-action pointer-coarse:size-11"
            >
              <Icon />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Shows the understood pieces of the keyword instead of the keyword. */
function AppliedFilters({ understanding }: { understanding: Understanding | undefined }) {
  const { criteria } = useResults()
  const applied = appliedFilters(criteria, understanding)
  if (applied.length === 0) return null
  const parts = criteria.literal ? [] : (understanding?.parts ?? [])
  return (
    <ul
      aria-label="Applied filters"
      className={`flex items-center gap-2 sm:order-last sm:basis-full sm:flex-wrap ${parts.some((part) => part.demanding !== undefined || part.isUnread) ? 'max-sm:basis-full max-sm:flex-wrap' : 'max-sm:shrink-0'}`}
    >
      {applied.map(({ key, name, label, without }) =>
        name === 'keyword' && parts.length > 0 ? (
          parts.map((part) => <PartChip key={`${part.label}: ${part.without}`} part={part} />)
        ) : (
          <Chip key={key} without={without} label={label} />
        ),
      )}
      {/* In a row that scrolls it stays in sight. */}
      <li className="flex shrink-0 items-center bg-paper max-sm:sticky max-sm:right-0">
        <ResultsLink criteria={withoutFilters(criteria)} className={actionClass}>
          Clear all
        </ResultsLink>
      </li>
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
    </ul>
  )
}
const actionClass =
  'inline-flex min-h-8 items-center px-2 text-xs font-semibold text-action pointer-coarse:min-h-11'

/**
 * A piece that narrows the search can be removed. A piece that hides no job is crossed out, and can
 * be demanded.
 */
function PartChip({
  part: { label, without, demanding, isUnread, isAlternative },
}: {
  part: Understanding['parts'][number]
}) {
  const { keyword: _keyword, ...rest } = fromFirstPage(useResults().criteria)
  if (demanding !== undefined || isUnread) {
    return (
      <li className="max-w-full max-sm:shrink-0">
        <span className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-full border border-dashed border-edge px-3 text-xs pointer-coarse:min-h-11">
          <s className="truncate text-muted">{label}</s>
          {demanding === undefined ? (
            'not searched'
          ) : (
            <ResultsLink
              criteria={{ ...rest, keyword: demanding }}
              aria-label={`Only jobs with ${label}`}
              className="inline-flex min-h-6 shrink-0 items-center font-semibold text-action pointer-coarse:min-h-11"
            >
              only jobs with this word
            </ResultsLink>
          )}
        </span>
      </li>
    )
  }
  return (
    <Chip
      without={without === '' ? rest : { ...rest, keyword: without }}
      label={isAlternative ? `or ${label}` : label}
    />
  )
}

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
