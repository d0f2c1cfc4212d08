import type { ReactNode } from 'react'
import { formatDollars, shortDollars, yearRule } from '#features/jobs/display.ts'
import { fewestPostings } from '#features/jobs/model.ts'
import type { PayStatistics } from '#features/salaries/contract.ts'

import { Axis, RangeBar, scaleOf } from '#ui/charts/range-bar.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/contract.ts'
import { isSpecialty, specialtySlug, type Specialty } from '#vocabulary/specialties.ts'
import { Skeleton } from '#ui/feedback.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { Link } from '#platform/web/navigation.tsx'

export const salariesQuery = apiQuery('GET /api/salaries')

type Props = {
  caption: string
  /** The rows' heading: specialty or state. */
  head: string
  rows: readonly (PayStatistics & { key: string; label: ReactNode })[]
}

const cell = 'sm:px-3 sm:py-2 sm:align-middle'
const number = `${cell} tabular-nums sm:text-right`

/** A chart as a table: each row draws its numbers. On phones a row becomes a block. */
export function SalaryChart({ caption, head, rows }: Props) {
  const scale = scaleOf(rows.flatMap(shownEnds))
  return (
    <table className="block w-full text-xs sm:table sm:table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only text-muted sm:not-sr-only sm:table-header-group">
        <tr className="align-bottom [&>*]:px-3 [&>*]:pb-2 sm:[&>*]:first:pl-0 sm:[&>*]:last:pr-0 [&>th]:font-semibold">
          <th scope="col" className="w-52 text-left lg:w-64">
            {head}
          </th>
          <th scope="col">
            <span className="sr-only">Range</span>
            <Axis scale={scale} format={shortDollars} />
          </th>
          <th scope="col" className="w-28 text-right">
            Median
          </th>
          <th scope="col" className="hidden w-48 text-right lg:table-cell">
            25th to 75th percentile
          </th>
          <th scope="col" className="w-24 text-right">
            Postings
          </th>
        </tr>
      </thead>
      <tbody className="block border-b border-line sm:table-row-group">
        {rows.map(({ key, label, postings, ...spread }) => (
          <tr
            key={key}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line py-3 sm:table-row sm:[&>*]:first:pl-0 sm:[&>*]:last:pr-0"
          >
            <th scope="row" className={`${cell} min-w-0 grow text-left text-sm font-semibold`}>
              {label}
            </th>
            <td className={`${cell} order-1 basis-full`}>
              <RangeBar scale={scale} spread={spread} />
            </td>
            <td className={`${number} text-sm font-semibold text-pay`}>
              {formatDollars(spread.median)}
            </td>
            <td className={`${number} order-2 grow text-muted sm:hidden lg:table-cell`}>
              {formatDollars(spread.lowerQuartile)}–{formatDollars(spread.upperQuartile)}
            </td>
            <td className={`${number} order-3 text-muted`}>
              {postings}
              <span className="sm:hidden"> postings</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Limits the scale, so that an outlier does not compress all other rows; longer lines end at the
 * edge.
 */
const shownEnds = ({ lowest, median, highest }: PayStatistics) => [
  Math.max(lowest, median / 2),
  Math.min(highest, median * 2),
]

export const HowCounted = () => (
  <section className="max-w-prose border-t border-line pt-5">
    <h2 className="text-lg font-semibold">How this is counted</h2>
    <p className="mt-2">
      We count active full-time postings on this board that state pay in figures, each by the middle
      of its range, without bonuses. Fewer than {fewestPostings} are not shown. The box runs from
      the 25th to the 75th percentile, and its mark is the median. {yearRule}
    </p>
  </section>
)

/** Pay in these specialties, the highest median first; on phones the first three. */
export function PayBySpecialty({ specialties }: { specialties: readonly Specialty[] }) {
  const { data } = useQuery(salariesQuery)
  if (!data) return <Skeleton className="h-96" />
  const wanted = new Set<string>(specialties)
  const rows = data.specialties.filter(({ specialty }) => wanted.has(specialty))
  if (rows.length === 0)
    return (
      <p className="text-muted">Pay is shown once five active postings of a specialty state it.</p>
    )
  return (
    <div className="max-sm:[&_tbody_tr:nth-child(n+4)]:hidden lg:[&_thead_th:first-child]:w-44 lg:[&_tr>:nth-child(4)]:hidden">
      <SpecialtyChart group="popular specialties" rows={rows} />
    </div>
  )
}

/** Each row leads to the specialty's own page. */
export const SpecialtyChart = ({
  group,
  rows,
}: {
  group: string
  rows: ResponseOf<'GET /api/salaries'>['specialties']
}) => (
  <SalaryChart
    caption={`Yearly pay in ${group}, the highest median first`}
    head="Specialty"
    rows={rows.map(({ specialty, ...statistics }) => ({
      ...statistics,
      key: specialty,
      label: (
        <Link
          to="/salaries/:specialty"
          params={{ specialty: isSpecialty(specialty) ? specialtySlug(specialty) : '' }}
          className="list-link"
        >
          {specialty}
        </Link>
      ),
    }))}
  />
)
