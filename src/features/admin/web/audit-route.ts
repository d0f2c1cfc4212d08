import { pageHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { auditLogPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { auditParams, auditQuery } from './audit-queries.ts'

export const auditRoute: PageRoute = {
  async load({ queryClient, search }) {
    // Others are told that the page is not for them, and need no data.
    if (queryClient.getQueryData<CurrentUser | null>(currentUserQuery.queryKey)?.role !== 'admin') return
    await queryClient.prefetchQuery(auditQuery(auditParams(search)))
  },
  head: ({ site }) =>
    pageHead({ site, title: 'Audit Log', description: 'Who did what, and when.', path: auditLogPath, noindex: true }),
}
