import type { ReactNode } from 'react'
import { formatDollars, shortDollars } from '#features/jobs/display.ts'
import { unitsPerYear } from '#features/jobs/model.ts'
import { fewestPostings } from '#features/jobs/pay-steps.ts'
import type { PayStatistics } from '#features/salaries/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { scaleOf } from '#ui/charts/axis.tsx'

type Props = {
  caption: string
  /** The rows' heading: specialty or state. */
  head: string
  rows: readonly (PayStatistics & { key: string; label: ReactNode })[]
}

export function SalaryChart({ caption, head, rows }: Props) {
  return (
    <BarList
      caption={caption}
      heads={{ label: head, median: 'Median', middle: 'Middle half', count: 'Postings' }}
      scale={scaleOf(rows.flatMap(shownEnds))}
      rows={rows.map(({ key, label, postings, ...spread }) => ({ key, label, count: postings, spread }))}
      format={formatDollars}
      formatTick={shortDollars}
    />
  )
}

/** Limits the scale, so that an outlier does not compress all other rows; longer lines end at the edge. */
const shownEnds = ({ lowest, median, highest }: PayStatistics): number[] => [
  Math.max(lowest, median / 2),
  Math.min(highest, median * 2),
]

export function HowCounted() {
  return (
    <section className="max-w-prose border-t border-line pt-5">
      <h2 className="text-lg font-semibold">How this is counted</h2>
      <p className="mt-2">
        This counts only active full-time postings on this board that state pay in figures, each by the middle of its range. We
        estimate nothing and use no surveys. The box holds the middle half of the postings, its mark is the median, and the line
        runs from the lowest to the highest.
      </p>
      <p className="mt-2">
        We convert pay by the hour, day, week or month to a full-time year of {formatNumber(unitsPerYear.HOUR)} hours,{' '}
        {unitsPerYear.DAY} days, {unitsPerYear.WEEK} weeks or {unitsPerYear.MONTH} months. Fewer than {fewestPostings} postings
        are not shown. Bonuses and benefits are not included.
      </p>
    </section>
  )
}
