import { employerPages } from '#features/employers/server/public.ts'
import { boardFigures } from '#features/home/server/public.ts'
import { pagesOfSitemap } from '#features/jobs/server/feeds/routes.ts'
import { offeredValues, stateFigures, type Figures } from '#features/jobs/server/public.ts'
import { payStatistics, salaryPages } from '#features/salaries/server/public.ts'
import type { Settings } from '#platform/server/settings.ts'

type Limits = Pick<Settings, 'landingMinJobs'>

export const sitemapPages = ({ landingMinJobs }: Limits) =>
  pagesOfSitemap(landingMinJobs, async (db) => [
    ...(await salaryPages(db)),
    ...(await employerPages(db)),
  ])

/** What a task counts of all postings. */
export const cachedFigures = (limits: Limits): Figures<unknown>[] => [
  boardFigures,
  payStatistics,
  stateFigures,
  offeredValues,
  sitemapPages(limits),
]
