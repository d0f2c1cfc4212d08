import { useShownPage } from './lib/navigation.tsx'
import type { ReactNode } from 'react'
import { HomeResults } from '#features/jobs/web/home-results.tsx'
import { asksForJobs } from '#features/jobs/web/home-search.ts'
import { LandingPage } from '#features/site/web/landing-page.tsx'

export function HomePage(): ReactNode {
  const { search } = useShownPage()
  return asksForJobs(search) ? <HomeResults search={search} /> : <LandingPage />
}
