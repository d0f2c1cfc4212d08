import { asksForJobs, homeCriteria } from '#features/jobs/web/home-search.ts'
import { resultsLoader } from '#features/jobs/web/load-results.ts'
import { pageHead } from '#features/site/page-head.ts'
import { site as siteConfig } from '#features/site/config.ts'
import { heroFiguresQuery } from '#features/site/web/queries.ts'
import type { PageRoute } from './lib/page-route.ts'

/** Home is two pages in one address: where a search is begun, and, once the address asks for jobs, its results. */
export const homeRoute: PageRoute = {
  async load({ queryClient, search }) {
    if (asksForJobs(search)) await resultsLoader(queryClient, homeCriteria(search))
    else await queryClient.prefetchQuery(heroFiguresQuery)
  },
  head: ({ site, search }) =>
    pageHead({
      site,
      title: 'Physician Jobs in the United States',
      description: `${siteConfig.tagline}. Search physician jobs by specialty, place and pay.`,
      path: '/',
      // Results have an address of their own, /jobs; here they are somebody's search.
      noindex: asksForJobs(search),
    }),
}
