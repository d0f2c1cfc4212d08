import type { JobDetail } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { Badge } from '#ui/badge.tsx'
import { highlights } from '../highlights.ts'
import { Employer } from './employer.tsx'
import { Pay } from './pay.tsx'
import { ShareButton } from './share-button.tsx'

/** What the job is, what it pays and where it is: the three questions, before anything else. */
export function JobTitleBlock({ job, now }: { job: JobDetail; now: number }) {
  return (
    <header className="mt-2 border-b border-line pb-6">
      <p className="text-xs text-muted">
        {job.specialty} · {ageLabel(job.postedAt, now)}
      </p>
      <div className="mt-1 flex items-start justify-between gap-4">
        <h1 className="max-w-[24em] min-w-0 text-xl font-semibold break-words sm:text-2xl">{job.title}</h1>
        <ShareButton id={job.id} />
      </div>
      <p className="mt-1 text-base">
        <Employer job={job} />
      </p>
      <div className="mt-4 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-lg">
        <p>
          <Pay job={job} unstated="words" />
        </p>
        <p className="font-semibold">{placeText(job)}</p>
        <p>{employmentTypeLabels[job.type]}</p>
      </div>
      <ul className="mt-3 flex flex-wrap gap-2">
        {highlights(job).map((it) => (
          <li key={it}>
            <Badge tone="action">{it}</Badge>
          </li>
        ))}
      </ul>
    </header>
  )
}
