import { Info, LayoutGrid, List, Table } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SearchResult, Understanding } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { appliedFilters, defaultSort, filtersOf, sortKeys } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { RemovableChipContent, chipClass } from '#ui/chip.tsx'
import { Select } from '#ui/field.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { useJobParts } from '../job-parts.ts'
import { sortLabel } from '../sorting.ts'
import { chooseViewMode, viewModes } from '../tab-choices.ts'
import type { ViewMode } from '../tab-choices.ts'
import { filterFormId } from './filter-form.tsx'
import { ResultsLink, useResults } from './results-context.tsx'

type Props = { result: SearchResult | undefined; isError: boolean; mode: ViewMode }

export function ResultsToolbar({ result, isError, mode }: Props) {
  const { AlertButton } = useJobParts()
  const { criteria } = useResults()
  const waiting = isError ? '' : 'Searching…'
  return (
    <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="font-semibold tabular-nums">
        {result ? countText(result.total, result.totalIsCapped) : waiting}
      </p>
      <AlertButton criteria={criteria} />
      <div className="flex items-center gap-2 max-sm:grow">
        <SortSelect />
        <ViewSwitch mode={mode} />
      </div>
    </div>
  )
}

function SortSelect() {
  const { criteria, address } = useResults()
  const usual = defaultSort(criteria)
  const { keyword, sortBy = usual, sortOrder } = criteria
  const announcement = useAnnouncement(`Sorted: ${sortLabel(sortBy, sortOrder)}`)
  return (
    <>
      <Select
        aria-label="Sort by"
        form={filterFormId}
        name={address.fieldName('sortBy')}
        defaultValue={sortBy === usual ? '' : sortBy}
        className="max-sm:grow sm:w-48"
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

export function AppliedFilters() {
  const { criteria } = useResults()
  const applied = appliedFilters(criteria)
  if (applied.length === 0) return null
  return (
    <ul aria-label="Applied filters" className="mb-4 flex flex-wrap items-center gap-2">
      {applied.map(({ key, label, without }) => (
        <li key={key} className="max-w-full">
          <ResultsLink criteria={without} className={chipClass}>
            <RemovableChipContent>
              <span className="truncate">{label}</span>
            </RemovableChipContent>
          </ResultsLink>
        </li>
      ))}
      <li>
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

/** How the search was understood, wherever that is not what was typed. */
export function UnderstandingNotices(understanding: Understanding) {
  const { correctedKeyword, parts, place, otherPlaces, unknownPlace, placeGuesses, profession } = understanding
  const { keyword, city } = useResults().criteria
  const understood = parts.filter((it) => !it.isWord)
  const says = understood.length > 0 && !(parts.length === 1 && isSame(understood[0]?.label, keyword))
  const notices = [
    { before: 'Showing results for', what: correctedKeyword },
    { before: `Within ${place?.radius} miles of`, what: place?.radius && !isSame(place.label, city) ? place.label : undefined },
    { before: 'We do not know the place', what: unknownPlace, after: ', so these are jobs everywhere.' },
    { before: 'This board lists physician jobs, not jobs for', what: profession, after: '.' },
  ].filter(({ what }) => what)
  if (notices.length === 0 && !says && !otherPlaces) return null

  return (
    <div className="mb-4 flex items-start gap-2 text-muted">
      <Info aria-hidden className="mt-1 size-4 shrink-0 text-action" />
      <div>
        {says && <UnderstoodParts parts={parts} />}
        {notices.map(({ before, what, after }) => (
          <p key={before}>
            {before} <strong className="font-semibold text-ink">{what}</strong>
            {after}
          </p>
        ))}
        {placeGuesses && <OtherPlaces before="Did you mean" places={placeGuesses} understanding={understanding} />}
        {otherPlaces && <OtherPlaces before="There is also" places={otherPlaces} understanding={understanding} />}
        {parts.some((it) => it.isUnwanted) && <p>Jobs that do not say so either way stay in the list.</p>}
      </div>
    </div>
  )
}

type OtherPlacesProps = { before: string; places: readonly string[]; understanding: Understanding }

/** The same search at each of these places, wherever the first one was typed. */
function OtherPlaces({ before, places, understanding: { parts, place } }: OtherPlacesProps) {
  const { page: _page, state: _state, ...criteria } = useResults().criteria
  const typed = parts.find((it) => it.label === `near ${place?.label}` || it.label === place?.label)
  const { keyword: _keyword, ...rest } = criteria
  const elsewhere = typed ? { ...rest, ...(typed.without && { keyword: typed.without }) } : criteria
  return (
    <p>
      {before}{' '}
      {places.map((it, index) => (
        <span key={it}>
          {index > 0 && (index === places.length - 1 ? ' or ' : ', ')}
          <ResultsLink criteria={{ ...elsewhere, city: it }} className="text-link inline-flex min-h-6 items-center">
            {it}
          </ResultsLink>
        </span>
      ))}
      {before.startsWith('Did') ? '?' : '.'}
    </p>
  )
}

function UnderstoodParts({ parts }: Pick<Understanding, 'parts'>) {
  const { page: _page, keyword: _keyword, ...rest } = useResults().criteria
  const words = parts.filter((it) => it.isWord).map((it) => it.label)
  return (
    <p className="mb-1 flex flex-wrap items-center gap-2">
      Understood as
      {parts.map(({ label, without, isWord, isAlternative }) =>
        isWord ? null : (
          <ResultsLink key={without} criteria={without === '' ? rest : { ...rest, keyword: without }} className={chipClass}>
            <RemovableChipContent>
              {isAlternative && 'or '}
              {label}
            </RemovableChipContent>
          </ResultsLink>
        ),
      )}
      {words.length > 0 && <span>with {words.join(' ')}</span>}
      <WordsInstead />
    </p>
  )
}

function WordsInstead() {
  const { page: _page, ...criteria } = useResults().criteria
  return (
    <ResultsLink criteria={{ ...criteria, literal: true }} className="text-link inline-flex min-h-8 items-center">
      Search the words instead
    </ResultsLink>
  )
}

const isSame = (text = '', other = ''): boolean => text.toLowerCase() === other.toLowerCase()
