import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { hires } from '#features/accounts/model.ts'
import { HomeResults } from '#features/jobs/web/home-results.tsx'
import { asksForJobs } from '#features/jobs/web/home-search.ts'
import { LandingPage } from '#features/site/web/landing-page.tsx'
import { employerDashboardPath } from '#shared/paths.ts'
import { useCurrentUser } from './lib/current-user.ts'
import { useNavigate, useShownPage } from './lib/navigation.tsx'

export function HomePage(): ReactNode {
  const { search } = useShownPage()
  const isSearch = asksForJobs(search)
  useDashboardInstead(!isSearch)
  return isSearch ? <HomeResults search={search} /> : <LandingPage />
}

/** Those who hire begin at their dashboard; jobs they may search for like everybody. */
function useDashboardInstead(isBeginning: boolean): void {
  const navigate = useNavigate()
  const current = useCurrentUser()
  const goes = isBeginning && current.status === 'signed-in' && hires(current.user.role)
  useEffect(() => {
    if (goes) navigate({ to: employerDashboardPath, replace: true })
  }, [goes, navigate])
}
