import { useEffect, type ReactNode } from 'react'
import { hires } from '#features/accounts/model.ts'
import { ChoiceField, SuggestField } from '#features/jobs/web/components/combobox-field.tsx'
import { ResultsView } from '#features/jobs/web/components/results-view.tsx'
import { asksForJobs, homeAddress, homeCriteria } from '#features/jobs/web/results-address.ts'
import { JobMap } from '#features/jobs/web/components/job-map.tsx'
import { NewestJobs } from '#features/jobs/web/components/newest-jobs.tsx'
import { loadMap } from '#features/jobs/web/components/results-map.tsx'
import { jobMapQuery, newestJobsQuery, resultsLoader } from '#features/jobs/web/queries.ts'
import { PayBySpecialty } from '#features/salaries/web/components/salary-chart.tsx'
import { parseViewMode } from '#features/jobs/web/tab-choices.ts'
import { salariesQuery } from '#features/salaries/web/queries.ts'
import { site as siteConfig } from '#features/site/config.ts'
import { pageHead } from '#features/site/page-head.ts'
import { Home } from '#features/home/web/home.tsx'
import { countsQuery, heroFiguresQuery } from '#features/home/web/queries.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { useNavigate, useShownPage, type PageArgs, type PageHead } from '#platform/web/navigation.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'

/** Home, or search results if the address has a search. */
export async function load({ queryClient, search }: PageArgs): Promise<void> {
  if (asksForJobs(search)) {
    const criteria = homeCriteria(search)
    await Promise.all([resultsLoader(queryClient, criteria), loadMap(queryClient, search, criteria)])
    return
  }
  await Promise.all([
    queryClient.prefetchQuery(heroFiguresQuery),
    queryClient.prefetchQuery(newestJobsQuery),
    queryClient.prefetchQuery(salariesQuery),
    queryClient.prefetchQuery(jobMapQuery({})),
    queryClient.prefetchQuery(countsQuery),
  ])
}

const parts = { SuggestField, ChoiceField, NewestJobs, PayBySpecialty, JobMap }

export const head: PageHead = ({ site, search }) =>
  pageHead({
    site,
    title: 'Physician Jobs in the United States',
    description: `${siteConfig.tagline}. Search physician jobs by specialty, place and pay.`,
    path: '/',
    // Results are indexed as `/jobs`.
    noindex: asksForJobs(search),
  })

export function Page(): ReactNode {
  const { search } = useShownPage()
  const isSearch = asksForJobs(search)
  useDashboardInstead(!isSearch)
  if (!isSearch) return <Home parts={parts} />
  const criteria = homeCriteria(search)
  return (
    <ResultsView
      criteria={criteria}
      address={homeAddress}
      view={parseViewMode(search['view'])}
      heading={criteria.keyword === undefined ? 'All Physician Jobs' : `Search Results for "${criteria.keyword}"`}
    />
  )
}

/** Posters start at their dashboard; their searches work as everybody's. */
function useDashboardInstead(isBeginning: boolean): void {
  const navigate = useNavigate()
  const current = useCurrentUser()
  const goes = isBeginning && current.status === 'signed-in' && hires(current.user.role)
  useEffect(() => {
    if (goes) navigate({ to: employerDashboardPath, replace: true })
  }, [goes, navigate])
}
