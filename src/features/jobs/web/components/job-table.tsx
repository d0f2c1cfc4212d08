import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { RowIcon } from '#ui/row-icon.tsx'
import { useJobParts } from '../job-parts.ts'
import { columnOrder, sortedByColumn } from '../sorting.ts'
import type { SortColumn } from '../sorting.ts'
import { ApplyLink, CompareButton, Employer, JobDescription, Pay } from './job-elements.tsx'
import { JobLink, ResultsLink, useResults } from './results-context.tsx'

/** Dense rows: below 44rem each becomes a card of a few lines, and more columns come with the width. */
export function JobTable({ jobs, now }: { jobs: JobSummary[]; now: number }) {
  return (
    <div className="@container">
      <table className="block w-full text-xs @min-[44rem]:table @min-[44rem]:table-fixed">
        <caption className="sr-only">Jobs found</caption>
        <JobTableHead />
        <tbody className="block border-b border-line @min-[44rem]:table-row-group">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function JobTableHead() {
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

/** One column, or two that share one: each has a link that sorts by it, or reverses its order. */
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

function JobRow({ job, now }: { job: JobSummary; now: number }) {
  const { SaveButton } = useJobParts()
  const [isExpanded, setExpanded] = useState(false)
  const descriptionId = useId()
  return (
    <>
      <tr className="row">
        <td className="row-cell relative basis-full @min-[44rem]:pl-9">
          <button
            type="button"
            aria-label={`Description of ${job.title}`}
            aria-expanded={isExpanded}
            aria-controls={descriptionId}
            onClick={() => setExpanded(!isExpanded)}
            className="row-expander"
          >
            <RowIcon name="chevron-right" className={`fill-none transition-transform ${isExpanded ? 'rotate-90' : ''}`} />
          </button>
          <JobLink job={job} className="row-link text-sm font-semibold">
            {job.title}
          </JobLink>
          <p className="text-muted">
            <Employer job={job} />
            <span className="@min-[54rem]:hidden">
              {' '}
              · {job.specialty} · <span className="whitespace-nowrap">{employmentTypeLabels[job.type]}</span>
            </span>
          </p>
        </td>
        <td className="row-cell hidden @min-[54rem]:table-cell">{job.specialty}</td>
        <td className="row-cell">{placeText(job)}</td>
        <td className="row-cell hidden text-muted @min-[54rem]:table-cell">{employmentTypeLabels[job.type]}</td>
        <td className="row-cell order-last basis-[calc(100%-7rem)] grow text-sm @min-[44rem]:text-xs">
          <Pay job={job} unstated="dash" />
        </td>
        <td className="row-cell ml-auto text-muted">{ageLabel(job.postedAt, now)}</td>
        <td className="row-cell order-last text-right @max-[44rem]:-mr-2">
          <span className="hidden @min-[44rem]:inline">
            <ApplyLink job={job} look="secondary" size="sm" />
          </span>
          <span className="flex justify-end">
            <CompareButton job={job} look="icon" />
            <SaveButton job={job} look="icon" />
          </span>
        </td>
      </tr>
      <tr id={descriptionId} hidden={!isExpanded}>
        {isExpanded && (
          <td colSpan={7} className="pt-1 pr-2 pb-4 pl-9">
            <JobDescription job={job} />
          </td>
        )}
      </tr>
    </>
  )
}
