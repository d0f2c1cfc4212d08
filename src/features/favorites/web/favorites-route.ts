import { pageHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { favoritesPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { favoritesQuery } from './queries.ts'

export const favoritesRoute: PageRoute = {
  async load({ queryClient }) {
    // Others are told what the page is for.
    const user = queryClient.getQueryData<CurrentUser | null>(currentUserQuery.queryKey)
    if (user?.role === 'physician') await queryClient.prefetchQuery(favoritesQuery)
  },
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Saved Jobs',
      description: 'The jobs that you saved, with your notes.',
      path: favoritesPath,
      noindex: true,
    }),
}
