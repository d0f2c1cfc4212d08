import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fewestPostings } from '#features/jobs/model.ts'
import { formatDollars, shortDollars } from '#features/jobs/display.ts'
import { specialtyFromSlug } from '#vocabulary/specialties.ts'
import { site } from '#features/site/config.ts'
import { pageHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { specialtyJobsPath, specialtySalariesPath } from '#shared/paths.ts'
import { countryMap, mapShapesUrl, stateName } from '#shared/us-states.ts'
import { AreaMap } from '#ui/charts/area-map.tsx'
import { Skeleton } from '#ui/feedback.tsx'
import { apiQuery } from '#platform/web/api.ts'
import {
  Link,
  LinkButton,
  useShownPage,
  type Head,
  type PageAccepts,
  type PageArgs,
} from '#platform/web/navigation.tsx'
import { BackLink } from '#platform/web/page-parts.tsx'
import type { SpecialtySalaries } from '../contract.ts'
import { HowCounted, SalaryChart } from './components/salary-chart.tsx'

const specialtySalariesQuery = (specialty: string) =>
  apiQuery('GET /api/salaries/:specialty', { params: { specialty } })

export const accepts: PageAccepts = ({ specialty = '' }) =>
  specialtyFromSlug(specialty) !== undefined

export const load = ({ queryClient, params: { specialty = '' } }: PageArgs) =>
  queryClient.ensureQueryData(specialtySalariesQuery(specialty))

export function head({ queryClient, site, params: { specialty: slug = '' } }: PageArgs): Head {
  const specialty = specialtyFromSlug(slug) ?? ''
  const country = queryClient.getQueryData(specialtySalariesQuery(slug).queryKey)?.country
  const found = country
    ? `Median of ${country.postings} active postings: ${formatDollars(country.median)} a year. ` +
      'Pay by state, with ranges.'
    : 'Median and range of the active postings, by state.'
  return pageHead({
    site,
    title: `${specialty} Salaries by State`,
    description: `What ${specialty} jobs pay. ${found}`,
    path: specialtySalariesPath(slug),
    // A page without figures is not indexed.
    noindex: country === null,
  })
}

export function Page(): ReactNode {
  const slug = useShownPage().params['specialty'] ?? ''
  const specialty = specialtyFromSlug(slug)
  const { data, isError } = useQuery(specialtySalariesQuery(slug))
  if (!specialty) return null

  return (
    <article className="page-column flex flex-col gap-10 pt-5">
      <header>
        <BackLink label="All specialties" to="/salaries" />
        <h1 className="mt-3 text-2xl font-bold">{specialty} Salaries</h1>
        {isError && <p role="alert">We could not load the figures. Please try again.</p>}
        {!data && !isError && <Skeleton className="mt-3 h-14 max-w-prose" />}
        {data && <Summary data={data} />}
        <p className="mt-5">
          <LinkButton
            label={`${specialty} jobs`}
            to="/jobs/specialty/:specialty"
            params={{ specialty: slug }}
          />
        </p>
      </header>
      {data?.country && (
        <SalaryChart
          caption={`Yearly pay of ${specialty} postings, in the country and by state, the highest median first`}
          head={data.regions.length > 0 ? 'Area' : 'State'}
          rows={[
            { ...data.country, key: 'country', label: 'United States' },
            ...data.states.map(({ state, ...statistics }) => ({
              ...statistics,
              key: state,
              label: (
                <Link to={specialtyJobsPath(slug, state)} className="list-link">
                  {stateName(state)}
                </Link>
              ),
            })),
            ...data.regions.map(({ region, ...statistics }) => ({
              ...statistics,
              key: region,
              label: region,
            })),
          ]}
        />
      )}
      {data && data.states.length > 1 && (
        <AreaMap
          shapes={mapShapesUrl()}
          {...countryMap}
          tone="pay"
          format={shortDollars}
          areas={data.states.map(({ state, median }) => ({
            id: state,
            label: stateName(state),
            value: median,
          }))}
          renderLink={({ id, ...link }) => (
            <Link {...link} tabIndex={-1} to={specialtyJobsPath(slug, id)} />
          )}
        />
      )}
      {data?.nearest && (
        <SalaryChart
          caption={`Yearly pay of ${nearestLabel(data.nearest)} postings in the country`}
          head="Postings"
          rows={[{ ...data.nearest, key: 'nearest', label: nearestLabel(data.nearest) }]}
        />
      )}
      <HowCounted />
    </article>
  )
}

const nearestLabel = ({ specialty, isAnyType }: { specialty: string; isAnyType: boolean }) =>
  isAnyType ? `${specialty}, all job types` : specialty

/** The country's figures, or what stands in for them, as a sentence. */
function Summary({ data: { country, states, nearest } }: { data: SpecialtySalaries }) {
  const shown = country ?? nearest
  return (
    <p className="mt-3 max-w-prose text-base text-muted">
      {!country && `Fewer than ${fewestPostings} active full-time postings state their pay now. `}
      {nearest &&
        `These are the figures of the nearest that has enough: ${nearestLabel(nearest)}. `}
      {shown && (
        <>
          Median of {formatNumber(shown.postings)} active postings on {site.name}:{' '}
          <strong className="font-semibold text-pay tabular-nums">
            {formatDollars(shown.median)}
          </strong>{' '}
          a year; 25th to 75th percentile {formatDollars(shown.lowerQuartile)} to{' '}
          {formatDollars(shown.upperQuartile)}.
        </>
      )}
      {country && states.length === 0 && ` No state has ${fewestPostings} of them yet.`}
    </p>
  )
}
