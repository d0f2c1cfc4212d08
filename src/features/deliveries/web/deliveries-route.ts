import { pageHead } from '#features/site/page-head.ts'
import { deliveriesPath } from '#shared/paths.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import { mailStates, shortestSearch, taskStates } from '../model.ts'
import { mailsQuery, tasksQuery } from './queries.ts'

export const deliveriesRoute: PageRoute = {
  // For others there is nothing to load, and the page says so.
  load: ({ queryClient, search }) => {
    const { show, params } = shownList(search)
    return show === 'tasks' ? queryClient.prefetchQuery(tasksQuery(params)) : queryClient.prefetchQuery(mailsQuery(params))
  },
  head: ({ site }) =>
    pageHead({ site, title: 'Deliveries', description: 'What waits or was given up.', path: deliveriesPath, noindex: true }),
}

type Shown = {
  show: 'mails' | 'tasks'
  state: string
  /** As the call wants it; what the address says wrong is left out. */
  params: Record<string, string>
}

/** What the page's address says. */
export function shownList({ show, state, q = '', before, page }: Search): Shown {
  const isTasks = show === 'tasks'
  const states: readonly string[] = isTasks ? taskStates : mailStates
  const shownState = states.find((it) => it === state) ?? 'dead'
  const words = q
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
  return {
    show: isTasks ? 'tasks' : 'mails',
    state: shownState,
    params: {
      state: shownState,
      ...(words.length >= shortestSearch && { q: words }),
      ...(!isTasks && before && { before }),
      ...(isTasks && page && /^[1-9]\d{0,2}$/.test(page) && { page }),
    },
  }
}
