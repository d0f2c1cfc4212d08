import { pageHead } from '#features/site/page-head.ts'
import { mailboxPath, mailPath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { mailQuery, mailsQuery } from './queries.ts'

export const mailboxRoute: PageRoute = {
  async load({ queryClient, search }) {
    await queryClient.fetchQuery(mailsQuery(search['to'] ?? ''))
  },
  head: ({ site }) =>
    pageHead({ site, title: 'Mailbox', description: 'The mail that this demo has sent.', path: mailboxPath, noindex: true }),
}

export const mailRoute: PageRoute = {
  async load({ queryClient, params: { id = '' } }) {
    await queryClient.fetchQuery(mailQuery(id))
  },
  head({ queryClient, site, params: { id = '' } }) {
    const title = queryClient.getQueryData(mailQuery(id).queryKey)?.subject ?? 'Mail'
    return pageHead({ site, title, description: 'A mail that this demo has sent.', path: mailPath(id), noindex: true })
  },
}
