import { pageHead } from '#features/site/page-head.ts'
import { moderationPath } from '#shared/paths.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import { queueQuery } from './queries.ts'

export const moderationRoute: PageRoute = {
  // For others there is nothing to load, and the page says so.
  load: ({ queryClient, search }) => queryClient.prefetchQuery(queueQuery(queueParams(search))),
  head: ({ site }) =>
    pageHead({ site, title: 'Moderation', description: 'What waits for a moderator.', path: moderationPath, noindex: true }),
}

/** What the queue's address says, as the call wants it. */
export function queueParams({ kind, page }: Search): Record<string, string> {
  return { ...(kind && { kind }), ...(page && page !== '1' && { page }) }
}
