import { entriesOf } from '#shared/keys.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { ApiError } from '#platform/web/api.ts'
import { slugOf, specialtyJobsPath, specialtySalariesPath } from '#shared/paths.ts'
import { isStateCode, stateName, type StateCode } from '#shared/us-states.ts'
import {
  Link,
  TextLink,
  useShownPage,
  type Head,
  type PageAccepts,
  type PageArgs,
} from '#platform/web/navigation.tsx'
import { countText, formatDollars } from '../display.ts'
import {
  isLandingKind,
  landingKinds,
  type LandingKind,
  type SearchCriteria,
} from '../search-criteria.ts'
import {
  isSpecialty,
  specialtyFromSlug,
  specialtySlug,
  type Specialty,
} from '#vocabulary/specialties.ts'
import { JobMap } from './components/job-map.tsx'
import { ResultsView } from './components/results-view.tsx'
import { facetsQuery, jobMapQuery, resultsLoader, searchJobsQuery } from './queries.ts'
import { feedLinks, jobsAddress } from './components/results-context.tsx'

/**
 * For one specialty, and for one in a state, a city or an area, or of one kind: the address of all
 * its jobs has no `where`.
 */
export const accepts: PageAccepts = (params) => landingOf(params) !== undefined

export async function loadLanding({ queryClient, params }: PageArgs): Promise<void> {
  const landing = landingOf(params)
  const criteria = landing ? searchOf(landing) : {}
  const [found] = await Promise.all([
    queryClient.ensureQueryData(searchJobsQuery(criteria)),
    resultsLoader(queryClient, criteria),
    queryClient.ensureQueryData(facetsQuery(criteria)),
    queryClient.prefetchQuery(jobMapQuery(criteria)),
  ])
  if (found.understanding.unknownPlace !== undefined) throw new ApiError(404, undefined)
}

export function head({ queryClient, site, params }: PageArgs): Head {
  const landing = landingOf(params) ?? { specialty: 'Other' }
  const found = queryClient.getQueryData(searchJobsQuery(searchOf(landing)).queryKey)
  const place = found?.understanding.place?.label
  const { specialty, state } = landing
  // Visitors from search engines have no use for a page with few jobs.
  const least = landing.place !== undefined || landing.kind ? site.landingMinJobs : 1
  return pageHead({
    site,
    title: landingHeading(landing, place),
    description:
      `${found ? countText(found.total, found.totalIsCapped) : 'Jobs'} for physicians ` +
      `in ${specialty}, ${whereOf(landing, place)}: pay, location, schedule and visa support of each.`,
    path: specialtyJobsPath(
      specialtySlug(specialty),
      state ?? landing.kind ?? (landing.place && slugOf(isCity(place) ? place : landing.place)),
    ),
    noindex: found !== undefined && found.total < least,
    ...(import.meta.env.SSR && { links: feedLinks(site, searchOf(landing)) }),
  })
}

/** `place` is as the place box reads it: 'dallas tx', 'bay area'. */
type Landing = { specialty: Specialty; state?: StateCode; kind?: LandingKind; place?: string }

/** Undefined for addresses that name no landing page. */
function landingOf({ specialty: slug = '', where }: Record<string, string>): Landing | undefined {
  const specialty = specialtyFromSlug(slug)
  if (!specialty) return undefined
  if (where === undefined) return { specialty }
  if (isLandingKind(where)) return { specialty, kind: where }
  const code = where.toUpperCase()
  if (where.length === 2)
    return isStateCode(code) && code !== 'OTHER' && where === where.toLowerCase()
      ? { specialty, state: code }
      : undefined
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(where) && where.length <= 100
    ? { specialty, place: where.replaceAll('-', ' ') }
    : undefined
}

/** `isOfNew`: on the page of the new jobs. */
type WeekNoteProps = { specialty: Specialty; isOfNew: boolean }

/**
 * Which note of the week a page has. Only the page of a whole specialty and the page of its new jobs
 * have one.
 */
export function weekOf(params: Record<string, string>): WeekNoteProps | undefined {
  const { specialty, state, place, kind } = landingOf(params) ?? {}
  const isWhole =
    state === undefined && place === undefined && (kind ?? 'this-week') === 'this-week'
  return specialty && isWhole ? { specialty, isOfNew: kind !== undefined } : undefined
}

const searchOf = ({ specialty, state, kind, place }: Landing): SearchCriteria => ({
  specialty: [specialty],
  ...(state && { state: [state] }),
  ...(place !== undefined && { city: place }),
  ...(kind && landingKinds[kind].criteria),
})

/** True for 'Dallas, TX', false for 'Bay Area'. */
const isCity = (label: string | undefined): label is string =>
  label !== undefined && / [A-Z]{2}$/.test(label) && label.includes(', ')

/** `found` is how the search understood the place: a city, which jobs are near, or an area. */
const whereOf = ({ state, place }: Landing, found = place) =>
  state
    ? `in ${stateName(state)}`
    : found === undefined
      ? 'across the United States'
      : `${isCity(found) ? 'near' : 'in'} ${found}`

const landingHeading = (landing: Landing, found?: string) =>
  landing.kind
    ? landingKinds[landing.kind].heading(landing.specialty)
    : `${landing.specialty} Jobs${landing.state || landing.place !== undefined ? ` ${whereOf(landing, found)}` : ''}`

/** The results of a landing at an address of their own. Filtering leads to /jobs. */
export function LandingPage({ WeekNote }: { WeekNote: ComponentType<WeekNoteProps> }): ReactNode {
  const { params } = useShownPage()
  const landing = landingOf(params)
  const week = weekOf(params)
  const { data: found } = useQuery(searchJobsQuery(searchOf(landing ?? { specialty: 'Other' })))
  if (!landing) return null
  return (
    <>
      <ResultsView
        criteria={searchOf(landing)}
        address={jobsAddress}
        view={undefined}
        heading={landingHeading(landing, found?.understanding.place?.label)}
        intro={<LandingIntro landing={landing}>{week && <WeekNote {...week} />}</LandingIntro>}
      />
      <LandingNeighbors landing={landing} />
    </>
  )
}

/** One paragraph of current numbers, without offers that no job makes. */
function LandingIntro({ landing, children }: { landing: Landing; children: ReactNode }) {
  const { landingMinJobs } = useShownPage().site
  const { data: result } = useQuery(searchJobsQuery(searchOf(landing)))
  const { data: facets } = useQuery(facetsQuery(searchOf(landing)))
  const { data: map } = useQuery(jobMapQuery(searchOf(landing)))
  if (!result || !facets) return null

  const { counts } = facets
  const median = map?.pay ?? null
  const sponsoring = counts.visa
    .filter(({ value }) => value !== 'None')
    .reduce((sum, { count }) => sum + count, 0)
  const offers = [
    { count: sponsoring, text: 'with visa sponsorship' },
    { count: counts.newGraduates, text: 'open to new graduates' },
    { count: counts.telehealth, text: 'by telehealth' },
    { count: counts.loanRepayment, text: 'with loan repayment' },
    { count: counts.tailPaid, text: 'with the tail paid' },
  ].filter(({ count }) => count > 0)
  const place = result.understanding.place?.label
  const state = landing.place === undefined ? undefined : /, ([A-Z]{2})$/.exec(place ?? '')?.[1]
  const slug = specialtySlug(landing.specialty)

  return (
    <p className="mt-2 mb-4 max-w-prose text-muted sm:text-base">
      {landing.specialty} {whereOf(landing, place)}: {countText(result.total, result.totalIsCapped)}
      {median !== null && (
        <>
          {' at a median of about '}
          <strong className="font-semibold text-pay tabular-nums">{formatDollars(median)}</strong> a
          year, full-time
        </>
      )}
      {/* On phones the first job comes before them, in the filters. */}
      <span className="max-sm:hidden">
        {offers.map(({ count, text }) => `, ${formatNumber(count)} ${text}`).join('')}
      </span>
      .{children}
      {(landing.place !== undefined || landing.kind) && result.total < landingMinJobs && (
        <>
          {' See all '}
          <TextLink to={specialtyJobsPath(slug, state)}>
            {landing.specialty} jobs
            {state !== undefined && isStateCode(state) ? ` in ${stateName(state)}` : ''}
          </TextLink>
          .
        </>
      )}
    </p>
  )
}

/**
 * The same specialty in other states, cities and kinds, and other specialties here, each with its
 * number of jobs.
 */
function LandingNeighbors({ landing }: { landing: Landing }) {
  const { specialty, state } = landing
  const { landingMinJobs } = useShownPage().site
  const whole = searchOf({ specialty, ...(state && { state }) })
  const { data } = useQuery(facetsQuery(whole))
  const { data: map } = useQuery(jobMapQuery(whole))
  if (!data) return null
  const { states, specialties, jobTypes, visa, telehealth, newGraduates } = data.counts
  const count = (list: readonly { value: string; count: number }[], value: string) =>
    list.find((option) => option.value === value)?.count ?? 0
  const kinds: Partial<Record<LandingKind, number>> = {
    locums: count(jobTypes, 'locums'),
    'part-time': count(jobTypes, 'part-time'),
    telehealth,
    'new-graduates': newGraduates,
    'j-1-waiver': count(visa, 'J1'),
    'h-1b': count(visa, 'H1B'),
  }
  return (
    <div className="page-column mt-12 flex flex-col gap-10">
      <section className="border-t border-line pt-5">
        <h2 className="mb-3 text-lg font-semibold">Where the jobs are</h2>
        <JobMap
          criteria={landing.kind ? searchOf(landing) : whole}
          withTable={state !== undefined}
        />
        {!state && (
          <p className="mt-3">
            <TextLink to={specialtySalariesPath(specialtySlug(specialty))}>
              {specialty} pay by state
            </TextLink>
          </p>
        )}
      </section>
      {state ? (
        <Neighbors
          title={`${specialty} jobs by city`}
          links={(map?.places ?? [])
            .filter((place) => place.count >= landingMinJobs)
            .map((place) => ({
              specialty,
              where: slugOf(`${place.label} ${state}`),
              label: place.label,
              count: place.count,
            }))}
        />
      ) : (
        <Neighbors
          title={`${specialty} jobs by kind`}
          links={entriesOf(kinds)
            .filter(([, jobs]) => jobs >= landingMinJobs)
            .map(([kind, jobs]) => ({
              specialty,
              where: kind,
              label: landingKinds[kind].label,
              count: jobs,
            }))}
        />
      )}
      <Neighbors
        title={`${specialty} jobs by state`}
        links={states.flatMap(({ value, count: jobs }) =>
          isStateCode(value) && value !== state && value !== 'OTHER'
            ? [{ specialty, where: value, label: stateName(value), count: jobs }]
            : [],
        )}
      />
      <Neighbors
        title={state ? `Other jobs in ${stateName(state)}` : 'Other specialties'}
        links={specialties.flatMap(({ value, count: jobs }) =>
          isSpecialty(value) && value !== specialty && value !== 'Other'
            ? [{ specialty: value, where: state, label: value, count: jobs }]
            : [],
        )}
      />
    </div>
  )
}

type NeighborLink = {
  specialty: Specialty
  where: string | undefined
  label: string
  count: number
}

function Neighbors({ title, links }: { title: string; links: NeighborLink[] }) {
  const offered = links.filter(({ count }) => count > 0)
  if (offered.length === 0) return null
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="mt-3 columns-[2_8rem] gap-x-8 sm:columns-3 lg:columns-4">
        {offered.map(({ specialty, where, label, count }) => (
          <li key={label}>
            <Link to={specialtyJobsPath(specialtySlug(specialty), where)} className="list-link">
              {label}
              <span className="ml-2 text-xs text-muted tabular-nums">{formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
