import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { specialtyJobsPath, specialtyStateJobsPath } from '#shared/paths.ts'
import { isStateCode, stateName } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { Link, useShownPage } from '#platform/web/navigation.tsx'
import type { Head, PageAccepts, PageArgs } from '#platform/web/page-route.ts'
import { countText, formatDollars } from '../display.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { isSpecialty, specialtyFromSlug, specialtySlug } from '#vocabulary/specialties.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { JobMap } from './components/job-map.tsx'
import { ResultsView } from './components/results-view.tsx'
import { feedLinks } from './feed-links.ts'
import { facetsQuery, jobMapQuery, resultsLoader, searchJobsQuery } from './queries.ts'
import { jobsAddress } from './results-address.ts'

/** For one specialty, and for one specialty in one state: the address without a state simply has no such parameter. */
export const accepts: PageAccepts = (params) => landingCriteria(params) !== undefined

export async function load({ queryClient, params }: PageArgs): Promise<void> {
  const landing = landingCriteria(params)
  const criteria = landing ? landingSearch(landing) : {}
  await Promise.all([
    resultsLoader(queryClient, criteria),
    queryClient.ensureQueryData(facetsQuery(criteria)),
    queryClient.prefetchQuery(jobMapQuery(criteria)),
  ])
}

export function head({ queryClient, site, params }: PageArgs): Head {
  const criteria = landingCriteria(params) ?? { specialty: 'Other' }
  const { specialty, state } = criteria
  const found = queryClient.getQueryData(searchJobsQuery(landingSearch(criteria)).queryKey)
  const slug = specialtySlug(specialty)
  return pageHead({
    site,
    title: landingHeading(criteria),
    description: `${found ? countText(found.total, found.totalIsCapped) : 'Jobs'} for physicians in ${specialty}, ${
      state ? stateName(state) : 'across the United States'
    }: pay, place, schedule and visa support of each.`,
    path: state ? specialtyStateJobsPath(slug, state) : specialtyJobsPath(slug),
    // A page without a job is of no use to visitors from a search engine.
    noindex: found?.total === 0,
    ...(import.meta.env.SSR && { links: feedLinks(site, landingSearch(criteria)) }),
  })
}

type LandingCriteria = { specialty: Specialty; state?: StateCode }

/** Undefined for addresses that name no specialty or no state. */
function landingCriteria({ specialty: slug = '', state }: Record<string, string>): LandingCriteria | undefined {
  const specialty = specialtyFromSlug(slug)
  if (!specialty) return undefined
  if (state === undefined) return { specialty }
  const code = state.toUpperCase()
  return isStateCode(code) && code !== 'OTHER' && state === state.toLowerCase() ? { specialty, state: code } : undefined
}

const landingSearch = ({ specialty, state }: LandingCriteria): SearchCriteria => ({
  specialty: [specialty],
  ...(state && { state: [state] }),
})

const landingHeading = ({ specialty, state }: LandingCriteria): string =>
  state ? `${specialty} Jobs in ${stateName(state)}` : `${specialty} Jobs`

/** The results of one specialty, or of one specialty in one state, at an address of their own. Filtering leads to /jobs. */
export function Page(): ReactNode {
  const criteria = landingCriteria(useShownPage().params)
  if (!criteria) return null
  return (
    <>
      <ResultsView
        criteria={landingSearch(criteria)}
        address={jobsAddress}
        view={undefined}
        heading={landingHeading(criteria)}
        intro={<LandingIntro criteria={criteria} />}
      />
      <LandingNeighbors criteria={criteria} />
    </>
  )
}

/** One paragraph of numbers that hold right now; what nobody offers is not mentioned. */
function LandingIntro({ criteria }: { criteria: LandingCriteria }) {
  const { data: result } = useQuery(searchJobsQuery(landingSearch(criteria)))
  const { data: facets } = useQuery(facetsQuery(landingSearch(criteria)))
  const { data: map } = useQuery(jobMapQuery(landingSearch(criteria)))
  if (!result || !facets) return null

  const { counts } = facets
  const median = map?.pay ?? null
  const sponsoring = counts.visa.filter(({ value }) => value !== 'None').reduce((sum, { count }) => sum + count, 0)
  const offers = [
    { count: sponsoring, text: 'with visa sponsorship' },
    { count: counts.newGraduates, text: 'open to new graduates' },
    { count: counts.telehealth, text: 'by telehealth' },
  ].filter(({ count }) => count > 0)
  const where = criteria.state ? `in ${stateName(criteria.state)}` : 'across the United States'

  return (
    <p className="mt-2 max-w-prose text-base text-muted">
      {criteria.specialty} {where}: {countText(result.total, result.totalIsCapped)}
      {offers.map(({ count, text }) => `, ${formatNumber(count)} ${text}`).join('')}.
      {median !== null && (
        <>
          {' '}
          The median full-time pay is about{' '}
          <strong className="font-semibold text-pay tabular-nums">{formatDollars(median)}</strong> a year.
        </>
      )}
    </p>
  )
}

/** The same specialty in other states, and other specialties here, each with its number of jobs. */
function LandingNeighbors({ criteria: { specialty, state } }: { criteria: LandingCriteria }) {
  const { data } = useQuery(facetsQuery(landingSearch({ specialty, ...(state && { state }) })))
  if (!data) return null
  const { states, specialties } = data.counts
  return (
    <div className="page-column mt-12 flex flex-col gap-10">
      <section className="border-t border-line pt-5">
        <h2 className="mb-3 text-lg font-semibold">Where the jobs are</h2>
        <JobMap criteria={landingSearch({ specialty, ...(state && { state }) })} />
      </section>
      <Neighbors
        title={`${specialty} jobs by state`}
        links={states.flatMap(({ value, count }) =>
          isStateCode(value) && value !== state && value !== 'OTHER'
            ? [{ specialty, state: value, label: stateName(value), count }]
            : [],
        )}
      />
      <Neighbors
        title={state ? `Other jobs in ${stateName(state)}` : 'Other specialties'}
        links={specialties.flatMap(({ value, count }) =>
          isSpecialty(value) && value !== specialty && value !== 'Other'
            ? [{ specialty: value, ...(state && { state }), label: value, count }]
            : [],
        )}
      />
    </div>
  )
}

type NeighborLink = LandingCriteria & { label: string; count: number }

function Neighbors({ title, links }: { title: string; links: NeighborLink[] }) {
  const offered = links.filter(({ count }) => count > 0)
  if (offered.length === 0) return null
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="mt-3 columns-2 gap-x-8 sm:columns-3 lg:columns-4">
        {offered.map(({ specialty, state, label, count }) => (
          <li key={label}>
            <Link
              {...(state
                ? {
                    to: '/jobs/specialty/:specialty/:state',
                    params: { specialty: specialtySlug(specialty), state: state.toLowerCase() },
                  }
                : { to: '/jobs/specialty/:specialty', params: { specialty: specialtySlug(specialty) } })}
              className="list-link"
            >
              {label}
              <span className="ml-2 text-xs text-muted tabular-nums">{formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
