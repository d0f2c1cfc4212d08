import { parseSearchCriteria, searchParamsOf, withoutDefaults, type SearchCriteria } from '../search-criteria.ts'

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

/** What the form's fields hold for a search; a field that is not named is empty. */
export const fieldValues = (criteria: SearchCriteria, { fieldName }: ResultsAddress): Record<string, string> =>
  Object.fromEntries(
    Object.entries(searchParamsOf(withoutDefaults(criteria))).map(([key, value]) => [
      fieldName(key as keyof SearchCriteria),
      value,
    ]),
  )
