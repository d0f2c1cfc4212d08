import { pageHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { resumePath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { openingsQuery } from './queries.ts'

type User = CurrentUser | null

export const resumeRoute: PageRoute = {
  async load({ queryClient }) {
    const user = await queryClient.ensureQueryData<User, Error, User, typeof currentUserQuery.queryKey>(currentUserQuery)
    if (user?.role === 'physician') await queryClient.prefetchQuery(openingsQuery)
  },
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Your CV',
      description: 'Keep one CV on file, send it along with inquiries, and see who opened it.',
      path: resumePath,
      noindex: true,
    }),
}
