import { pageHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { userPath, usersPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageArgs, PageRoute } from '#web/lib/page-route.ts'
import { userParams, userQuery, usersQuery } from './administration-queries.ts'

/** Others are told that the page is not for them, and need no data. */
const isAdministrator = ({ queryClient }: PageArgs): boolean =>
  queryClient.getQueryData<CurrentUser | null>(currentUserQuery.queryKey)?.role === 'admin'

export const usersRoute: PageRoute = {
  async load(args) {
    if (isAdministrator(args)) await args.queryClient.prefetchQuery(usersQuery(userParams(args.search)))
  },
  head: ({ site }) => pageHead({ site, title: 'Users', description: 'Accounts.', path: usersPath, noindex: true }),
}

export const userRoute: PageRoute = {
  async load(args) {
    if (isAdministrator(args)) await args.queryClient.prefetchQuery(userQuery(args.params['id'] ?? ''))
  },
  head: ({ site, params }) =>
    pageHead({ site, title: 'User', description: 'One account.', path: userPath(params['id'] ?? ''), noindex: true }),
}
