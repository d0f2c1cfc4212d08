import { filtersOf, parseSearchCriteria, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { jobsPath, withQuery } from '#shared/paths.ts'
import { alertLabel } from '../model.ts'

/** A search as an alert keeps it: a query string in canonical order, without what only arranges the results. */
export const searchTextOf = (params: Record<string, unknown>): string =>
  withQuery('', searchParamsOf(filtersOf(parseSearchCriteria(params))))

export const paramsOf = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export const criteriaOf = (search: string): SearchCriteria => parseSearchCriteria(paramsOf(search))

/** The search in words. */
export const labelOf = (search: string): string => alertLabel(criteriaOf(search))

/** Its results, the newest first. */
export const resultsPath = (search: string): string => `${jobsPath}${search}`
