import { pageHead } from '#features/site/page-head.ts'
import { unsubscribePath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'

export const unsubscribeRoute: PageRoute = {
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Unsubscribe',
      description: 'Take your address off the newsletter.',
      path: unsubscribePath,
      noindex: true,
    }),
}
