import { pageHead } from '#features/site/page-head.ts'
import { specialtyJobsPath, specialtyStateJobsPath } from '#shared/paths.ts'
import { isStateCode, stateName } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { countText } from '../display.ts'
import type { Specialty } from '../specialties.ts'
import { specialtyFromSlug, specialtySlug } from '../specialties.ts'
import { resultsLoader } from './load-results.ts'
import { facetsQuery, searchJobsQuery } from './queries.ts'

/** For one specialty, and for one specialty in one state: the address without a state simply has no such parameter. */
export const landingRoute: PageRoute = {
  accepts: (params) => landingCriteria(params) !== undefined,
  async load({ queryClient, params }) {
    const criteria = { ...landingCriteria(params) }
    await Promise.all([resultsLoader(queryClient, criteria), queryClient.ensureQueryData(facetsQuery(criteria))])
  },
  head({ queryClient, site, params }) {
    const criteria = landingCriteria(params) ?? { specialty: 'Other' }
    const { specialty, state } = criteria
    const found = queryClient.getQueryData(searchJobsQuery(criteria).queryKey)
    const slug = specialtySlug(specialty)
    return pageHead({
      site,
      title: landingHeading(criteria),
      description: `${found ? countText(found.total, found.totalIsCapped) : 'Jobs'} for physicians in ${specialty}, ${
        state ? stateName(state) : 'across the United States'
      }: pay, place, schedule and visa support of each.`,
      path: state ? specialtyStateJobsPath(slug, state) : specialtyJobsPath(slug),
      // A page without a job is of no use to who comes from a search engine.
      noindex: found?.total === 0,
    })
  },
}

export type LandingCriteria = { specialty: Specialty; state?: StateCode }

/** Undefined for addresses that name no specialty or no state. */
export function landingCriteria({ specialty: slug = '', state }: Record<string, string>): LandingCriteria | undefined {
  const specialty = specialtyFromSlug(slug)
  if (!specialty) return undefined
  if (state === undefined) return { specialty }
  const code = state.toUpperCase()
  return isStateCode(code) && code !== 'OTHER' && state === state.toLowerCase() ? { specialty, state: code } : undefined
}

export const landingHeading = ({ specialty, state }: LandingCriteria): string =>
  state ? `${specialty} Jobs in ${stateName(state)}` : `${specialty} Jobs`
