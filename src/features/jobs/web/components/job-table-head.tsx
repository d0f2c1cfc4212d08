import { ArrowDown, ArrowUp } from 'lucide-react'
import { columnOrder, sortedByColumn } from '../sorting.ts'
import type { SortColumn } from '../sorting.ts'
import { useResults } from './results-context.ts'
import { ResultsLink } from './results-link.tsx'

export function JobTableHead() {
  return (
    <thead className="hidden @min-[44rem]:table-header-group">
      <tr>
        <Head columns={{ title: 'Job' }} className="pl-9" />
        <Head columns={{ specialty: 'Specialty' }} className="hidden w-29 @min-[54rem]:table-cell" />
        <Head columns={{ city: 'City', state: 'State' }} className="w-28" />
        <Head columns={{ type: 'Type' }} className="hidden w-19 @min-[54rem]:table-cell" />
        <Head columns={{ comp: 'Pay' }} className="w-32 @min-[54rem]:w-43" />
        <Head columns={{ posted: 'Posted' }} className="w-24" />
        <th className="w-20">
          <span className="sr-only">Apply</span>
        </th>
      </tr>
    </thead>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** One column, or two that share one: each has a link that sorts by it, or turns its order round. */
function Head({ columns, className }: { columns: Partial<Record<SortColumn, string>>; className: string }) {
  const { criteria } = useResults()
  const sorts = Object.entries(columns).map(([column, label]) => ({
    column: column as SortColumn,
    label,
    order: columnOrder(column as SortColumn, criteria),
  }))
  const order = sorts.find((it) => it.order)?.order
  return (
    <th scope="col" {...(order && { 'aria-sort': ariaSort[order] })} className={`px-2 py-1 text-left font-semibold ${className}`}>
      <span className="flex gap-2">
        {sorts.map(({ column, label, order }) => (
          <ResultsLink
            key={column}
            criteria={sortedByColumn(criteria, column)}
            preload={false}
            className={`inline-flex min-h-8 items-center gap-0.5 no-underline hover:text-action ${order ? 'text-action' : 'text-muted'}`}
          >
            {label}
            {order === 'asc' && <ArrowUp aria-hidden className="size-3.5" />}
            {order === 'desc' && <ArrowDown aria-hidden className="size-3.5" />}
          </ResultsLink>
        ))}
      </span>
    </th>
  )
}
