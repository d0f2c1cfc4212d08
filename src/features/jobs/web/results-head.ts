import { pageHead } from '#features/site/page-head.ts'
import { jobsPath, specialtyJobsPath, specialtyStateJobsPath, withQuery } from '#shared/paths.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import { searchParamsOf } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { specialtySlug } from '../specialties.ts'

export function jobsHead(site: SiteInfo, criteria: SearchCriteria) {
  const { specialty } = criteria
  const path = canonicalPath(criteria)
  return pageHead({
    site,
    title: specialty ? `Physician Jobs — ${specialty}` : 'Physician Jobs — Search All Positions',
    description: specialty
      ? `${specialty} jobs for physicians across the United States, with pay, place and schedule in plain sight.`
      : 'Search physician jobs in every specialty and state by pay, place, schedule and visa support. No account needed.',
    path: path ?? jobsPath,
    noindex: path === undefined,
  })
}

/**
 * The one address under which search engines shall know these results, whatever their order; undefined for searches
 * that are somebody's own: the web has no use for each combination of filters.
 */
export function canonicalPath({ sortBy: _sortBy, sortOrder: _sortOrder, ...criteria }: SearchCriteria): string | undefined {
  const { specialty, state, page, ...personal } = criteria
  if (Object.keys(personal).length > 0) return undefined
  if (specialty && page === undefined) {
    const slug = specialtySlug(specialty)
    return state ? specialtyStateJobsPath(slug, state) : specialtyJobsPath(slug)
  }
  return withQuery(jobsPath, searchParamsOf(criteria))
}
