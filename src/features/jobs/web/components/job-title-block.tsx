import type { JobDetail } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { Badge } from '#ui/badge.tsx'
import { highlights } from '../highlights.ts'
import { CompareButton } from './compare-button.tsx'
import { Employer } from './employer.tsx'
import { Pay } from './pay.tsx'
import { SaveButton } from './save-button.tsx'
import { ShareButton } from './share-button.tsx'

/** What the job is, what it pays and where it is: the three questions, before anything else. */
export function JobTitleBlock({ job, now }: { job: JobDetail; now: number }) {
  return (
    <header className="mt-2 flex items-start justify-between gap-x-4 gap-y-4 border-b border-line pb-6 max-lg:flex-col">
      <div className="min-w-0">
        <p className="text-xs text-muted">
          {job.specialty} · {ageLabel(job.postedAt, now)}
        </p>
        <h1 className="mt-1 max-w-[24em] text-xl font-semibold break-words sm:text-2xl">{job.title}</h1>
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
        <ul className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {highlights(job).map((it) => (
            <li key={it}>
              <Badge tone="action">{it}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex shrink-0 gap-2 lg:mt-6">
        <SaveButton job={job} look="button" />
        <CompareButton job={job} look="button" />
        <ShareButton id={job.id} />
      </div>
    </header>
  )
}
