import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { RowIcon } from '#ui/mark-button.tsx'
import { useJobParts } from '../job-parts.ts'
import { columnOrder, sortedByColumn, type SortColumn } from '../sorting.ts'
import { useIsSeen } from '../tab-choices.ts'
import { ApplyLink, CompareButton, Employer, JobDescription, NewMark, Pay } from './job-elements.tsx'
import { JobLink, ResultsLink, useResults } from './results-context.tsx'

/** Dense rows: below 44rem each becomes a card of a few lines, and more columns come with the width. */
export function JobTable({ jobs, now }: { jobs: JobSummary[]; now: number }) {
  const shown = columnsFor(useResults().criteria)
  return (
    <div className="@container">
      <table className="row-table">
        <caption className="sr-only">Jobs found</caption>
        <JobTableHead shown={shown} />
        <tbody className="row-group">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} now={now} shown={shown} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Shown = { specialty: boolean; state: boolean; type: boolean }

/** Without the columns in which a filter makes all rows the same. */
function columnsFor({ specialty, state, jobType }: SearchCriteria): Shown {
  return { specialty: specialty?.length !== 1, state: state?.length !== 1, type: jobType?.length !== 1 }
}

function JobTableHead({ shown }: { shown: Shown }) {
  return (
    <thead className="row-heads">
      <tr>
        <Head columns={{ title: 'Job' }} className="pl-9" />
        {shown.specialty && <Head columns={{ specialty: 'Specialty' }} className="row-head-specialty" />}
        <Head columns={{ city: 'City', ...(shown.state && { state: 'State' }) }} className="w-28 @min-[72rem]:w-44" />
        {shown.type && <Head columns={{ type: 'Type' }} className="row-head-type" />}
        <Head columns={{ comp: 'Pay' }} className="row-head-pay" />
        <Head columns={{ posted: 'Posted' }} className="w-26" />
        <th className="row-actions-head">
          <span className="sr-only">Actions</span>
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

/** A cell across more columns than a narrow table shows would add empty ones to it. */
const columnsAlwaysShown = 5

function JobRow({ job, now, shown }: { job: JobSummary; now: number; shown: Shown }) {
  const { SaveButton } = useJobParts()
  const [isExpanded, setExpanded] = useState(false)
  const descriptionId = useId()
  const isSeen = useIsSeen(job.id)
  const facts = [shown.specialty && job.specialty, shown.type && employmentTypeLabels[job.type]].filter((it) => it !== false)
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
          <JobLink job={job} className={`row-link row-line text-sm ${isSeen ? 'text-muted' : 'font-semibold'}`}>
            {job.title}
          </JobLink>
          <p className="row-line text-muted">
            <Employer job={job} />
            <span className="@min-[54rem]:hidden">
              {facts.map((it) => (
                <Fragment key={it}>
                  {' · '}
                  <span className="whitespace-nowrap">{it}</span>
                </Fragment>
              ))}
            </span>
          </p>
        </td>
        {shown.specialty && (
          <td className="row-cell hidden @min-[54rem]:table-cell">
            <span className="line-clamp-2">{job.specialty}</span>
          </td>
        )}
        <td className="row-cell basis-1/2">
          <span className="line-clamp-2">
            {shown.state || job.city === '' ? (
              placeText(job)
            ) : (
              <>
                {job.city}
                <span className="sr-only">{placeText(job).slice(job.city.length)}</span>
              </>
            )}
          </span>
        </td>
        {shown.type && <td className="row-cell hidden text-muted @min-[54rem]:table-cell">{employmentTypeLabels[job.type]}</td>}
        <td className="row-pay">
          <Pay job={job} isInRow />
        </td>
        <td className="row-cell ml-auto text-muted">
          {ageLabel(job.postedAt, now)}
          <NewMark job={job} isSeen={isSeen} />
        </td>
        <td className="row-last">
          <span className="row-actions">
            <ApplyLink job={job} look="secondary" size="sm" className="row-apply" />
            <CompareButton job={job} look="icon" />
            <SaveButton job={job} look="icon" />
          </span>
        </td>
      </tr>
      <tr id={descriptionId} hidden={!isExpanded}>
        {isExpanded && (
          <td colSpan={columnsAlwaysShown} className="pt-1 pr-2 pb-4 pl-9">
            <JobDescription job={job} />
          </td>
        )}
      </tr>
    </>
  )
}
