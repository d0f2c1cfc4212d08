import { useId, useState } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { RowIcon } from '#ui/row-icon.tsx'
import { ApplyLink } from './apply-link.tsx'
import { CompareButton } from './compare-button.tsx'
import { Employer } from './employer.tsx'
import { JobDescription } from './job-description.tsx'
import { JobLink } from './job-link.tsx'
import { Pay } from './pay.tsx'
import { SaveButton } from './save-button.tsx'

type Props = { job: JobSummary; now: number }

export function JobRow({ job, now }: Props) {
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
