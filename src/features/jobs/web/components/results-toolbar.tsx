import { Columns2, LayoutGrid, List, Table } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SearchResult, Understanding } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { appliedFilters, defaultSort, filtersOf, sortKeys, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { chipClass, RemovableChipContent } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { Link } from '#platform/web/navigation.tsx'
import { useJobParts } from '../job-parts.ts'
import { sortLabel } from '../sorting.ts'
import { chooseViewMode, viewModes, type ViewMode } from '../tab-choices.ts'
import { filterFormId } from './filter-form.tsx'
import { ResultsLink, useResults } from './results-context.tsx'
import { ResultsMap } from './results-map.tsx'

type Props = { result: SearchResult | undefined; isError: boolean; mode: ViewMode }

/** On phones one row that scrolls sideways; order and view are in the drawer there. */
export function ResultsToolbar({ result, isError, mode }: Props) {
  const { AlertButton } = useJobParts()
  const { criteria } = useResults()
  const waiting = isError ? '' : 'Searching…'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4 sm:mb-3">
      <div className="flex min-h-11 min-w-0 flex-1 items-center gap-x-3 max-sm:relative max-sm:-ml-4 max-sm:overflow-x-auto max-sm:pl-4 sm:contents">
        <p role="status" className="shrink-0 font-semibold tabular-nums">
          {result ? countText(result.total, result.totalIsCapped) : waiting}
        </p>
        <AppliedFilters understanding={result?.understanding} />
        <AlertButton criteria={criteria} />
      </div>
      <ResultsMap />
      <div className="flex items-center gap-2 max-sm:hidden noscript:flex">
        <SortSelect form={filterFormId} />
        <ViewSwitch mode={mode} />
      </div>
    </div>
  )
}

export function SortSelect({ form }: { form?: string }) {
  const { criteria, address } = useResults()
  const usual = defaultSort(criteria)
  const { keyword, sortBy = usual, sortOrder } = criteria
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
        {sortKeys
          .filter((key) => key !== 'relevance' || keyword !== undefined || sortBy === 'relevance')
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

/** Says a text once, whenever it changes, and takes it back after a second. */
function useAnnouncement(text: string): string {
  const [announcement, setAnnouncement] = useState('')
  const said = useRef(text)
  useEffect(() => {
    if (said.current === text) return undefined
    said.current = text
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

/** Links, so that each view has an address without JavaScript; with it the choice stays in the tab. */
export function ViewSwitch({ mode }: { mode: ViewMode }) {
  const { criteria, address } = useResults()
  return (
    <ul aria-label="View" className="flex rounded-sm border border-edge bg-surface">
      {viewModes.map((it) => {
        const { label, icon: Icon } = views[it]
        return (
          <li key={it}>
            <Link
              to={address.path}
              search={{ ...address.search(criteria), view: it }}
              keepScroll
              replace
              preload={false}
              title={label}
              aria-label={`${label} view`}
              {...(it === mode && { 'aria-current': 'true' as const })}
              onClick={() => chooseViewMode(it)}
              className="flex size-9.5 items-center justify-center text-muted hover:text-action aria-[current=true]:bg-action-wash aria-[current=true]:text-action pointer-coarse:size-11"
            >
              <Icon aria-hidden className="size-4" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function AppliedFilters({ understanding }: { understanding: Understanding | undefined }) {
  const { criteria } = useResults()
  const applied = appliedFilters(criteria, understanding)
  if (applied.length === 0) return null
  return (
    <ul aria-label="Applied filters" className="flex items-center gap-2 max-sm:shrink-0 sm:order-last sm:basis-full sm:flex-wrap">
      {applied.map(({ key, label, without }) => (
        <li key={key} className="max-w-full max-sm:shrink-0">
          <ResultsLink criteria={without} className={chipClass}>
            <RemovableChipContent>
              <span className="truncate">{label}</span>
            </RemovableChipContent>
          </ResultsLink>
        </li>
      ))}
      <li className="shrink-0">
        <ResultsLink
          criteria={withoutFilters(criteria)}
          className="inline-flex min-h-8 items-center px-2 text-xs font-semibold text-action pointer-coarse:min-h-11"
        >
          Clear all
        </ResultsLink>
      </li>
    </ul>
  )
}

/** The order stays: it is no filter. */
function withoutFilters(criteria: SearchCriteria): SearchCriteria {
  const filters = new Set(['page', ...Object.keys(filtersOf(criteria))])
  return Object.fromEntries(Object.entries(criteria).filter(([key]) => !filters.has(key)))
}
