import { useQuery, type QueryClient } from '@tanstack/react-query'
import { isCompared, payRangeAnnual } from '#features/jobs/model.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import { formatDollars, shortDollars, yearRule } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { isSpecialty, specialtySlug } from '#vocabulary/specialties.ts'
import type { ComparablePay as Statistics } from '../contract.ts'
import { site } from '#features/site/config.ts'
import { stateName } from '#shared/us-states.ts'
import { Axis, RangeBar, scaleOf, type Scale, type Spread } from '#ui/charts/range-bar.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { TextLink } from '#platform/web/navigation.tsx'

/** Null for jobs without a specialty. */
const comparablePayQuery = ({ specialty, state }: Pick<JobDetail, 'specialty' | 'state'>) =>
  apiQuery('GET /api/salaries/:specialty/:state', {
    params: { specialty: isSpecialty(specialty) ? specialtySlug(specialty) : 'other', state },
  })

export const prefetchComparablePay = (queryClient: QueryClient, job: JobDetail): Promise<void> =>
  queryClient.prefetchQuery(comparablePayQuery(job))

/** The job's pay beside comparable pay; empty without enough comparable postings. */
export function ComparablePay({ job }: { job: JobDetail }) {
  const { data } = useQuery(comparablePayQuery(job))
  if (!data?.comparable || !isCompared(job)) return null
  return <PayPicture job={job} statistics={data.comparable} />
}

function PayPicture({ job, statistics }: { job: JobDetail; statistics: Statistics }) {
  const { postings, median, lowest, lowerQuartile, upperQuartile, highest, specialty, state } =
    statistics
  const range = payRangeAnnual(job)
  const scale = scaleOf([lowest, highest, ...(range ? [range.from, range.to] : [])])
  return (
    <figure aria-label="Pay next to comparable postings" className="max-w-form text-xs">
      <PayBars
        scale={scale}
        spread={['Comparable', statistics]}
        range={range && ['This posting', range]}
      />
      <figcaption className="mt-1">
        Median of {formatNumber(postings)} active postings on {site.name}:{' '}
        <strong className="font-semibold text-pay tabular-nums">{formatDollars(median)}</strong> a
        year.
        {range && ` This posting ${comparisonText(range, median, job.compUnit)}.`}
        <details>
          <summary className="text-link inline-flex min-h-8 list-none items-center pointer-coarse:min-h-11">
            {specialty}, full-time, {state ? stateName(state) : 'United States'}
          </summary>
          <p className="text-muted">
            By the middle of their ranges: 25th to 75th percentile {formatDollars(lowerQuartile)} to{' '}
            {formatDollars(upperQuartile)}, lowest {formatDollars(lowest)}, highest{' '}
            {formatDollars(highest)}.{range && job.compUnit !== 'YEAR' && ` ${yearRule}`}{' '}
            {isSpecialty(specialty) && (
              <TextLink to="/salaries/:specialty" params={{ specialty: specialtySlug(specialty) }}>
                {specialty} pay by state
              </TextLink>
            )}
          </p>
        </details>
      </figcaption>
    </figure>
  )
}

type BarsProps = {
  scale: Scale
  spread: [label: string, Spread]
  range: [label: string, { from: number; to: number }] | null | undefined
}

/** How pay spreads, and where one pay lies in it. */
export const PayBars = ({ scale, spread, range }: BarsProps) => (
  <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 pr-3 text-xs text-muted">
    <span>{spread[0]}</span>
    <RangeBar scale={scale} spread={spread[1]} />
    {range && (
      <>
        <span>{range[0]}</span>
        <RangeBar scale={scale} range={range[1]} />
      </>
    )}
    <span className="col-start-2">
      <Axis scale={scale} format={shortDollars} />
    </span>
  </div>
)

/** The comparison as text. */
function comparisonText(
  { from, to }: { from: number; to: number },
  median: number,
  unit: JobDetail['compUnit'],
) {
  const pay = from === to ? formatDollars(from) : `${formatDollars(from)} to ${formatDollars(to)}`
  const year = unit === 'YEAR' ? 'pays' : 'comes, for a full-time year, to'
  const place =
    from > median
      ? 'above the median'
      : to < median
        ? 'below the median'
        : 'with the median in its range'
  return `${year} ${pay}, ${from === to && from === median ? 'just the median' : place}`
}
