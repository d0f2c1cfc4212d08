import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { filtersOf } from '#features/jobs/search-criteria.ts'
import { RemovableChipContent, chipClass } from '#ui/chip.tsx'
import { appliedFilters } from '#features/jobs/applied-filters.ts'
import { useResults } from './results-context.ts'
import { ResultsLink } from './results-link.tsx'

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
