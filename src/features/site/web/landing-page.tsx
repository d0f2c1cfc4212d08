import { Benefits } from './components/benefits.tsx'
import { Hero } from './components/hero.tsx'
import { LandingNewsletter } from './components/landing-newsletter.tsx'
import { SpecialtyIndex, StateIndex } from './components/job-index.tsx'

/** Home without a search: where one is begun. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <div className="page-column flex flex-col gap-16 pt-16">
        <Benefits />
        <SpecialtyIndex />
        <StateIndex />
        <LandingNewsletter />
      </div>
    </>
  )
}
