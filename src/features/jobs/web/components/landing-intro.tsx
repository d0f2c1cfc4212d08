import { useQuery } from '@tanstack/react-query'
import { countText } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { practitioner } from '#features/jobs/specialties.ts'
import { stateName } from '#shared/us-states.ts'
import type { LandingCriteria } from '../landing-route.ts'
import { facetsQuery, searchJobsQuery } from '../queries.ts'

/** One paragraph of numbers that hold right now; what nobody offers is not mentioned. */
export function LandingIntro({ criteria }: { criteria: LandingCriteria }) {
  const { data: result } = useQuery(searchJobsQuery(criteria))
  const { data: facets } = useQuery(facetsQuery(criteria))
  if (!result || !facets) return null

  const { counts } = facets
  const sponsoring = counts.visa.filter(({ value }) => value !== 'None').reduce((sum, { count }) => sum + count, 0)
  const offers = [
    { count: sponsoring, text: 'with visa sponsorship' },
    { count: counts.newGraduates, text: 'open to new graduates' },
    { count: counts.telehealth, text: 'by telehealth' },
  ].filter(({ count }) => count > 0)
  const where = criteria.state ? `in ${stateName(criteria.state)}` : 'across the United States'

  return (
    <p className="mt-2 max-w-prose text-base text-muted">
      {practitioner(criteria.specialty)} positions {where}: {countText(result.total, result.totalIsCapped)}
      {offers.map(({ count, text }) => `, ${formatNumber(count)} ${text}`).join('')}.
    </p>
  )
}
