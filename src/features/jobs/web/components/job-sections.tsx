import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { payRange, payUnitLabels, placeText } from '#features/jobs/display.ts'
import { deadlinePath } from '#features/jobs/job-texts.ts'
import { countryMap, mapShapesUrl } from '#features/places/model.ts'
import { Link } from '#platform/web/navigation.tsx'
import { DefinitionGrid } from '#ui/figures.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { facilityFacts, overviewFacts, requirementsOf } from '../job-facts.ts'
import type { JobPageParts } from '../job-parts.ts'
import { ApplyLink, externalHref } from './job-elements.tsx'
import { LocalAge, LocalDate } from './local-date.tsx'

const descriptionShown = 400

type Props = { job: JobDetail; now: number; parts: Pick<JobPageParts, 'ComparablePay'> }

export function JobSections({ job, now, parts: { ComparablePay } }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <JobSection title="Job Overview">
        {job.brief && <p className="max-w-prose font-medium">{job.brief}</p>}
        <DefinitionGrid items={overviewFacts(job)} />
        <ShowMore text={job.description} limit={descriptionShown} />
        {job.originalData.description && <ShowMore text={job.originalData.description} limit={descriptionShown} />}
        <MoreText title="Duties" text={job.jobDuties} />
        <MoreText title="The team" text={job.teamNotes} />
      </JobSection>
      <JobSection title="Facility Information">
        <DefinitionGrid items={facilityFacts(job)} />
        <JobLocator job={job} />
      </JobSection>
      <JobSection title="Compensation">
        <DefinitionGrid
          items={[
            { term: 'Salary', value: salaryText(job) },
            { term: 'In the words of the posting', value: job.compText },
            { term: 'Payroll', value: job.payrollType ?? 'Unknown' },
            { term: 'Notes', value: job.compNotes },
          ]}
        />
        <ComparablePay job={job} />
      </JobSection>
      <RequirementsAndBenefits job={job} />
      <ContactInformation job={job} />
      <PostInformation job={job} now={now} />
    </div>
  )
}

/** Where in the country the job is. */
function JobLocator({ job }: { job: JobDetail }) {
  const { mapPoint: point, state } = job
  if (!point) return null
  return (
    <figure className="max-w-80 print:hidden">
      <svg
        viewBox={`0 0 ${countryMap.width} ${countryMap.height}`}
        role="img"
        aria-label={`${placeText(job)} on the map of the United States`}
        className="block w-full"
      >
        <use href={`${mapShapesUrl()}#land`} className="fill-sunken stroke-edge" />
        <use href={`${mapShapesUrl()}#${state}`} className="fill-action/40 stroke-edge" />
        <circle cx={point.x} cy={point.y} r={16} strokeWidth={5} className="fill-action stroke-paper" />
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
      <ShowMore text={text} />
    </div>
  )
}

function salaryText(job: JobDetail) {
  const range = payRange(job)
  return range === undefined ? (
    'Salary not specified'
  ) : (
    <span className="text-pay">
      <span className="whitespace-nowrap">{range}</span> <span className="whitespace-nowrap">{payUnitLabels[job.compUnit]}</span>
    </span>
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
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-8 gap-y-2">
              {list.map((it) => (
                <li key={it} className="flex items-start gap-2">
                  <Check aria-hidden className="mt-1 size-4 shrink-0 text-action" />
                  {it}
                </li>
              ))}
            </ul>
          )}
          {text && <ShowMore text={text} />}
        </div>
      ))}
    </JobSection>
  )
}

const linkClass = 'text-link break-all'

function ContactInformation({ job }: { job: JobDetail }) {
  const { contactName, publicEmail, contactPhone, contactWebsite, applyUrl } = job
  if (![contactName, publicEmail, contactPhone, contactWebsite, applyUrl].some(Boolean)) return null

  return (
    <JobSection title="Contact Information">
      <DefinitionGrid
        items={[
          { term: 'Name', value: contactName },
          {
            term: 'Email',
            value: publicEmail && (
              <a href={`mailto:${publicEmail}`} className={linkClass}>
                {publicEmail}
              </a>
            ),
          },
          {
            term: 'Phone',
            value: contactPhone && (
              <a href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`} className={linkClass}>
                {contactPhone}
              </a>
            ),
          },
          {
            term: 'Website',
            value: contactWebsite && (
              <ExternalLink url={contactWebsite} className={linkClass}>
                {contactWebsite}
              </ExternalLink>
            ),
          },
          {
            term: 'Application',
            value: applyUrl && (
              <>
                <ApplyLink job={job} label="Apply online" look="secondary" size="sm" className="print:hidden" />
                <span className="hidden break-all print:inline">{applyUrl.replace(/^mailto:/i, '')}</span>
              </>
            ),
          },
        ]}
      />
    </JobSection>
  )
}

const enteredByHand = 'manual'

function PostInformation({ job, now }: { job: JobDetail; now: number }) {
  const source = job.sourceUrl ? (
    <ExternalLink url={job.sourceUrl} className="text-link">
      {job.source}
    </ExternalLink>
  ) : (
    job.source
  )
  return (
    <JobSection title="Post Information">
      <DefinitionGrid
        items={[
          {
            term: 'Posted',
            value: (
              <>
                <LocalDate iso={job.postedAt} /> (<LocalAge iso={job.postedAt} now={now} />)
              </>
            ),
          },
          { term: 'Updated', value: <LocalDate iso={job.updatedAt} /> },
          { term: 'Closes on', value: job.expiresAt && <Deadline id={job.id} day={<LocalDate iso={job.expiresAt} />} /> },
          { term: 'Reference code', value: <span className="tabular-nums">{job.referenceId}</span> },
          { term: 'Posted by', value: job.userType === 'recruiter' ? 'A recruiter, for the employer' : 'The employer' },
          { term: 'Source', value: job.source === enteredByHand ? null : source },
        ]}
      />
    </JobSection>
  )
}

const Deadline = ({ id, day }: { id: string; day: ReactNode }) => (
  <>
    {day} ·{' '}
    <a href={deadlinePath(id)} className="text-link">
      Add to calendar
    </a>
  </>
)

function ExternalLink({ url, className, children }: { url: string; className: string; children: ReactNode }) {
  return (
    <a href={externalHref(url)} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      {children}
    </a>
  )
}

function JobSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 border-line not-first:border-t not-first:pt-8">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
