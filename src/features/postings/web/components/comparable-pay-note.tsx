import { useQuery } from '@tanstack/react-query'
import { formatDollars, shortDollars } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { site } from '#features/site/config.ts'
import { isStateCode, stateName } from '#shared/us-states.ts'
import { Axis } from '#ui/charts/axis.tsx'
import { RangeBar } from '#ui/charts/range-bar.tsx'
import { scaleOf } from '#ui/charts/scale.ts'
import { amountOf } from '#features/postings/amount.ts'
import { comparablePayQuery } from '../queries.ts'

type Props = { specialty: string; state: string; min?: string | undefined; max?: string | undefined }

/** What comparable postings pay, and where the pay that the form states lies among them; nothing where they are too few. */
export function ComparablePayNote({ specialty, state, min = '', max = '' }: Props) {
  const { data } = useQuery({ ...comparablePayQuery(specialty, state), enabled: specialty !== '' && isStateCode(state) })
  const statistics = data?.comparable
  if (!statistics) return null
  const own = ownRange(amountOf(min), amountOf(max))
  const scale = scaleOf([statistics.lowest, statistics.highest, ...(own ? [own.from, own.to] : [])])
  return (
    <figure aria-label="Pay of comparable postings" className="rounded-md border border-line bg-surface p-4">
      <figcaption className="text-xs text-muted">
        Median of {formatNumber(statistics.postings)} comparable postings on {site.name} ({statistics.specialty}, full-time,{' '}
        {statistics.state ? stateName(statistics.state) : 'United States'}):{' '}
        <strong className="font-semibold text-pay tabular-nums">{formatDollars(statistics.median)}</strong> a year. Half of them
        pay between {formatDollars(statistics.lowerQuartile)} and {formatDollars(statistics.upperQuartile)}.
        {own && ` Yours ${placeAmong(own, statistics.median)}.`}
      </figcaption>
      <div className="mt-3">
        <RangeBar scale={scale} spread={statistics} own={own} />
        <Axis scale={scale} format={shortDollars} />
      </div>
    </figure>
  )
}

/** Smaller figures than these are pay by the hour, day or month, which cannot be set beside a year's. */
const leastYearly = 40_000

function ownRange(min: number | undefined, max: number | undefined): { from: number; to: number } | undefined {
  const from = min ?? max
  const to = max ?? min
  if (from === undefined || to === undefined || !(from >= leastYearly && to >= from)) return undefined
  return { from, to }
}

const placeAmong = ({ from, to }: { from: number; to: number }, median: number): string =>
  from > median ? 'is above the median' : to < median ? 'is below the median' : 'has the median in its range'
