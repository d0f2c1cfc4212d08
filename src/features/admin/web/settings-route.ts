import { pageHead } from '#features/site/page-head.ts'
import { siteSettingsPath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { settingsQuery } from './settings-queries.ts'

export const settingsRoute: PageRoute = {
  // For others there is nothing to load, and the page says so.
  load: ({ queryClient }) => queryClient.prefetchQuery(settingsQuery),
  head: ({ site }) =>
    pageHead({ site, title: 'Settings', description: 'What holds on this site.', path: siteSettingsPath, noindex: true }),
}
