import type { QueryClient } from '@tanstack/react-query'
import type { Understanding } from '../contract.ts'
import { radii } from '../search-criteria.ts'
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
  const { total, understanding } = await queryClient.ensureQueryData(searchJobsQuery(criteria))
  if (total > 0) return
  await Promise.all(waysOut(criteria, understanding).map(({ query }) => queryClient.ensureQueryData(query)))
}

const mostWaysOut = 6

/** For a search that found nothing: the same search further around, and with one filter less, each. */
export function waysOut(criteria: SearchCriteria, { place }: Pick<Understanding, 'place'>) {
  const wider = place?.radius === undefined ? [] : widerCircles(criteria, place.radius)
  const fewer = appliedFilters(criteria).map(({ key, label, without }) => ({ key, label: `Without ${label}`, instead: without }))
  return [...wider, ...fewer.slice(0, mostWaysOut)].map((way) => ({
    ...way,
    query: searchJobsQuery({ ...way.instead, limit: 1 }),
  }))
}

/** The next circle, and the widest. */
function widerCircles({ page: _page, ...criteria }: SearchCriteria, radius: number) {
  const wider = radii.filter((it) => it > radius)
  return [...new Set([...wider.slice(0, 1), ...wider.slice(-1)])].map((it) => ({
    key: `radius:${it}`,
    label: `Within ${it} miles`,
    instead: { ...criteria, radius: it },
  }))
}
