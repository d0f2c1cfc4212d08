import type { ReactNode } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { jobsPath, specialtyJobsPath, withQuery } from '#shared/paths.ts'
import { stateName } from '#shared/us-states.ts'
import { useShownPage, type PageHead, type PageLoad } from '#platform/web/navigation.tsx'
import type { Understanding } from '../contract.ts'
import { listText } from '../display.ts'
import {
  kindOf,
  parseSearchCriteria,
  searchParamsOf,
  type SearchCriteria,
} from '../search-criteria.ts'
import { specialtySlug } from '#vocabulary/specialties.ts'
import { employmentTypeLabels } from '../model.ts'
import { loadMap } from './components/results-toolbar.tsx'
import { SearchExplanation } from './components/search-explanation.tsx'
import { ResultsView } from './components/results-view.tsx'
import { resultsLoader, searchJobsQuery } from './queries.ts'
import { feedLinks, jobsAddress } from './components/results-context.tsx'
import { parseViewMode } from './tab-choices.ts'

export const load: PageLoad = async ({ queryClient, search }) => {
  const criteria = parseSearchCriteria(search)
  await Promise.all([resultsLoader(queryClient, criteria), loadMap(queryClient, search, criteria)])
}

export const head: PageHead = ({ site, search, queryClient }) => {
  const criteria = parseSearchCriteria(search)
  const found = queryClient.getQueryData(searchJobsQuery(criteria).queryKey)
  const specialty = shortList((found?.understanding.named ?? criteria).specialty)
  const path = canonicalPath(criteria)
  return pageHead({
    site,
    title: specialty ? `Physician Jobs — ${specialty}` : 'Physician Jobs — Search All Positions',
    description: specialty
      ? `${specialty} jobs for physicians across the United States, with pay, location and schedule ` +
        'in plain sight.'
      : 'Search physician jobs in every specialty and state by pay, location, schedule and visa ' +
        'support. No account needed.',
    path: path ?? jobsPath,
    noindex: path === undefined,
    ...(import.meta.env.SSR && { links: feedLinks(site, criteria) }),
  })
}

export function Page(): ReactNode {
  const search: Record<string, unknown> = useShownPage().search
  const criteria = parseSearchCriteria(search)
  return (
    <ResultsView
      criteria={criteria}
      address={jobsAddress}
      view={parseViewMode(search['view'])}
      heading={(found) => jobsHeading(criteria, found)}
      intro={search['explain'] === '1' && <SearchExplanation criteria={criteria} />}
    />
  )
}

/**
 * The one address under which search engines shall know these results, whatever their order;
 * undefined for searches that are somebody's own: the web has no use for each combination of
 * filters.
 */
function canonicalPath({
  sortBy: _sortBy,
  sortOrder: _sortOrder,
  asOf: _asOf,
  ...criteria
}: SearchCriteria) {
  const { specialty: specialties = [], state: states = [], page, ...personal } = criteria
  if (specialties.length > 1 || states.length > 1) return undefined
  const [[specialty], [state]] = [specialties, states]
  const kind = specialty && !state && page === undefined ? kindOf(personal) : undefined
  if (specialty && kind) return specialtyJobsPath(specialtySlug(specialty), kind)
  if (Object.keys(personal).length > 0) return undefined
  if (specialty && page === undefined) return specialtyJobsPath(specialtySlug(specialty), state)
  return withQuery(jobsPath, searchParamsOf(criteria))
}

/**
 * 'Cardiology', 'Cardiology and Neurology', 'Cardiology, Neurology, and 3 More'; undefined for
 * none.
 */
function shortList(names: readonly string[] = []) {
  if (names.length === 0) return undefined
  return listText(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} More`] : names)
}

/**
 * 'Locums Cardiology Jobs in Texas', 'Physician Jobs near Austin, TX', 'Physician Jobs for
 * “quiet”', or 'All Physician Jobs'.
 */
export function jobsHeading(
  criteria: SearchCriteria,
  found: Partial<Pick<Understanding, 'place' | 'unknownPlace' | 'named' | 'parts'>> = {},
): string {
  const { specialty, state, jobType = [] } = found.named ?? criteria
  const [type, ...otherTypes] = jobType
  const specialties = shortList(specialty)
  const states = shortList(state?.map(stateName))
  const place = found.place?.label ?? (found.unknownPlace === undefined ? criteria.city : undefined)
  const where = place
    ? `${found.place && !found.place.radius ? 'in' : 'near'} ${place}`
    : states && `in ${states}`
  const subject = [
    type && otherTypes.length === 0 && employmentTypeLabels[type],
    specialties,
  ].filter(Boolean)
  if (subject.length === 0 && !where)
    return criteria.keyword && found.parts?.length
      ? `Physician Jobs for “${criteria.keyword}”`
      : 'All Physician Jobs'
  return [...subject, specialties ? 'Jobs' : 'Physician Jobs', where].filter(Boolean).join(' ')
}
