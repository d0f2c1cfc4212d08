import { ApiError, apiQuery } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetComparablePay } from '#features/salaries/contract.ts'
import type { GetFacets, GetJob, JobDetail, SearchJobs, SuggestSearches } from '../contract.ts'
import { isSpecialty, specialtySlug } from '../specialties.ts'
import { filtersOf, parseSearchCriteria, searchParamsOf } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'

export const onServer = typeof document === 'undefined'
const retries = 3

/** In the browser a lost connection often comes back; a refusal stays one, and a page that the server renders cannot wait. */
const retry = (failures: number, error: Error): boolean =>
  !onServer && failures < retries && !(error instanceof ApiError && error.status < 500)

/**
 * Fresh for no longer than it takes to follow a link that was preloaded. The routes' loaders decide when to ask again,
 * so a page that came rendered from the server is not fetched a second time.
 */
export const searchJobsQuery = (criteria: SearchCriteria): ApiQuery<SearchJobs> => ({
  ...apiQuery<SearchJobs>('/api/jobs', searchParamsOf(criteria)),
  staleTime: 10_000,
  refetchOnMount: false,
  retryOnMount: false,
  retry,
  retryDelay: (failures: number) => 300 * 2 ** failures,
})

export const facetsQuery = (criteria: SearchCriteria): ApiQuery<GetFacets> => ({
  ...apiQuery<GetFacets>('/api/facets', searchParamsOf(filtersOf(criteria))),
  staleTime: 5 * 60_000,
})

export const jobQuery = (id: string): ApiQuery<GetJob> => ({
  ...apiQuery<GetJob>(`/api/jobs/${encodeURIComponent(id)}`),
  retry,
  retryOnMount: false,
})

export const suggestQuery = (typed: string): ApiQuery<SuggestSearches> => ({
  ...apiQuery<SuggestSearches>('/api/suggest', { q: typed }),
  staleTime: 60_000,
})

export const similarShown = 4

/** One more than is shown: the job itself is among them. */
export const similarJobsQuery = ({ specialty, state }: Pick<JobDetail, 'specialty' | 'state'>): ApiQuery<SearchJobs> =>
  searchJobsQuery({ ...parseSearchCriteria({ specialty }), state, limit: similarShown + 1 })

/** What comparable postings pay; none can be compared with what belongs to no specialty. */
export const comparablePayQuery = ({ specialty, state }: Pick<JobDetail, 'specialty' | 'state'>): ApiQuery<GetComparablePay> =>
  apiQuery<GetComparablePay>(`/api/salaries/${isSpecialty(specialty) ? specialtySlug(specialty) : 'other'}/${state}`)
