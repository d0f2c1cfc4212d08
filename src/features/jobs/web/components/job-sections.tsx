import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { payRange, placeText } from '#features/jobs/display.ts'
import { countryMap, mapShapesUrl } from '#shared/us-states.ts'
import { Link, LinkButton } from '#platform/web/navigation.tsx'
import { LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { DefinitionGrid, type Definition } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { ShowMore } from '#ui/prose.tsx'
import {
  facilityFacts,
  overviewFacts,
  PostingFoot,
  requirementsOf,
  TermsSheet,
} from './job-facts.tsx'
import type { JobPageParts } from '../job-parts.ts'
import { similarJobsQuery, similarShown } from '../queries.ts'
import { ApplyLink, hostOf, Pay } from './job-elements.tsx'
import { JobLines } from './closed-job.tsx'

const descriptionShown = 400
export const noSalary = 'Salary not specified'

type Props = {
  job: JobDetail
  now: number
  parts: Pick<JobPageParts, 'InquiryButton' | 'ReportButton'>
}

export const JobSections = ({ job, now, parts: { InquiryButton, ReportButton } }: Props) => (
  <div className="flex min-w-0 flex-col gap-4 sm:gap-7">
    <TermsSheet job={job} InquiryButton={InquiryButton} />
    <JobSection title="Job Overview">
      {job.brief && <p className="max-w-prose font-medium">{job.brief}</p>}
      <DefinitionGrid items={overviewFacts(job)} />
      <ShowMore text={job.description} limit={descriptionShown} />
      {job.originalData.description && (
        <ShowMore text={job.originalData.description} limit={descriptionShown} />
      )}
      <MoreText title="Duties" text={job.jobDuties} />
      <MoreText title="The team" text={job.teamNotes} />
    </JobSection>
    <JobSection
      title="Facility Information"
      className={
        job.facilityName === job.employer && isBare(facilityFacts(job)) ? 'max-sm:hidden' : ''
      }
    >
      <DefinitionGrid items={facilityFacts(job)} />
      <JobLocator job={job} />
    </JobSection>
    <Compensation job={job} />
    <RequirementsAndBenefits job={job} />
    <PostingFoot job={job} now={now} ReportButton={ReportButton} />
  </div>
)

/** The title block says the pay: phones have room for what is said beside it. */
function Compensation({ job }: { job: JobDetail }) {
  const items = [
    {
      term: 'Salary',
      value: payRange(job) === undefined ? noSalary : <Pay job={job} />,
    },
    { term: 'In the words of the posting', value: job.compText },
    { term: 'Payroll', value: job.payrollType },
    {
      term: 'Notes',
      value: job.compNotes && <span className="whitespace-pre-line">{job.compNotes}</span>,
    },
  ]
  const isRepeated =
    !job.payrollType && !job.compNotes && (job.compText === null || payRange(job) === undefined)
  return (
    <JobSection title="Compensation" className={isRepeated ? 'max-sm:hidden' : ''}>
      <DefinitionGrid items={items} />
    </JobSection>
  )
}

/** Nothing but a name. */
const isBare = (facts: readonly Definition[]) =>
  facts.filter(({ value }) => Boolean(value)).length === 1

/** Where in the country the job is. */
function JobLocator({ job }: { job: JobDetail }) {
  const { mapPoint: point, state } = job
  if (!point) return null
  return (
    <figure className="-mt-1 max-w-80 print:hidden">
      <svg
        viewBox={`0 0 ${countryMap.width} ${countryMap.height}`}
        role="img"
        aria-label={`${placeText(job)} on the map of the United States`}
        className="block w-full max-sm:hidden"
      >
        <use href={`${mapShapesUrl()}#land`} className="fill-sunken stroke-edge" />
        <use href={`${mapShapesUrl()}#${state}`} className="fill-action/40 stroke-edge" />
        <circle
          cx={point.x}
          cy={point.y}
          r={16}
          strokeWidth={5}
          className="fill-action stroke-paper"
        />
      </svg>
      {state !== 'OTHER' && (
        <figcaption className="text-xs">
          <Link
            to="/jobs"
            search={{ state, map: 'jobs' }}
            className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          >
            Jobs in this state on the map
          </Link>
        </figcaption>
      )}
    </figure>
  )
}

function MoreText({ title, text }: { title: string; text: string | null }) {
  if (!text) return null
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ShowMore text={text} level={4} />
    </div>
  )
}

function RequirementsAndBenefits({ job }: { job: JobDetail }) {
  const parts = [
    { title: 'Requirements', list: requirementsOf(job), text: job.originalData.requirements },
    { title: 'Benefits', list: job.benefits, text: job.originalData.benefits },
  ].filter(({ list, text }) => list.length > 0 || text)
  if (parts.length === 0) return null

  return (
    <JobSection title="Requirements & Benefits">
      {parts.map(({ title, list, text }) => (
        <div key={title} className="flex flex-col gap-3">
          <h3 className="font-semibold">{title}</h3>
          {list.length > 0 && (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.25rem),1fr))] gap-x-4 gap-y-1.5 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
              {list.map((point) => (
                <li
                  key={point}
                  className="flex items-start gap-2 only:col-span-full max-sm:text-xs"
                >
                  <Check className="mt-0.5 shrink-0 text-action sm:mt-1" />
                  {point}
                </li>
              ))}
            </ul>
          )}
          {text && <ShowMore text={text} level={4} />}
        </div>
      ))}
    </JobSection>
  )
}

const JobSection = ({
  className = '',
  ...section
}: {
  title: string
  className?: string
  children: ReactNode
}) => (
  <LabeledSection
    {...section}
    className={`flex flex-col gap-3 border-line not-first:border-t not-first:pt-4 sm:gap-4 sm:not-first:pt-7 ${className}`}
  />
)

type SideProps = { job: JobDetail; parts: Pick<JobPageParts, 'InquiryButton'> }

/** Narrow screens have the bar at the lower edge for what one does here. */
export function JobSide({ job, parts: { InquiryButton } }: SideProps) {
  const isAnswered = job.answeredBy === 'poster'
  return (
    <aside className="flex flex-col gap-5 print:hidden lg:sticky lg:top-6 lg:gap-8 lg:self-start">
      <div
        className={`lg:rounded-md lg:border lg:border-line lg:bg-surface lg:p-5 [&_h2]:max-lg:sr-only ${isAnswered ? 'max-lg:hidden' : ''}`}
      >
        <Part title="Apply for this Position">
          <div className="max-lg:hidden">
            <ApplyLink anchor="apply" job={job} label="Apply Now" size="lg" className="w-full" />
            <p className="mt-2 text-xs text-muted">
              {job.applyUrl ? `${applyTarget(job)}.` : 'This posting has no link to apply.'}
            </p>
            <InquiryButton
              job={job}
              look={isAnswered ? 'secondary' : 'quiet'}
              className="mt-3 mb-2 w-full"
            />
          </div>
          <p className="text-xs text-muted">
            {isAnswered
              ? 'The employer or recruiter answers you by email.'
              : 'This posting has no contact email. Our team reads your inquiry, and passes it ' +
                'on if it finds a contact.'}
          </p>
        </Part>
      </div>
      <Part title="Similar Opportunities">
        <SimilarJobs job={job} />
        <LinkButton
          to="/"
          search={{ specialty: job.specialty, state: job.state }}
          look="secondary"
          className="mt-3 w-full"
        >
          Find Similar Jobs
        </LinkButton>
      </Part>
    </aside>
  )
}

/**
 * Where the apply link leads. It is the employer's own page only if the employer's website is on
 * the same host.
 */
export function applyTarget({
  applyUrl,
  contactWebsite,
}: Pick<JobDetail, 'applyUrl' | 'contactWebsite'>): string {
  const [host, employerHost] = [
    hostOf(applyUrl ?? ''),
    contactWebsite ? hostOf(contactWebsite) : undefined,
  ]
  if (host === undefined) return 'Opens your email program'
  return employerHost !== undefined && (host === employerHost || host.endsWith(`.${employerHost}`))
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
  const { data, isPending, isError, refetch } = useQuery(similarJobsQuery(job))
  if (isPending) return <Skeleton className="h-72" />
  if (isError)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        Failed to load similar jobs. Please try again.
      </LoadFailure>
    )
  const similar = data.jobs.filter((posting) => posting.id !== job.id).slice(0, similarShown - 1)
  if (similar.length === 0)
    return <p className="text-muted">No other jobs in this specialty and state right now.</p>

  return <JobLines jobs={similar} onPhones={2} />
}
