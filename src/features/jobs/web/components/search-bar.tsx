import { ArrowLeft, MapPin, Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { SearchResult } from '#features/jobs/contract.ts'
import { appliedFilters } from '#features/jobs/search-criteria.ts'
import { maxKeyword } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { lazyDialog } from '#platform/web/lazy-part.tsx'
import { Link } from '#platform/web/navigation.tsx'
import { filterFormId } from './filter-form.tsx'
import { useResults } from './results-context.tsx'
import { SuggestField } from './suggest-field.tsx'

const FilterDrawer = lazyDialog(async () => (await import('./filter-drawer.tsx')).FilterDrawer)

const iconClass =
  'pointer-events-none absolute top-1/2 left-3 z-10 size-4 -translate-y-1/2 text-muted'

type Props = { result: SearchResult | undefined; hasSidebar: boolean }

/**
 * Stays in sight while the results scroll. Its fields belong to the filter form, wherever that
 * stands.
 */
export function SearchBar({ result, hasSidebar }: Props) {
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  const { criteria, address } = useResults()
  const fieldOf = (key: 'keyword' | 'city') => ({
    form: filterFormId,
    name: address.fieldName(key),
    defaultValue: criteria[key],
    enterKeyHint: 'search' as const,
    className: 'sm:pl-9',
  })
  const filters = appliedFilters(criteria).filter(({ name }) => name !== 'keyword').length

  return (
    <div role="search" className="search-bar">
      <Link to="/" className="results-back">
        <ArrowLeft />
        <span className="max-lg:sr-only">Back to Home</span>
      </Link>
      <div className="relative min-w-0 grow max-sm:[&_ul]:w-[calc(100vw-2rem)]">
        <Search className={`${iconClass} max-sm:hidden`} />
        <SuggestField
          {...fieldOf('keyword')}
          box="keyword"
          type="search"
          aria-label="Specialty, position or keyword"
          placeholder="Specialty, position or keyword"
          maxLength={maxKeyword}
        />
      </div>
      <div className="relative w-36 max-md:hidden lg:w-56">
        <MapPin className={iconClass} />
        <SuggestField
          {...fieldOf('city')}
          box="place"
          aria-label="City or ZIP"
          placeholder="City or ZIP"
          maxLength={100}
        />
      </div>
      <Button
        label="Search"
        icon={Search}
        type="submit"
        form={filterFormId}
        className="max-sm:hidden noscript:inline-flex!"
      />
      <Button
        icon={SlidersHorizontal}
        look="secondary"
        className={`lg:hidden noscript:hidden ${hasSidebar ? '' : 'xl:inline-flex'}`}
        aria-haspopup="dialog"
        onClick={() => setDrawer('open')}
      >
        Filters
        {filters > 0 && (
          <span className="tabular-nums">
            {filters}
            <span className="sr-only"> applied</span>
          </span>
        )}
      </Button>
      <span className="hidden noscript:max-lg:block">
        <a href={`#${filterFormId}`} className={buttonClass('secondary')}>
          Filters
        </a>
      </span>
      {drawer !== 'unused' && (
        <FilterDrawer
          open={drawer === 'open'}
          onClose={() => setDrawer('closed')}
          result={result}
        />
      )}
    </div>
  )
}
