import { entriesOf } from '#shared/keys.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import type { JobSummary, SearchResult } from '#features/jobs/contract.ts'
import {
  ageLabel,
  morePlaces,
  payOfYear,
  payRange,
  payUnitLabels,
  placeText,
  shortDollars,
} from '#features/jobs/display.ts'
import { anyPay } from '#features/jobs/filters.ts'
import { employmentTypeLabels, isCompared, payRangeAnnual } from '#features/jobs/model.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { useJobParts } from '../job-parts.ts'
import { columnOrder, sortedByColumn, type SortColumn } from '../sorting.ts'
import { useIsSeen } from '../tab-choices.ts'
import { ApplyLink, CompareButton, Employer, Pay, type PaidJob } from './job-elements.tsx'
import { JobLink, ResultsLink, useResults } from './results-context.tsx'
import { JobDescription } from './job-description.tsx'

/** What each view of the results is drawn from. */
export type ViewProps = {
  /** Groups of jobs; the heading tells a group from the one before. */
  sections: readonly { heading?: string; jobs: readonly JobSummary[] }[]
  now: number
  shown: Shown
  /** Whether a job was posted after the visitor's previous visit. */
  isNew: (job: JobSummary) => boolean
  isHidden: (job: JobSummary) => boolean
}

/**
 * Dense rows: below 52rem each becomes a card of three lines, and more columns come with the width.
 */
export const JobTable = ({
  sections,
  now,
  shown,
  isNew,
  isHidden,
  medians,
}: ViewProps & Pick<SearchResult, 'medians'>) => (
  <div className="@container">
    <table className="row-table">
      <caption className="sr-only">Jobs found</caption>
      <JobTableHead shown={shown} />
      {sections.map(({ heading, jobs }) => (
        <tbody key={heading ?? ''} className="row-group">
          {heading && (
            <tr className="block border-b border-edge @min-[52rem]:table-row">
              <th scope="rowgroup" colSpan={columnsAlwaysShown} className="section-divider">
                {heading}
              </th>
            </tr>
          )}
          {jobs.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              now={now}
              shown={shown}
              isNew={isNew(job)}
              isHidden={isHidden(job)}
              median={isCompared(job) ? medians?.[job.specialty] : undefined}
            />
          ))}
        </tbody>
      ))}
    </table>
  </div>
)

type Shown = { employer: boolean; specialty: boolean; state: boolean; type: boolean; year: boolean }

/** Hides columns in which a filter or the keyword makes all rows the same. */
export function columnsFor(criteria: SearchCriteria, jobs: readonly JobSummary[]): Shown {
  const isOne = (values?: readonly unknown[]) => values?.length === 1
  const { keyword, specialty, state, jobType } = criteria
  const isSame = keyword !== undefined && new Set(jobs.map((job) => job.specialty)).size === 1
  return {
    employer: criteria.employer === undefined,
    specialty: !isOne(specialty) && !isSame,
    state: !isOne(state),
    type: !isOne(jobType),
    year: comparesYears(criteria),
  }
}

const JobTableHead = ({ shown }: { shown: Shown }) => (
  <thead className="row-heads">
    <tr>
      <Head columns={{ title: 'Job' }} className="" />
      {shown.specialty && (
        <Head columns={{ specialty: 'Specialty' }} className="row-head-specialty" />
      )}
      <Head
        columns={{ city: 'City', ...(shown.state && { state: 'State' }) }}
        className="w-30 @min-[76rem]:w-44"
      />
      {shown.type && <Head columns={{ type: 'Type' }} className="w-23 @min-[76rem]:w-24" />}
      <Head columns={{ comp: 'Pay' }} className={shown.year ? 'w-72' : 'row-head-pay'} />
      <Head columns={{ posted: 'Posted' }} className="w-24" />
      <th className="row-actions-head">
        <span className="sr-only">Actions</span>
      </th>
    </tr>
  </thead>
)

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/**
 * The head of one column or of two that share it. Each has a link that sorts by it, or reverses its
 * order.
 */
function Head({
  columns,
  className,
}: {
  columns: Partial<Record<SortColumn, string>>
  className: string
}) {
  const { criteria } = useResults()
  const sorts = entriesOf(columns).map(([column, label]) => ({
    column,
    label,
    order: columnOrder(column, criteria),
  }))
  const order = sorts.find((sort) => sort.order)?.order
  return (
    <th
      scope="col"
      {...(order && { 'aria-sort': ariaSort[order] })}
      className={`px-2 py-1 text-left font-semibold ${className}`}
    >
      <span className="flex gap-2">
        {sorts.map(({ column, label, order }) => (
          <ResultsLink
            key={column}
            criteria={sortedByColumn(criteria, column)}
            preload={false}
            className={`inline-flex min-h-8 items-center gap-0.5 no-underline hover:text-action ${order ? 'text-action' : 'text-muted'}`}
          >
            {label}
            {order === 'asc' && <ArrowUp className="size-3.5" />}
            {order === 'desc' && <ArrowDown className="size-3.5" />}
          </ResultsLink>
        ))}
      </span>
    </th>
  )
}

type RowProps = {
  job: JobSummary
  now: number
  shown: Shown
  isNew: boolean
  isHidden: boolean
  median: number | undefined
}

function JobRow({ job, now, shown, isNew, isHidden, median }: RowProps) {
  const { SaveButton, HideButton, SentNote } = useJobParts()
  const [isExpanded, setExpanded] = useState(false)
  const descriptionId = `${job.id}-description`
  const isSeen = useIsSeen(job.id)
  const type = employmentTypeLabels[job.type]
  return (
    <>
      <tr className="row opens">
        <td className="row-job">
          <JobLink
            job={job}
            className={`row-link row-title ${isSeen ? 'text-muted' : 'font-semibold'}`}
          >
            {job.title}
          </JobLink>
          <p className="row-about">
            <SentNote jobId={job.id} isTag />
            {shown.employer && (job.isVerifiedHospital ? <Employer job={job} /> : job.employer)}
            {shown.specialty && (
              <span className={shown.employer ? 'row-specialty' : '@min-[67rem]:hidden'}>
                {shown.employer ? ` · ${job.specialty}` : job.specialty}
              </span>
            )}
            {shown.type && (
              <span className="row-type">
                {shown.employer || shown.specialty ? ` · ${type}` : type}
              </span>
            )}
          </p>
        </td>
        {shown.specialty && <td className="row-wide">{job.specialty}</td>}
        <td className="row-place">
          {shown.state || job.city === '' ? (
            placeText(job)
          ) : (
            <>
              {job.city}
              <span className="sr-only">
                {placeText({ city: job.city, state: job.state }).slice(job.city.length)}
              </span>
              {morePlaces(job)}
            </>
          )}
        </td>
        {shown.type && <td className="row-tabular">{type}</td>}
        <td className="row-pay">{rowPay({ job, showsYear: shown.year, median })}</td>
        <td className="row-age">
          {ageLabel(job.postedAt, now)}
          {isNew && !isSeen && newMark}
        </td>
        <td className="row-last">
          <span className="row-actions">
            <button
              type="button"
              title="Description"
              aria-label={`Description of ${job.title}`}
              aria-expanded={isExpanded}
              {...(isExpanded && { 'aria-controls': descriptionId })}
              onClick={() => setExpanded(!isExpanded)}
              className="row-expander"
            />
            <ApplyLink job={job} look="row" />
            <HideButton job={job} isHidden={isHidden} look="icon" />
            <CompareButton job={job} look="icon" />
            <SaveButton job={job} look="icon" />
          </span>
        </td>
      </tr>
      {isExpanded && (
        <tr id={descriptionId}>
          <td colSpan={columnsAlwaysShown} className="px-2 pt-1 pb-4">
            <JobDescription job={job} level={2} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Spanning more columns than a narrow table shows would add empty columns to it. */
const columnsAlwaysShown = 5

type RowPayProps = {
  job: PaidJob & Pick<JobSummary, 'specialty'>
  showsYear: boolean
  median: number | undefined
}

/**
 * In a row of a table. `showsYear` adds what pay by the hour or day is sorted and filtered by. No
 * component of its own: a list has many rows.
 */
function rowPay({ job, showsYear, median }: RowPayProps): ReactNode {
  const range = payRange(job)
  if (range === undefined) return <Pay job={job} />
  const year = showsYear ? payOfYear(job) : undefined
  return (
    <>
      <b>{range}</b>
      {` ${payUnitLabels[job.compUnit]}`}
      <span className={year ? undefined : 'row-strip-line'}>
        {payStrip(job, median)}
        {year}
      </span>
    </>
  )
}

/**
 * The ends of the axis that all rows share, in dollars a year; what lies beyond stands at its end.
 */
const payAxis = [100_000, 700_000] as const
const onAxis = (pay: number) =>
  `${Math.round(Math.min(1, Math.max(0, (pay - payAxis[0]) / (payAxis[1] - payAxis[0]))) * 100)}%`

/**
 * A bar from the least to the most pay, with a tick at the median of its specialty; the style sheet
 * draws it.
 */
function payStrip(job: RowPayProps['job'], median: number | undefined): ReactNode {
  const annual = payRangeAnnual(job)
  if (!annual) return null
  const style = {
    '--from': onAxis(annual.from),
    '--to': onAxis(annual.to),
    ...(median && { '--median': onAxis(median) }),
  }
  const label = median && `Median of ${job.specialty}: ${shortDollars(median)} a year`
  return (
    <i
      className="row-strip"
      {...(label && { role: 'img', title: label })}
      style={style as CSSProperties}
    />
  )
}

/** Whether the search compares pay by the year. */
const comparesYears = ({ sortBy, hourly, minPay, maxPay }: SearchCriteria) =>
  sortBy === 'comp' ||
  sortBy === 'aboveMedian' ||
  (!hourly && ((minPay ?? anyPay) > anyPay || maxPay !== undefined))

/**
 * Beside the date of a job that was posted after the visitor's previous visit, until it is opened.
 */
export const newMark = (
  <span title="New since your last visit" className="ml-2 font-semibold text-action">
    New<span className="sr-only"> since your last visit</span>
  </span>
)
