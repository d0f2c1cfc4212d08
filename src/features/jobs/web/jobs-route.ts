import type { PageRoute } from '#web/lib/page-route.ts'
import { parseSearchCriteria } from '../search-criteria.ts'
import { resultsLoader } from './load-results.ts'
import { jobsHead } from './results-head.ts'

export const jobsRoute: PageRoute = {
  load: ({ queryClient, search }) => resultsLoader(queryClient, parseSearchCriteria(search)),
  head: ({ site, search }) => jobsHead(site, parseSearchCriteria(search)),
}
