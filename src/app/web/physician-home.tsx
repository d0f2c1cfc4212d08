import { News } from '#features/desk/web/news.tsx'
import { HeroSearch } from '#features/home/web/components/hero-search.tsx'
import { Board, slogan, type HomeProps } from '#features/home/web/home.tsx'
import { FittingJobs } from '#features/profiles/web/fitting-jobs.tsx'
import { JobLines } from '#features/jobs/web/components/closed-job.tsx'
import { PhysicianTabs } from '#platform/web/desk-tabs.tsx'

type Props = Pick<HomeProps, 'SuggestField' | 'jobs' | 'pay'>

/** What happened and what waits, before the search. */
export const PhysicianHome = ({ SuggestField, jobs, pay }: Props) => (
  <div className="page-column flex flex-col gap-6 pt-1 pb-4 sm:pt-3 sm:pb-8 xl:pt-8">
    <div className="xl:hidden">
      <PhysicianTabs />
    </div>
    <News title={slogan} JobLines={JobLines} />
    <HeroSearch SuggestField={SuggestField} />
    <FittingJobs JobLines={JobLines} />
    <Board jobs={jobs} pay={pay} />
  </div>
)
