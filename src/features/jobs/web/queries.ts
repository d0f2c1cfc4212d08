import type { QueryClient } from '@tanstack/react-query'
import { ApiError, apiQuery } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { JobDetail, Understanding } from '../contract.ts'
import { filters } from '../filters.ts'
import { appliedFilters, filtersOf, parseSearchCriteria, searchParamsOf } from '../search-criteria.ts'
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

export const facetsQuery = (criteria: SearchCriteria) =>
  apiQuery('GET /api/facets', { query: searchParamsOf(filtersOf(criteria)) }, { staleTime: 5 * 60_000 })

export const jobMapQuery = (criteria: SearchCriteria) =>
  apiQuery('GET /api/job-map', { query: searchParamsOf(filtersOf(criteria)) }, { staleTime: 5 * 60_000 })

export const jobQuery = (id: string) => apiQuery('GET /api/jobs/:id', { params: { id } }, { retry, retryOnMount: false })

export const suggestQuery = (q: string) => apiQuery('GET /api/suggest', { query: { q } }, { staleTime: 60_000 })

export const similarShown = 4

/** One more than is shown: the job itself is among them. */
export const similarJobsQuery = ({ specialty, state }: Pick<JobDetail, 'specialty' | 'state'>): ApiQuery<'GET /api/jobs'> =>
  searchJobsQuery({ ...parseSearchCriteria({ specialty }), state: [state], limit: similarShown + 1 })

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
  const asked = [...waysOut(criteria, understanding), ...filtersAlone(criteria, understanding)]
  await Promise.all(asked.map(({ query }) => queryClient.ensureQueryData(query)))
}

const mostWaysOut = 6

/** For a search that found nothing: the same search further around, and with one filter or understood part less, each. */
export function waysOut(criteria: SearchCriteria, { place, parts }: Pick<Understanding, 'place' | 'parts'>) {
  const found = place ? { place } : {}
  const { page: _page, ...rest } = criteria
  const wider = place?.radius === undefined ? [] : widerCircles(criteria, place.radius)
  const fewer = appliedFilters(criteria, found).map(({ key, label, without }) => ({
    key,
    label: `Without ${label}`,
    instead: without,
  }))
  const pieces = parts
    .filter((it) => it.without !== '')
    .map(({ label, without }, index) => ({
      key: `part:${index}`,
      label: `Without ${label}`,
      instead: { ...rest, keyword: without },
    }))
  return [...wider, ...[...fewer, ...pieces].slice(0, mostWaysOut)].map((way) => ({
    ...way,
    query: searchJobsQuery({ ...way.instead, limit: 1 }),
  }))
}

/** For filters that together find nothing: what each finds alone. */
export function filtersAlone(criteria: SearchCriteria, { place }: Pick<Understanding, 'place'>) {
  const byName = Map.groupBy(appliedFilters(criteria, place ? { place } : {}), (it) => it.name)
  if (byName.size < 2) return []
  const { radius, literal } = criteria
  return [...byName].map(([name, chips]) => ({
    name,
    label: chips.map((it) => it.label).join(' or '),
    query: searchJobsQuery({
      [name]: criteria[name],
      ...(name === 'city' && radius && { radius }),
      ...(name === 'keyword' && literal && { literal }),
      limit: 1,
    }),
  }))
}

/** The next circle, and the widest. */
function widerCircles({ page: _page, ...criteria }: SearchCriteria, radius: number) {
  const wider = filters.radius.values.filter((it) => it > radius)
  return [...new Set([...wider.slice(0, 1), ...wider.slice(-1)])].map((it) => ({
    key: `radius:${it}`,
    label: filters.radius.label(it),
    instead: { ...criteria, radius: it },
  }))
}
