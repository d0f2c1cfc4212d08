import type { ReactNode } from 'react'
import { formatDollars, shortDollars } from '#features/jobs/display.ts'
import { unitsPerYear, fewestPostings } from '#features/jobs/model.ts'
import type { PayStatistics } from '#features/salaries/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { scaleOf } from '#ui/charts/range-bar.tsx'
import { useQuery } from '@tanstack/react-query'
import { specialtySlug, type Specialty } from '#vocabulary/specialties.ts'
import { Skeleton } from '#ui/feedback.tsx'
import { Link } from '#platform/web/navigation.tsx'
import { salariesQuery } from '../queries.ts'

type Props = {
  caption: string
  /** The rows' heading: specialty or state. */
  head: string
  rows: readonly (PayStatistics & { key: string; label: ReactNode })[]
}

export const SalaryChart = ({ caption, head, rows }: Props) => (
  <BarList
    caption={caption}
    heads={{ label: head, median: 'Median', middle: '25th to 75th percentile', count: 'Postings' }}
    scale={scaleOf(rows.flatMap(shownEnds))}
    rows={rows.map(({ key, label, postings, ...spread }) => ({ key, label, count: postings, spread }))}
    format={formatDollars}
    formatTick={shortDollars}
  />
)

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
        estimate nothing and use no surveys. The box runs from the 25th to the 75th percentile, its mark is the median, and the
        line runs from the lowest to the highest.
      </p>
      <p className="mt-2">
        We convert pay by the hour, day, week or month to a full-time year of {formatNumber(unitsPerYear.HOUR)} hours,{' '}
        {unitsPerYear.DAY} days, {unitsPerYear.WEEK} weeks or {unitsPerYear.MONTH} months. Fewer than {fewestPostings} postings
        are not shown. Bonuses and benefits are not included.
      </p>
    </section>
  )
}

/** Pay in these specialties, the highest median first; on phones the first three. */
export function PayBySpecialty({ specialties }: { specialties: readonly Specialty[] }) {
  const { data } = useQuery(salariesQuery)
  if (!data) return <Skeleton className="h-96" />
  const wanted = new Set<string>(specialties)
  const rows = data.specialties.filter((specialty) => wanted.has(specialty.specialty))
  if (rows.length === 0) return <p className="text-muted">Pay is shown once five active postings of a specialty state it.</p>
  return (
    <div className="max-sm:[&_tbody_tr:nth-child(n+4)]:hidden lg:[&_thead_th:first-child]:w-44 lg:[&_tr>:nth-child(4)]:hidden">
      <SalaryChart
        caption="Yearly pay in popular specialties, the highest median first"
        head="Specialty"
        rows={rows.map(({ specialty, ...statistics }) => ({
          ...statistics,
          key: specialty,
          label: (
            <Link to="/salaries/:specialty" params={{ specialty: specialtySlug(specialty as Specialty) }} className="list-link">
              {specialty}
            </Link>
          ),
        }))}
      />
    </div>
  )
}
