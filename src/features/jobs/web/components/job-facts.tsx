import { Fragment, type ComponentProps, type ReactNode } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import {
  contractTerms,
  openTermsText,
  questionsAbout,
  statedTerms,
  termText,
  visaTermLabels,
  visaTerms,
} from '#features/jobs/terms.ts'
import type { TermName } from '#features/jobs/terms-schema.ts'
import { DefinitionGrid, type Definition } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import type { JobPageParts } from '../job-parts.ts'
import {
  ageLabel,
  placeText,
  postedDayText,
  postingDayText,
  sourceText,
} from '#features/jobs/display.ts'
import { timeZoneText } from '#shared/time-zones.ts'
import { jobPath } from '#shared/paths.ts'
import { externalHref, hostOf } from './job-elements.tsx'
import { employmentTypeLabels, requirementFlags, visaLabels } from '#features/jobs/model.ts'
import { keysOf } from '#shared/keys.ts'

/** The facts that decide, beside title, place and pay: 'Full-time · Nights · J-1 waiver'. */
export const decidingFacts = ({ type, schedule, visaSupport, startDateText }: JobDetail): string =>
  [
    employmentTypeLabels[type],
    ...schedule,
    visaSupport === null ? 'Visa sponsorship not stated' : visaLabels[visaSupport],
    ...(startDateText === null ? [] : [`Start: ${startDateText}`]),
  ].join(' · ')

/** Null for an imported job, whose source did not say. */
export function posterOf({ source, userType }: JobDetail): string | null {
  if (source !== 'manual') return null
  return userType === 'recruiter' ? 'A recruiter, for the employer' : 'The employer'
}

export const overviewFacts = (job: JobDetail): Definition[] => [
  { term: 'Subspecialty', value: job.subspecialty },
  { term: 'Duration', value: job.duration },
  { term: 'Hiring', value: job.hireWindow },
  { term: 'Setting', value: job.setting.join(', ') },
  { term: 'Electronic health record', value: job.ehr },
]

/** All that a comparison has a row for. */
export const factsToCompare = (job: JobDetail): Definition[] => [
  { term: 'Specialty', value: job.specialtyOther ?? job.specialty },
  { term: 'Job type', value: employmentTypeLabels[job.type] },
  { term: 'Schedule', value: job.schedule.join(', ') },
  { term: 'Visa sponsorship', value: job.visaSupport && visaLabels[job.visaSupport] },
  ...overviewFacts(job),
  { term: 'Telehealth', value: job.telehealth && 'Yes' },
  { term: 'Priority', value: job.priority === 'Standard' ? null : job.priority },
]

export const facilityFacts = (job: JobDetail): Definition[] => [
  { term: 'Facility', value: job.facilityName },
  { term: 'Employer', value: job.employer !== job.facilityName && job.employer },
  { term: 'Employer type', value: job.organizationType },
  {
    term: 'Address',
    value: addressText(job) !== placeText({ city: job.city, state: job.state }) && addressText(job),
  },
  { term: 'Medically underserved area', value: job.medicallyUnderservedArea && 'Yes' },
]

/** What the posting requires of the physician. An underserved area is a fact of the facility. */
export const requirementsOf = (job: JobDetail): string[] =>
  keysOf(requirementFlags)
    .filter((flag) => flag !== 'medicallyUnderservedArea' && job[flag])
    .map((flag) => requirementFlags[flag])

function addressText({
  facilityStreet,
  facilityCity,
  facilityState,
  facilityZip,
  facilityCountry,
}: JobDetail) {
  // 'Remote' is a place without a state.
  const stateAndZip = [facilityState === 'OTHER' ? null : facilityState, facilityZip]
    .filter(Boolean)
    .join(' ')
  const country =
    facilityCountry && !/^(us|usa|united states.*)$/i.test(facilityCountry) ? facilityCountry : null
  return [facilityStreet, facilityCity, stateAndZip, country].filter(Boolean).join(', ')
}

/**
 * The terms that contracts fail on: what the posting states, then what it leaves open, and one way
 * to ask for that.
 */
export function TermsSheet({
  job,
  InquiryButton,
}: {
  job: JobDetail
  InquiryButton: JobPageParts['InquiryButton']
}) {
  const { stated, missing } = statedTerms(job)
  const all = stated.length + missing.length
  const openVisas = visaTerms.filter((name) => !job.terms[name]).map((name) => visaTermLabels[name])
  return (
    <LabeledSection
      className="flex flex-col gap-4"
      title={
        <>
          Terms{' '}
          <span className="text-sm font-normal text-muted">
            {stated.length} of {all} stated
          </span>
        </>
      }
    >
      <DefinitionGrid
        items={[
          ...stated.map((name) => ({
            term: contractTerms[name].label,
            value: <Stated name={name} job={job} />,
          })),
          ...visaTerms.map((name) => ({
            term: visaTermLabels[name],
            value: job.terms[name] && <Stated name={name} job={job} />,
          })),
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 text-sm text-muted">
          <p>{openTermsText(job)}</p>
          {openVisas.length > 0 && <p>Visa details not stated: {openVisas.join(', ')}</p>}
        </div>
        {missing.length > 0 && (
          <InquiryButton
            job={job}
            className="print:hidden"
            label={missing.length === 1 ? 'Ask about this' : `Ask about these ${missing.length}`}
            message={questionsAbout(job)}
          />
        )}
      </div>
    </LabeledSection>
  )
}

/** The value. A press shows the posting's words for it. */
function Stated({ name, job }: { name: TermName; job: JobDetail }) {
  const term = job.terms[name]
  if (!term) return null
  const text = termText(name, term)
  if (text === term.words) return text
  return (
    <details className="group">
      <summary className="cursor-pointer list-none underline decoration-line decoration-dotted underline-offset-4 group-open:decoration-transparent hover:decoration-action">
        {text}
      </summary>
      <q className="mt-1 block text-xs font-normal text-muted">{term.words}</q>
    </details>
  )
}

type FootProps = { job: JobDetail; now: number } & Pick<JobPageParts, 'ReportButton'>

/** What ends the posting, in small. */
export const PostingFoot = ({ job, now, ReportButton }: FootProps) => (
  <div className="grid gap-x-8 gap-y-1 border-t border-line pt-4 text-xs sm:grid-cols-3 sm:pt-7 print:break-inside-avoid print:grid-cols-1">
    <JobSummary job={job} ReportButton={ReportButton} />
    <ContactInformation job={job} />
    <PostInformation job={job} now={now} />
  </div>
)

const Anchor = ({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className="text-link wrap-anywhere">
    {children}
  </a>
)
const phoneHref = (phone: string) => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

function ContactInformation({ job }: { job: JobDetail }) {
  const { contactName, publicEmail, contactPhone, contactWebsite, applyUrl } = job
  if (![contactName, publicEmail, contactPhone, contactWebsite, applyUrl].some(Boolean)) return null

  return (
    <FootPart title="Contact Information">
      <FactList
        items={[
          { term: 'Name', value: contactName },
          {
            term: 'Email',
            value: publicEmail && <Anchor href={`mailto:${publicEmail}`}>{publicEmail}</Anchor>,
          },
          {
            term: 'Phone',
            value: contactPhone && <Anchor href={phoneHref(contactPhone)}>{contactPhone}</Anchor>,
          },
          {
            term: 'Website',
            value: contactWebsite && (
              <ExternalLink url={contactWebsite}>{contactWebsite}</ExternalLink>
            ),
          },
          {
            term: 'Application',
            value: applyUrl && (
              <>
                <span className="print:hidden">{hostOf(applyUrl) ?? 'by email'}</span>
                <span className="hidden wrap-anywhere print:inline">
                  {applyUrl.replace(/^mailto:/i, '')}
                </span>
              </>
            ),
          },
        ]}
      />
    </FootPart>
  )
}

const JobSummary = ({
  job,
  ReportButton,
}: { job: JobDetail } & Pick<JobPageParts, 'ReportButton'>) => (
  <FootPart title="Job Summary">
    <FactList
      items={[
        { term: 'Specialty', value: job.specialtyOther ?? job.specialty },
        { term: 'Payroll', value: job.payrollType === null && 'Unknown' },
        { term: 'Reference', value: <span className="tabular-nums">{job.referenceId}</span> },
        { term: 'Requisition', value: job.requisition },
      ]}
    />
    <ReportButton job={job} size="sm" className="-ml-3 print:hidden" />
  </FootPart>
)

function PostInformation({ job, now }: { job: JobDetail; now: number }) {
  const source = job.sourceUrl ? (
    <ExternalLink url={job.sourceUrl}>{sourceText(job.source)}</ExternalLink>
  ) : (
    sourceText(job.source)
  )
  const posted = (
    <>
      <time dateTime={job.postedAt}>{postedDayText(job.postedAt, job.state)}</time> (
      {ageLabel(job.postedAt, now)})
    </>
  )
  return (
    <FootPart title="Post Information">
      <FactList
        items={[
          { term: 'Posted', value: posted },
          { term: 'Updated', value: <Day at={job.updatedAt} job={job} /> },
          { term: 'Closes on', value: job.expiresAt && <Deadline job={job} at={job.expiresAt} /> },
          { term: 'Posted by', value: posterOf(job) },
          { term: 'Source', value: posterOf(job) === null ? source : null },
          {
            term: 'Also listed by',
            value: job.otherSources.length > 0 && <OtherSources sources={job.otherSources} />,
          },
          { term: 'Last seen there', value: job.seenAt && <Day at={job.seenAt} job={job} /> },
        ]}
      />
    </FootPart>
  )
}

const OtherSources = ({ sources }: { sources: JobDetail['otherSources'] }) => (
  <ul>
    {sources.map(({ source, url, pay, place }) => (
      <li key={source}>
        {url === null ? (
          sourceText(source)
        ) : (
          <ExternalLink url={url}>{sourceText(source)}</ExternalLink>
        )}
        {(pay ?? place) !== null && `: ${[pay, place].filter(Boolean).join(', ')}`}
      </li>
    ))}
  </ul>
)

const Deadline = ({ job, at }: { job: JobDetail; at: string }) => (
  <>
    <Day at={at} job={job} />
    {job.applyUntil && `, end of the day ${timeZoneText(job.applyUntil.timeZone)}`} ·{' '}
    <Anchor href={`${jobPath(job.id)}/deadline.ics`}>Add to calendar</Anchor>
  </>
)

const ExternalLink = ({ url, children }: { url: string; children: ReactNode }) => (
  <Anchor href={externalHref(url)} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </Anchor>
)

/** A part of what ends the posting; on phones they are one list. */
const FootPart = (part: { title: string; children: ReactNode }) => (
  <LabeledSection {...part} size="sm" titleClass="mb-2 max-sm:sr-only" className="min-w-0" />
)

/** Terms beside values. */
const FactList = ({ items }: { items: readonly Definition[] }) => (
  <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-4 gap-y-1 [&_dt]:text-muted">
    {items.map(
      ({ term, value }) =>
        value && (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
)

const Day = ({ at, job: { state } }: { at: string; job: JobDetail }) => (
  <time dateTime={at}>{postingDayText(at, state)}</time>
)
