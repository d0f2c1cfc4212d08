import { pageHead } from '#features/site/page-head.ts'
import { salariesPath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { salariesQuery } from './queries.ts'

export const salariesRoute: PageRoute = {
  async load({ queryClient }) {
    await queryClient.ensureQueryData(salariesQuery())
  },
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Physician Salaries by Specialty',
      description: 'What physician jobs pay in each specialty: median and range of the active postings on this board, no survey.',
      path: salariesPath,
    }),
}
