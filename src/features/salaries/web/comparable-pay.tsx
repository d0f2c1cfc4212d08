import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isCompared } from '#features/jobs/model.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import { formatDollars, shortDollars } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { isSpecialty, specialtySlug } from '#vocabulary/specialties.ts'
import type { ComparablePay as Statistics } from '../contract.ts'
import { payRangeAnnual } from '#features/jobs/model.ts'
import { site } from '#features/site/config.ts'
import { stateName } from '#shared/us-states.ts'
import { Axis, RangeBar, scaleOf } from '#ui/charts/range-bar.tsx'
import { TextLink } from '#platform/web/navigation.tsx'
import { comparablePayQuery } from './queries.ts'

/** The job's pay beside comparable pay; empty without enough comparable postings. */
export function ComparablePay({ job }: { job: JobDetail }) {
  const { data } = useQuery(comparablePayQuery(job))
  if (!data?.comparable || !isCompared(job)) return null
  return <PayPicture job={job} statistics={data.comparable} />
}

function PayPicture({ job, statistics }: { job: JobDetail; statistics: Statistics }) {
  const { postings, median, lowest, lowerQuartile, upperQuartile, highest, specialty, state } = statistics
  const own = payRangeAnnual(job)
  const scale = scaleOf([lowest, highest, ...(own ? [own.from, own.to] : [])])
  return (
    <figure aria-label="Pay next to comparable postings" className="rounded-md border border-line bg-surface p-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-1 pr-3 text-xs text-muted">
        <span>Comparable</span>
        <RangeBar scale={scale} spread={statistics} />
        {own && (
          <>
            <span>This posting</span>
            <RangeBar scale={scale} own={own} />
          </>
        )}
        <span className="col-start-2">
          <Axis scale={scale} format={shortDollars} />
        </span>
      </div>
      <figcaption className="mt-3 flex flex-col gap-1">
        <p>
          Median of {formatNumber(postings)} active postings on {site.name}:{' '}
          <strong className="font-semibold text-pay tabular-nums">{formatDollars(median)}</strong> a year
        </p>
        <p className="text-xs text-muted">
          {specialty}, full-time, {state ? stateName(state) : 'United States'}. By the middle of their ranges, half of them pay
          between {formatDollars(lowerQuartile)} and {formatDollars(upperQuartile)}, the least {formatDollars(lowest)}, the most{' '}
          {formatDollars(highest)}.{own && ` This posting ${comparisonText(own, median, job.compUnit)}.`}
        </p>
        {isSpecialty(specialty) && (
          <p className="text-xs">
            <TextLink to="/salaries/:specialty" params={{ specialty: specialtySlug(specialty) }}>
              {specialty} pay by state
            </TextLink>
          </p>
        )}
      </figcaption>
    </figure>
  )
}

/** The comparison as text. */
function comparisonText({ from, to }: { from: number; to: number }, median: number, unit: JobDetail['compUnit']): string {
  const pay = from === to ? formatDollars(from) : `${formatDollars(from)} to ${formatDollars(to)}`
  const year = unit === 'YEAR' ? 'pays' : 'comes, for a full-time year, to'
  const place = from > median ? 'above the median' : to < median ? 'below the median' : 'with the median in its range'
  return `${year} ${pay}, ${from === to && from === median ? 'just the median' : place}`
}

type ComparedProps = {
  jobs: readonly JobDetail[]
  /** Renders the comparisons, one per job, and says whether they differ. */
  children: (answers: ReactNode[], differ: boolean) => ReactNode
}

/** Comparable pay for several jobs; empty if it is unknown for all. */
export function ComparedPay({ jobs, children }: ComparedProps) {
  const answers = useQueries({ queries: jobs.map((job) => comparablePayQuery(job)) })
  if (answers.every(({ data }) => !data?.comparable)) return null
  return children(
    jobs.map((job, index) => <ComparableText key={job.id} job={job} statistics={answers[index]?.data?.comparable} />),
    new Set(jobs.map((job, index) => JSON.stringify(isCompared(job) && answers[index]?.data?.comparable))).size > 1,
  )
}

function ComparableText({ job, statistics }: { job: JobDetail; statistics: Statistics | null | undefined }) {
  if (!isCompared(job)) return <span className="text-muted">Not full-time</span>
  if (!statistics) return <span className="text-muted">Too few postings</span>
  const { median, postings, specialty, state } = statistics
  return (
    <>
      <span className="font-semibold text-pay tabular-nums">{formatDollars(median)}</span> a year, median of{' '}
      {formatNumber(postings)} active postings: {specialty}, {state ? stateName(state) : 'United States'}
    </>
  )
}
