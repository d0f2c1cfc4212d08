import type { JobDetail } from '#features/jobs/contract.ts'
import { ageLabel, dateText } from '#features/jobs/display.ts'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import { externalHref } from '../external-href.ts'
import { JobSection } from './job-section.tsx'

const enteredByHand = 'manual'

export function PostInformation({ job, now }: { job: JobDetail; now: number }) {
  return (
    <JobSection title="Post Information">
      <DefinitionGrid
        items={[
          { term: 'Posted', value: `${dateText(job.postedAt)} (${ageLabel(job.postedAt, now)})` },
          { term: 'Updated', value: dateText(job.updatedAt) },
          { term: 'Closes on', value: job.expiresAt && dateText(job.expiresAt) },
          { term: 'Reference code', value: <span className="tabular-nums">{job.referenceId}</span> },
          { term: 'Posted by', value: job.userType === 'recruiter' ? 'A recruiter, for the employer' : 'The employer' },
          { term: 'Source', value: job.source === enteredByHand ? null : <Source job={job} /> },
        ]}
      />
    </JobSection>
  )
}

function Source({ job: { source, sourceUrl } }: { job: JobDetail }) {
  if (!sourceUrl) return source
  return (
    <a href={externalHref(sourceUrl)} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
      {source}
    </a>
  )
}
