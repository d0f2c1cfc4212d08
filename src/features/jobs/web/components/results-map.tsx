import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { buttonClass } from '#ui/button.tsx'
import { Link, useShownPage } from '#platform/web/navigation.tsx'
import { jobMapQuery, onServer } from '../queries.ts'
import { chooseMap, useMapChoice } from '../tab-choices.ts'
import type { JobMap } from './job-map.tsx'
import { useResults } from './results-context.tsx'

let loaded: typeof JobMap | undefined
const load = async () => (loaded ??= (await import('./job-map.tsx')).JobMap)
const LazyMap = lazy(async () => ({ default: await load() }))

/** For an address with `map`: its code and data, so that the server draws it. */
export async function loadMap(
  queryClient: QueryClient,
  search: Record<string, unknown>,
  criteria: SearchCriteria,
): Promise<void> {
  if (search['map'] === undefined || !onServer) return
  await Promise.all([load(), queryClient.prefetchQuery(jobMapQuery(criteria))])
}

/** A link that opens the map, and the map, whose code is loaded only then. Without JavaScript its address says that it is open. */
export function ResultsMap() {
  const { criteria, address } = useResults()
  const inAddress = useShownPage().search['map'] !== undefined
  const isChosen = useMapChoice() !== ''
  const isOpen = inAddress || isChosen
  const MapView = loaded ?? LazyMap
  return (
    <section aria-label="Map" className="contents">
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
      {isOpen && (
        <div className="order-last w-full">
          <Suspense>
            <MapView criteria={criteria} address={address} extra={shown} keepScroll />
          </Suspense>
        </div>
      )}
    </section>
  )
}
const shown = { map: 'jobs' }
