import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { jobCan } from '#features/jobs/model.ts'
import { Skeleton } from '#ui/feedback.tsx'
import { LinkButton } from '#platform/web/navigation.tsx'
import type { JobPageParts } from '../job-parts.ts'
import { similarJobsQuery, similarShown } from '../queries.ts'
import { ApplyLink, hostOf } from './job-elements.tsx'
import { JobLines } from './newest-jobs.tsx'

type Props = { job: JobDetail; parts: Pick<JobPageParts, 'InquiryButton'> }

/** Narrow screens have the bar at the lower edge for what one does here. */
export function JobSide({ job, parts: { InquiryButton } }: Props) {
  const isAnswered = job.answeredBy === 'poster'
  return (
    <aside className="flex flex-col gap-5 print:hidden lg:sticky lg:top-6 lg:gap-8 lg:self-start">
      <div
        className={`lg:rounded-md lg:border lg:border-line lg:bg-surface lg:p-5 [&_h2]:max-lg:sr-only ${isAnswered ? 'max-lg:hidden' : ''}`}
      >
        <Part title="Apply for this Position">
          <div className="max-lg:hidden">
            <ApplyLink job={job} label="Apply Now" size="lg" className="w-full" />
            <p className="mt-2 text-xs text-muted">
              {jobCan.apply(job) ? `${applyTarget(job)}.` : 'This posting gives no link for applications.'}
            </p>
            <InquiryButton job={job} look={isAnswered ? 'secondary' : 'quiet'} className="mt-3 mb-2 w-full" />
          </div>
          <p className="text-xs text-muted">
            {isAnswered
              ? 'The person who posted it answers you by email.'
              : 'The person who posted it gave no address. Our team reads your inquiry and passes it on if it finds a contact.'}
          </p>
        </Part>
      </div>
      <Part title="Similar Opportunities">
        <SimilarJobs job={job} />
        <LinkButton to="/" search={{ specialty: job.specialty, state: job.state }} look="secondary" className="mt-3 w-full">
          Find Similar Jobs
        </LinkButton>
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-3 text-base font-semibold">{title}</h2>
    {children}
  </section>
)

/** Of the same specialty in the same state. */
function SimilarJobs({ job }: { job: JobDetail }) {
  const { data, isPending } = useQuery(similarJobsQuery(job))
  if (isPending) return <Skeleton className="h-72" />
  const similar = (data?.jobs ?? []).filter((it) => it.id !== job.id).slice(0, similarShown - 1)
  if (similar.length === 0) return <p className="text-muted">There is no other job of this specialty in this state right now.</p>

  return <JobLines jobs={similar} onPhones={2} />
}
