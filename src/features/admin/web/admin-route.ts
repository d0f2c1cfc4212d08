import { pageHead } from '#features/site/page-head.ts'
import { adminDashboardPath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { summaryQuery } from './queries.ts'

export const adminDashboardRoute: PageRoute = {
  // For others there is nothing to load, and the page says so.
  load: ({ queryClient }) => queryClient.prefetchQuery(summaryQuery),
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Admin Dashboard',
      description: 'What there is, and what waits.',
      path: adminDashboardPath,
      noindex: true,
    }),
}
