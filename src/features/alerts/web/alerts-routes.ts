import { pageHead } from '#features/site/page-head.ts'
import { alertsPath, confirmAlertPath, stopAlertPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { alertsQuery } from './queries.ts'

const page = (title: string, description: string, path: string): Pick<PageRoute, 'head'> => ({
  head: ({ site }) => pageHead({ site, title, description, path, noindex: true }),
})

export const alertsRoute: PageRoute = {
  ...page('Job Alerts', 'The searches whose new jobs come to you by mail.', alertsPath),
  async load({ queryClient, search }) {
    const token = search['token']
    const isSignedIn = Boolean(queryClient.getQueryData(currentUserQuery.queryKey))
    if (token !== undefined || isSignedIn) await queryClient.prefetchQuery(alertsQuery({ token }))
  },
}

export const confirmAlertRoute: PageRoute = page('Confirm Job Alert', 'Turn on a job alert.', confirmAlertPath)

export const stopAlertRoute: PageRoute = page('Stop Job Alert', 'Get no more mails of a job alert.', stopAlertPath)
