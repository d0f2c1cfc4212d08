import { defaultRadius, parseSearchCriteria, searchParamsOf } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { homeCriteria, homeSearch } from './home-search.ts'

/** Where a list of results lives: the same view stands on /jobs and on Home, which call some criteria differently. */
export type ResultsAddress = {
  path: '/jobs' | '/'
  /** What the form's field for a criterion is called. */
  fieldName: (key: keyof SearchCriteria) => string
  /** What the form sends along that is no criterion. */
  fixed: Record<string, string>
  search: (criteria: SearchCriteria) => Record<string, string>
  read: (params: Record<string, unknown>) => SearchCriteria
}

export const jobsAddress: ResultsAddress = {
  path: '/jobs',
  fieldName: (key) => key,
  fixed: {},
  search: (criteria) => searchParamsOf(withoutDefaults(criteria)),
  read: parseSearchCriteria,
}

const homeNames: Partial<Record<keyof SearchCriteria, string>> = { keyword: 'q', sortBy: 'sort' }

export const homeAddress: ResultsAddress = {
  path: '/',
  fieldName: (key) => homeNames[key] ?? key,
  fixed: { show: 'jobs' },
  search: (criteria) => homeSearch(withoutDefaults(criteria)),
  read: homeCriteria,
}

/** What the form's fields hold for a search; a field that is not named is empty. */
export const fieldValues = (criteria: SearchCriteria, { fieldName }: ResultsAddress): Record<string, string> =>
  Object.fromEntries(
    Object.entries(searchParamsOf(withoutDefaults(criteria))).map(([key, value]) => [
      fieldName(key as keyof SearchCriteria),
      value,
    ]),
  )

/** Addresses leave out what holds anyway. */
function withoutDefaults({ sortBy, radius, ...criteria }: SearchCriteria): SearchCriteria {
  return {
    ...criteria,
    ...(sortBy && sortBy !== 'recent' && { sortBy }),
    ...(radius && radius !== defaultRadius && { radius }),
  }
}
