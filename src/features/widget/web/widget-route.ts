import { pageHead } from '#features/site/page-head.ts'
import { widgetPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { widgetQuery } from './queries.ts'

export const widgetRoute: PageRoute = {
  async load({ queryClient }) {
    // Others are told that the page is not for them, and need no data.
    if (queryClient.getQueryData(currentUserQuery.queryKey)) await queryClient.prefetchQuery(widgetQuery)
  },
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Jobs on Your Website',
      description: 'Your current jobs on your own site.',
      path: widgetPath,
      noindex: true,
    }),
}
