import { useEffect, type ReactNode } from 'react'
import { hires } from '#features/accounts/model.ts'
import { SuggestField } from '#features/jobs/web/components/suggest-field.tsx'
import { JobMap } from '#features/jobs/web/components/job-map.tsx'
import { NewestJobs } from '#features/jobs/web/components/closed-job.tsx'
import { jobMapQuery, newestJobsQuery } from '#features/jobs/web/queries.ts'
import { PayBySpecialty, salariesQuery } from '#features/salaries/web/components/salary-chart.tsx'
import { homeHead } from '#features/site/page-head.ts'
import { heroFiguresQuery, Home } from '#features/home/web/home.tsx'
import { landingSpecialties } from '#features/home/web/site-links.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { PageSpinner } from '#ui/feedback.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useNavigate, type PageArgs } from '#platform/web/navigation.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'

export const load = ({ queryClient }: PageArgs) =>
  Promise.all([
    queryClient.prefetchQuery(heroFiguresQuery),
    queryClient.prefetchQuery(newestJobsQuery),
    queryClient.prefetchQuery(salariesQuery),
    queryClient.prefetchQuery(jobMapQuery({})),
  ])

const everywhere = {}

const PhysicianHome = lazyPart(async () => (await import('./physician-home.tsx')).PhysicianHome)

export const head = homeHead(false)

/**
 * Posters start at their dashboard; their searches work as everybody's. A physician reads the news
 * first. The page is rendered for visitors: nobody else sees it before the user is known.
 */
export function Page(): ReactNode {
  const navigate = useNavigate()
  const { status, user } = useCurrentUser()
  const goes = hires(user?.role)
  useEffect(() => {
    if (goes) navigate({ to: employerDashboardPath, replace: true })
  }, [goes, navigate])
  if (goes) return <PageSpinner />
  const isUnknown = status === 'loading'
  const parts = {
    SuggestField,
    jobs: <NewestJobs />,
    pay: <PayBySpecialty specialties={landingSpecialties} />,
  }
  const home = <Home {...parts} map={<JobMap criteria={everywhere} withTable={false} />} />
  if (user?.role === 'physician')
    return <PhysicianHome {...parts} waiting={<PageSpinner />} failed={home} />
  return (
    <>
      {isUnknown && (
        <div className="hidden signed-in:block">
          <PageSpinner />
        </div>
      )}
      <div className={isUnknown ? 'signed-in:hidden' : ''}>{home}</div>
    </>
  )
}
