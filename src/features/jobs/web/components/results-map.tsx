import type { QueryClient } from '@tanstack/react-query'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { Link, useShownPage } from '#platform/web/navigation.tsx'
import { jobMapQuery, onServer } from '../queries.ts'
import { chooseMap, useMapChoice } from '../tab-choices.ts'
import { useResults } from './results-context.tsx'

const loadJobMap = async () => (await import('./job-map.tsx')).JobMap
const JobMap = lazyPart(loadJobMap, import.meta.env.SSR ? await loadJobMap() : undefined)

/** For an address with `map`, so that the server draws it. */
export async function loadMap(
  queryClient: QueryClient,
  search: Record<string, unknown>,
  criteria: SearchCriteria,
): Promise<void> {
  if (search['map'] !== undefined && onServer)
    await queryClient.prefetchQuery(jobMapQuery(criteria))
}

/** Without JavaScript the address says that the map is open. */
export function useMapOpen(): boolean {
  const isChosen = useMapChoice() !== ''
  return useShownPage().search['map'] !== undefined || isChosen
}

export function MapLink() {
  const { criteria, address } = useResults()
  const isOpen = useMapOpen()
  return (
    <Link
      to={address.path}
      search={{ ...address.search(criteria), ...(!isOpen && shown) }}
      keepScroll
      replace
      preload={false}
      aria-expanded={isOpen}
      onClick={() => chooseMap(isOpen ? '' : 'jobs')}
      className={buttonClass('quiet', 'sm')}
    >
      {isOpen ? 'Hide map' : 'Map'}
    </Link>
  )
}

/** Its code is loaded when it is opened. */
export function ResultsMap() {
  const { criteria, address } = useResults()
  return (
    <section
      aria-label="Map"
      className="mb-4 xl:sticky xl:top-18 xl:order-last xl:max-h-[calc(100dvh-5rem)] xl:self-start xl:overflow-y-auto"
    >
      <JobMap criteria={criteria} address={address} extra={shown} />
    </section>
  )
}
const shown = { map: 'jobs' }
