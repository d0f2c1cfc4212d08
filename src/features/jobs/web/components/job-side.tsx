import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels, jobCan } from '#features/jobs/model.ts'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { Skeleton } from '#ui/feedback.tsx'
import { Link } from '#platform/web/navigation.tsx'
import type { JobPageParts } from '../job-parts.ts'
import { similarJobsQuery } from '../queries.ts'
import { ApplyLink, hostOf, Pay } from './job-elements.tsx'
import { JobLink } from './results-context.tsx'

type Props = { job: JobDetail; now: number; parts: Pick<JobPageParts, 'InquiryButton' | 'ReportButton'> }

export function JobSide({ job, now, parts: { InquiryButton, ReportButton } }: Props) {
  return (
    <aside className="flex flex-col gap-8 print:hidden lg:sticky lg:top-6 lg:self-start">
      <div className={`${cardClass} flex flex-col gap-6 p-5`}>
        <Part title="Apply for this Position">
          <ApplyLink job={job} label="Apply Now" size="lg" className="w-full" />
          <p className="mt-2 text-xs text-muted">
            {jobCan.apply(job) ? `${applyTarget(job)}.` : 'This posting gives no link for applications.'}
          </p>
          <InquiryButton job={job} className="mt-4 w-full" />
          <p className="mt-2 text-xs text-muted">
            {job.answeredBy === 'poster'
              ? 'The person who posted it answers you by email.'
              : 'The person who posted it gave no address. Our team reads your inquiry and passes it on if it finds a contact.'}
          </p>
        </Part>
        <Part title="Job Summary">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs [&_dd]:text-right [&_dd]:font-medium [&_dt]:text-muted">
            <dt>Pay</dt>
            <dd>
              <Pay job={job} />
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

/** Where the apply link leads. It is the employer's own page only if the employer's website is on the same host. */
export function applyTarget({ applyUrl, contactWebsite }: Pick<JobDetail, 'applyUrl' | 'contactWebsite'>): string {
  const [host, own] = [hostOf(applyUrl ?? ''), contactWebsite ? hostOf(contactWebsite) : undefined]
  if (host === undefined) return 'Opens your email program'
  return own !== undefined && (host === own || host.endsWith(`.${own}`))
    ? `Opens the employer's own page at ${host}`
    : `Opens ${host}`
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** Of the same specialty in the same state. */
function SimilarJobs({ job, now }: { job: JobDetail; now: number }) {
  const { data, isPending } = useQuery(similarJobsQuery(job.id))
  if (isPending) return <Skeleton className="h-72" />
  const similar = data?.jobs ?? []
  if (similar.length === 0) return <p className="text-muted">There is no other job of this specialty in this state right now.</p>

  return (
    <ul className="divide-y divide-line border-y border-line">
      {similar.map((it) => (
        <li key={it.id} className="py-3 text-xs">
          <JobLink job={it} className="text-sm font-semibold text-ink no-underline hover:text-action hover:underline">
            {it.title}
          </JobLink>
          <p className="text-muted">
            {it.employer} · {placeText(it)}
          </p>
          <p className="flex items-baseline justify-between gap-4">
            <Pay job={it} />
            <span className="shrink-0 text-muted">{ageLabel(it.postedAt, now)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
