import type { QueryClient } from '@tanstack/react-query'
import { ApiError, apiQuery } from '#platform/web/api.ts'
import type { JobSummary, SearchResult, SuggestionBox } from '../contract.ts'
import { filtersOf, searchParamsOf, type SearchCriteria } from '../search-criteria.ts'

export const onServer = typeof document === 'undefined'
const retries = 3

/** The server's answer, which another try would not change. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500

/**
 * Only the browser retries, and only lost connections and faults: the server's page cannot wait.
 */
const retry = (failures: number, error: Error) =>
  !onServer && failures < retries && !isRefusal(error)

/**
 * Fresh for no longer than it takes to follow a link that was preloaded. The routes' loaders decide
 * when to ask again, so a page that came rendered from the server is not fetched a second time.
 */
export const searchJobsQuery = (criteria: SearchCriteria) =>
  apiQuery(
    'GET /api/jobs',
    { query: searchParamsOf(criteria) },
    {
      staleTime: 10_000,
      refetchOnMount: false,
      retryOnMount: false,
      retry,
      retryDelay: (failures: number) => 300 * 2 ** failures,
    },
  )

/** How many jobs a search finds. */
export const totalQuery = (criteria: SearchCriteria) => searchJobsQuery({ ...criteria, limit: 0 })

const newestShown = 6
export const newestJobsQuery = searchJobsQuery({ limit: newestShown })

export const facetsQuery = (criteria: SearchCriteria) =>
  apiQuery(
    'GET /api/facets',
    { query: searchParamsOf(filtersOf(criteria)) },
    { staleTime: 5 * 60_000 },
  )

export const jobMapQuery = (criteria: SearchCriteria) =>
  apiQuery(
    'GET /api/job-map',
    { query: searchParamsOf(filtersOf(criteria)) },
    { staleTime: 5 * 60_000 },
  )

export const jobQuery = (id: string) =>
  apiQuery('GET /api/jobs/:id', { params: { id } }, { retry, retryOnMount: false })

/** The job's summary, if the browser has a list with it. */
export function listedJob(queryClient: QueryClient, id: string): JobSummary | undefined {
  const lists = queryClient.getQueriesData<SearchResult>({ queryKey: ['GET /api/jobs'] })
  return lists.flatMap(([, list]) => list?.jobs ?? []).find((job) => job.id === id)
}

export const suggestQuery = (q: string, box: SuggestionBox) =>
  apiQuery('GET /api/suggest', { query: { q, box } }, { staleTime: 60_000 })

/** A few of the same specialty in the same state; the job itself may be among them. */
export const similarJobsQuery = ({ specialty, state }: Pick<JobSummary, 'specialty' | 'state'>) =>
  searchJobsQuery({ specialty: [specialty], state: [state], limit: similarShown })
export const similarShown = 5

/**
 * Fetches what the results view shows. The server waits for the jobs, but not for the counts beside
 * the filters: they cost more than the jobs themselves, and the browser asks for them as soon as
 * the page is there. The browser waits for nothing: the address changes at once, and the view keeps
 * the previous results in sight until the new ones are there.
 */
export async function resultsLoader(
  queryClient: QueryClient,
  criteria: SearchCriteria,
): Promise<void> {
  if (onServer) await queryClient.ensureQueryData(searchJobsQuery(criteria))
  else {
    void queryClient.prefetchQuery(searchJobsQuery(criteria))
    void queryClient.prefetchQuery(facetsQuery(criteria))
  }
}
