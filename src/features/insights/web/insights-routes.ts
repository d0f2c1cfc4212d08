import type { QueryClient } from '@tanstack/react-query'
import { pageHead } from '#features/site/page-head.ts'
import { insightsPath, postingInsightsPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import { periods, usualPeriod } from '../model.ts'
import { insightsQuery, postingInsightsQuery } from './queries.ts'

/** How many days the address asks for. */
export const periodOf = ({ days }: Search): number => periods.find((it) => String(it) === days) ?? usualPeriod

/** Others are told that the page is not for them, and need no data. */
const isSignedIn = (queryClient: QueryClient): boolean => Boolean(queryClient.getQueryData(currentUserQuery.queryKey))

export const insightsRoute: PageRoute = {
  async load({ queryClient, search }) {
    if (isSignedIn(queryClient)) await queryClient.prefetchQuery(insightsQuery(periodOf(search)))
  },
  head: ({ site }) =>
    pageHead({ site, title: 'Insights', description: 'What comes of your job postings.', path: insightsPath, noindex: true }),
}

export const postingInsightsRoute: PageRoute = {
  async load({ queryClient, search, params: { id = '' } }) {
    if (isSignedIn(queryClient)) await queryClient.prefetchQuery(postingInsightsQuery(id, periodOf(search)))
  },
  head: ({ site, params: { id = '' } }) =>
    pageHead({
      site,
      title: 'Insights',
      description: 'What comes of one of your job postings.',
      path: postingInsightsPath(id),
      noindex: true,
    }),
}
