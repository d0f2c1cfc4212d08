import { LayoutGrid, List, Table } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SearchResult } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { sortKeys } from '#features/jobs/search-criteria.ts'
import { Select } from '#ui/select.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { sortLabel } from '../sorting.ts'
import { chooseViewMode, viewModes } from '../view-mode.ts'
import type { ViewMode } from '../view-mode.ts'
import { AlertButton } from './alert-button.tsx'
import { filterFormId } from './filter-sidebar.tsx'
import { useResults } from './results-context.ts'

type Props = { result: SearchResult | undefined; isError: boolean; mode: ViewMode }

export function ResultsToolbar({ result, isError, mode }: Props) {
  const waiting = isError ? '' : 'Searching…'
  return (
    <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="font-semibold tabular-nums">
        {result ? countText(result.total, result.totalIsCapped) : waiting}
      </p>
      <AlertButton />
      <div className="flex items-center gap-2 max-sm:grow">
        <SortSelect />
        <ViewSwitch mode={mode} />
      </div>
    </div>
  )
}

function SortSelect() {
  const { criteria, address } = useResults()
  const { keyword, sortBy = 'recent', sortOrder } = criteria
  const announcement = useAnnouncement(`Sorted: ${sortLabel(sortBy, sortOrder)}`)
  return (
    <>
      <Select
        aria-label="Sort by"
        form={filterFormId}
        name={address.fieldName('sortBy')}
        defaultValue={sortBy === 'recent' ? '' : sortBy}
        className="max-sm:grow sm:w-48"
      >
        {sortKeys
          .filter((key) => key !== 'relevance' || keyword !== undefined || sortBy === 'relevance')
          .map((key) => (
            <option key={key} value={key === 'recent' ? '' : key}>
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
} as const

/** Links, so that each view has an address without JavaScript; with it the choice stays in the tab. */
function ViewSwitch({ mode }: { mode: ViewMode }) {
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
              aria-current={it === mode}
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
