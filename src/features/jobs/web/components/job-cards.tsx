import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { ageLabel, highlights, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { Badge } from '#ui/feedback.tsx'
import { cardClass } from '#ui/layout.tsx'
import { useJobParts } from '../job-parts.ts'
import { useIsSeen } from '../tab-choices.ts'
import { ApplyLink, CompareButton, Employer, JobDescription, NewMark, Pay } from './job-elements.tsx'
import { JobLink } from './results-context.tsx'

type Layout = 'grid' | 'list'
type Props = { jobs: JobSummary[]; now: number; layout: Layout }

export function JobCards({ jobs, now, layout }: Props) {
  return (
    <ul className={layout === 'grid' ? 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3' : 'flex flex-col gap-3'}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} now={now} layout={layout} />
      ))}
    </ul>
  )
}

function JobCard({ job, now, layout }: { job: JobSummary; now: number; layout: Layout }) {
  const { SaveButton } = useJobParts()
  const isSeen = useIsSeen(job.id)
  return (
    <li className={`${cardClass} flex flex-col gap-x-6 gap-y-3 p-4 ${layout === 'list' ? 'sm:flex-row' : ''}`}>
      <div className="min-w-0 grow">
        <JobFacts job={job} isSeen={isSeen} />
        <Description job={job} />
      </div>
      <div className={`flex shrink-0 items-center justify-between gap-2 ${layout === 'list' ? 'sm:flex-col sm:items-end' : ''}`}>
        <span className="text-xs text-muted">
          {ageLabel(job.postedAt, now)}
          <NewMark job={job} isSeen={isSeen} />
        </span>
        <span className="flex items-center">
          <CompareButton job={job} look="icon" />
          <SaveButton job={job} look="icon" />
          <span className="ml-2">
            <ApplyLink job={job} look="secondary" size="sm" />
          </span>
        </span>
      </div>
    </li>
  )
}

function JobFacts({ job, isSeen }: { job: JobSummary; isSeen: boolean }) {
  const marks = highlights(job)
  return (
    <>
      <h2 className="text-base leading-6">
        <JobLink job={job} className={`row-link ${isSeen ? 'text-muted' : 'font-semibold'}`}>
          {job.title}
        </JobLink>
      </h2>
      <p className="text-xs text-muted">
        <Employer job={job} />
      </p>
      <p className="mt-2">
        <Pay job={job} />
      </p>
      <p className="text-xs">
        {placeText(job)} · {job.specialty} · <span className="whitespace-nowrap">{employmentTypeLabels[job.type]}</span>
      </p>
      {marks.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {marks.map((mark) => (
            <li key={mark}>
              <Badge>{mark}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Description({ job }: { job: JobSummary }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group mt-2">
      <summary className="inline-flex min-h-8 list-none items-center gap-1 text-xs font-semibold text-action pointer-coarse:min-h-11">
        Description
        <span className="sr-only"> of {job.title}</span>
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      {isOpen ? <JobDescription job={job} /> : <p className="max-w-prose">{job.descriptionSnippet}</p>}
    </details>
  )
}
