import type { ReactNode } from 'react'
import { useShownPage } from '#web/lib/navigation.tsx'
import { LandingIntro } from './components/landing-intro.tsx'
import { LandingNeighbours } from './components/landing-neighbours.tsx'
import { ResultsView } from './components/results-view.tsx'
import { landingCriteria, landingHeading } from './landing-route.ts'
import { jobsAddress } from './results-address.ts'

/** The results of one specialty, or of one specialty in one state, at an address of their own. Filtering leads to /jobs. */
export function LandingPage(): ReactNode {
  const criteria = landingCriteria(useShownPage().params)
  if (!criteria) return null
  return (
    <>
      <ResultsView
        criteria={criteria}
        address={jobsAddress}
        view={undefined}
        heading={landingHeading(criteria)}
        intro={<LandingIntro criteria={criteria} />}
      />
      <LandingNeighbours criteria={criteria} />
    </>
  )
}
