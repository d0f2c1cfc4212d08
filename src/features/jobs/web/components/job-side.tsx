import type { ReactNode } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels, jobCan } from '#features/jobs/model.ts'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { Link } from '#web/lib/navigation.tsx'
import { ApplyLink } from './apply-link.tsx'
import { InquiryButton, ReportButton } from './job-dialogs.tsx'
import { Pay } from './pay.tsx'
import { SimilarJobs } from './similar-jobs.tsx'

export function JobSide({ job, now }: { job: JobDetail; now: number }) {
  return (
    <aside className="flex flex-col gap-8 lg:sticky lg:top-6 lg:self-start">
      <div className={`${cardClass} flex flex-col gap-6 p-5`}>
        <Part title="Apply for this Position">
          <ApplyLink job={job} label="Apply Now" size="lg" className="w-full" />
          <p className="mt-2 text-xs text-muted">
            {jobCan.apply(job) ? "Opens the employer's own page in a new tab." : 'This posting gives no link for applications.'}
          </p>
          <InquiryButton job={job} className="mt-4 w-full" />
        </Part>
        <Part title="Job Summary">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs [&_dd]:text-right [&_dd]:font-medium [&_dt]:text-muted">
            <dt>Pay</dt>
            <dd>
              <Pay job={job} unstated="words" />
            </dd>
            <dt>Place</dt>
            <dd>{placeText(job)}</dd>
            <dt>Specialty</dt>
            <dd>{job.specialty}</dd>
            <dt>Job type</dt>
            <dd>{employmentTypeLabels[job.type]}</dd>
            <dt>Reference</dt>
            <dd className="tabular-nums">{job.referenceId}</dd>
          </dl>
          <ReportButton job={job} size="sm" className="mt-4 -ml-3" />
        </Part>
      </div>
      <Part title="Similar Opportunities">
        <SimilarJobs job={job} now={now} />
        <Link
          to="/"
          search={{ specialty: job.specialty, state: job.state }}
          className={`${buttonClass('secondary')} mt-4 w-full`}
        >
          Find Similar Jobs
        </Link>
      </Part>
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}
