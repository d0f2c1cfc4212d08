import { pageHead } from '#features/site/page-head.ts'
import { comparePath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { parseComparedIds } from './compared-jobs.ts'
import { comparablePayQuery, jobQuery, onServer } from './queries.ts'

export const compareRoute: PageRoute = {
  /** A job that is gone, or cannot be loaded, is missing from the page; the others are compared all the same. */
  async load({ queryClient, search: { jobs } }) {
    const loading = parseComparedIds(jobs).map(async (id) => {
      const job = await queryClient.ensureQueryData(jobQuery(id)).catch(() => undefined)
      if (job) await queryClient.prefetchQuery(comparablePayQuery(job))
    })
    if (onServer) await Promise.all(loading)
  },
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Compare Jobs',
      description: 'Up to four physician jobs side by side: pay, place, schedule, visa support and benefits.',
      path: comparePath,
      // Each choice of jobs is somebody's own.
      noindex: true,
    }),
}
