import { filtersOf, parseSearchCriteria, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { jobsPath, withQuery } from '#shared/paths.ts'
import { alertLabel } from '../model.ts'

/** A search as an alert stores it: a canonical query string without sort order and page. */
export const searchTextOf = (params: Record<string, unknown>): string =>
  withQuery('', searchParamsOf(filtersOf(parseSearchCriteria(params))))

export const paramsOf = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export const criteriaOf = (search: string): SearchCriteria => parseSearchCriteria(paramsOf(search))

/** The search as text. */
export const labelOf = (search: string): string => alertLabel(criteriaOf(search))

export const resultsPath = (search: string): string => `${jobsPath}${search}`
