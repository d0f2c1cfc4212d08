import { ChevronDown } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { ageLabel, highlights, payOfYear, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { cardClass } from '#ui/layout.tsx'
import { useJobParts } from '../job-parts.ts'
import { useIsSeen } from '../tab-choices.ts'
import { ApplyLink, CompareButton, Employer, Pay } from './job-elements.tsx'
import { newMark, type ViewProps } from './job-table.tsx'
import { JobDescription } from './job-description.tsx'
import { JobLink } from './results-context.tsx'

type Layout = 'grid' | 'list'

/** 'grid' to look around, 'list' to read: each job with the beginning of its description. */
export const JobCards = ({ sections, isNew, isHidden, ...view }: ViewProps & { layout: Layout }) =>
  sections.map(({ heading, jobs }) => (
    <Fragment key={heading ?? ''}>
      {heading && <h2 className="section-divider px-0 first:pt-0">{heading}</h2>}
      <ul
        className={
          view.layout === 'grid'
            ? 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'
            : 'divide-y divide-line border-y border-line'
        }
      >
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} isNew={isNew(job)} isHidden={isHidden(job)} {...view} />
        ))}
      </ul>
    </Fragment>
  ))

type CardProps = Pick<ViewProps, 'now' | 'shown'> & {
  job: JobSummary
  layout: Layout
  isNew: boolean
  isHidden: boolean
}

/** Leaves out what a filter says of all jobs. */
function JobCard({ job, now, layout, shown, isNew, isHidden }: CardProps) {
  const { SaveButton, HideButton, SentNote } = useJobParts()
  const isSeen = useIsSeen(job.id)
  const year = shown.year ? payOfYear(job) : undefined
  const facts = [
    shown.specialty && job.specialty,
    shown.type && employmentTypeLabels[job.type],
    ...highlights(job),
  ]
  const isGrid = layout === 'grid'
  return (
    <li
      className={
        isGrid
          ? `${cardClass} opens flex flex-col gap-2 p-4`
          : 'opens grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[minmax(0,1fr)_15rem]'
      }
    >
      <div className="min-w-0">
        <h2 className="text-base leading-6">
          <JobLink job={job} className={`row-link ${isSeen ? 'text-muted' : 'font-semibold'}`}>
            {job.title}
          </JobLink>
        </h2>
        {shown.employer && (
          <p className="text-xs text-muted">
            <Employer job={job} />
          </p>
        )}
      </div>
      <p>
        <Pay job={job} />
        {year && <span className="block text-xs text-muted">{year}</span>}
      </p>
      <div className="min-w-0 grow">
        <p className="text-xs">
          <SentNote jobId={job.id} isTag />
          {[placeText(job), ...facts].filter((fact) => fact !== false).join(' · ')}
        </p>
        <Description job={job} isBegun={!isGrid} />
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
        <span className="text-xs text-muted">
          {ageLabel(job.postedAt, now)}
          {isNew && !isSeen && newMark}
        </span>
        <span className="flex flex-wrap items-center">
          <HideButton job={job} isHidden={isHidden} look="icon" />
          <CompareButton job={job} look="icon" />
          <SaveButton job={job} look="icon" />
          <ApplyLink job={job} look="secondary" size="sm" className="ml-2" />
        </span>
      </div>
    </li>
  )
}

/** `isBegun` shows the first two lines while it is closed. */
function Description({ job, isBegun }: { job: JobSummary; isBegun: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-1">
      {isBegun && !isOpen && (
        <p className="line-clamp-2 max-w-prose text-xs">{job.brief ?? job.descriptionSnippet}</p>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
        <summary className="inline-flex min-h-8 list-none items-center gap-1 text-xs font-semibold text-action pointer-coarse:min-h-11">
          Description
          <span className="sr-only"> of {job.title}</span>
          <ChevronDown className="transition-transform group-open:rotate-180" />
        </summary>
        {isOpen ? (
          <JobDescription job={job} level={3} />
        ) : (
          <p className="max-w-prose">{job.descriptionSnippet}</p>
        )}
      </details>
    </div>
  )
}
