import type { QueryClient } from '@tanstack/react-query'
import type { SearchCriteria } from '../search-criteria.ts'
import { appliedFilters } from '../applied-filters.ts'
import { facetsQuery, onServer, searchJobsQuery } from './queries.ts'

/**
 * Fetches what the results view shows. The server waits for the jobs, but not for the counts beside the filters: they cost more
 * than the jobs themselves, and the browser asks for them as soon as the page is there. The browser waits for nothing: the
 * address changes at once, and the view keeps the previous results in sight until the new ones are there.
 */
export async function resultsLoader(queryClient: QueryClient, criteria: SearchCriteria): Promise<void> {
  if (!onServer) {
    void queryClient.prefetchQuery(searchJobsQuery(criteria))
    void queryClient.prefetchQuery(facetsQuery(criteria))
    return
  }
  const { total } = await queryClient.ensureQueryData(searchJobsQuery(criteria))
  if (total === 0) await Promise.all(waysOut(criteria).map(({ query }) => queryClient.ensureQueryData(query)))
}

const mostWaysOut = 6

/** For a search that found nothing: the same search with one filter less, each. */
export const waysOut = (criteria: SearchCriteria) =>
  appliedFilters(criteria)
    .slice(0, mostWaysOut)
    .map((filter) => ({ ...filter, query: searchJobsQuery({ ...filter.without, limit: 1 }) }))
