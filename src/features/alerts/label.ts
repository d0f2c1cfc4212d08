import { appliedFilters } from '#features/jobs/applied-filters.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'

/** An alert's search in words. */
export const alertLabel = (criteria: SearchCriteria): string =>
  appliedFilters(criteria)
    .map((it) => it.label)
    .join(' · ') || 'All physician jobs'
