import { pageHead } from '#features/site/page-head.ts'
import { moderationHistoryPath, moderationPath } from '#shared/paths.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import { decisionsQuery, queueQuery, queueSourcesQuery, sourceDecisionsQuery } from './queries.ts'

export const moderationRoute: PageRoute = {
  // For others there is nothing to load, and the page says so.
  async load({ queryClient, search }) {
    await Promise.all([
      queryClient.prefetchQuery(queueQuery(queueParams(search))),
      queryClient.prefetchQuery(queueSourcesQuery),
      queryClient.prefetchQuery(sourceDecisionsQuery),
    ])
  },
  head: ({ site }) =>
    pageHead({ site, title: 'Moderation', description: 'What waits for a moderator.', path: moderationPath, noindex: true }),
}

export const historyRoute: PageRoute = {
  load: ({ queryClient, search }) => queryClient.prefetchQuery(decisionsQuery(historyParams(search))),
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Moderation History',
      description: 'What moderators have decided.',
      path: moderationHistoryPath,
      noindex: true,
    }),
}

/** What the queue's address says, as the call wants it. */
export const queueParams = ({ page, ...search }: Search): Record<string, string> => ({
  ...pick(search, ['kind', 'channel', 'source', 'specialty']),
  ...(page && page !== '1' && { page }),
})

export const historyParams = (search: Search): Record<string, string> => pick(search, ['deed', 'moderator', 'before'])

const pick = (search: Search, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
