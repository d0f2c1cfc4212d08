import { pageHead } from '#features/site/page-head.ts'
import { duplicatesPath } from '#shared/paths.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import { duplicatesQuery } from './queries.ts'

export const duplicatesRoute: PageRoute = {
  // For others there is nothing to load, and the page says so.
  load: ({ queryClient, search }) => queryClient.prefetchQuery(duplicatesQuery(duplicatesParams(search))),
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Duplicates',
      description: 'Jobs that are probably on the site twice.',
      path: duplicatesPath,
      noindex: true,
    }),
}

/** What the list's address says, as the call wants it. */
export const duplicatesParams = ({ page, ...search }: Search): Record<string, string> => ({
  ...Object.fromEntries(
    (['source', 'specialty', 'state', 'minScore'] as const).flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  ),
  ...(page && page !== '1' && { page }),
})
