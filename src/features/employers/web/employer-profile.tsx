import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { countText, formatDollars, payRange } from '#features/jobs/display.ts'
import { isCompared, payRangeAnnual } from '#features/jobs/model.ts'
import { contractTerms } from '#features/jobs/terms.ts'
import { isSpecialty, specialtySlug } from '#vocabulary/specialties.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import { logoPath, photoPath, slugOf, teamPath } from '#shared/paths.ts'
import { DefinitionGrid, Monogram } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { Link, TextLink, useShownPage } from '#platform/web/navigation.tsx'
import type { EmployerProfile } from '../contract.ts'
import { countedMonths } from '../model.ts'

type Props = { employer: EmployerProfile }
/** `listed`: all of its jobs, where the page has them. */
type FiguresProps = Props & { listed?: readonly JobSummary[] | undefined }

/** Who they are. */
export function EmployerIntro({ employer }: Props) {
  const { path } = useShownPage()
  const { description } = employer.about ?? {}
  return (
    <div className="mt-2 mb-5 flex flex-col gap-5">
      <EmployerFacts employer={employer} />
      {description && <p className="max-w-prose whitespace-pre-line">{description}</p>}
      {employer.photos.length > 0 && (
        <div>
          <ul aria-label="Photos" className="flex gap-2 overflow-x-auto">
            {employer.photos.map(({ id, alt }) => (
              <li key={id} className="shrink-0">
                <a href={photoPath(id, 1280)} target="_blank" rel="noopener" className="block">
                  <img
                    src={photoPath(id, 640)}
                    alt={alt}
                    loading="lazy"
                    className="h-32 max-w-72 rounded-sm object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
          <TextLink
            to="/contact"
            search={{ about: path }}
            className="inline-flex min-h-8 items-center text-xs"
          >
            Report a photo
          </TextLink>
        </div>
      )}
    </div>
  )
}

/** What they pay, what they usually state, and how they hire: above their jobs or beside them. */
export const EmployerFigures = ({ employer, listed }: FiguresProps) => (
  <div className="@container mb-5">
    <div className="grid items-start gap-x-10 gap-y-6 @min-[42rem]:grid-cols-2 @min-[72rem]:grid-cols-[1.3fr_1fr_1fr]">
      {/* One or two jobs say it themselves. */}
      {employer.jobs > 2 && (
        <>
          <PayBesideMedian employer={employer} listed={listed} />
          <StatedTerms employer={employer} />
        </>
      )}
      <HowTheyHire employer={employer} />
    </div>
  </div>
)

/** '12 open jobs in Austin, TX · Hospital system · Posted by a recruiter'. */
function EmployerFacts({ employer }: Props) {
  const { name, jobs, isVerifiedHospital, isThroughRecruiters, about, logoId } = employer
  const kind = about?.kind ?? employer.organizationType
  return (
    <div className="flex items-center gap-3 text-base">
      <Monogram name={name} logo={logoId === null ? undefined : logoPath(logoId, 96)} />
      <p className="max-w-prose min-w-0 wrap-anywhere">
        <a href="#results" className="text-link tabular-nums">
          {countText(jobs).replace(' ', ' open ')}
        </a>
        {whereText(employer)}
        {kind !== null && ` · ${kind}`}
        {isThroughRecruiters && ' · Posted by a recruiter'}
        {isVerifiedHospital && (
          <>
            {' · '}
            <BadgeCheck aria-hidden className="mr-1 inline size-4 text-action" />
            Verified hospital
          </>
        )}
      </p>
    </div>
  )
}

function whereText({ places, placeCount, states }: EmployerProfile) {
  const more = placeCount - places.length
  if (states > places.length) return ` in ${formatNumber(states)} states`
  return places.length === 0
    ? ''
    : ` in ${places.join(' · ')}${more > 0 ? ` and ${counted(more, 'more location')}` : ''}`
}

/** Who hires there, and how fast they answer. */
function HowTheyHire({ employer: { name, about, hires, closed, answers } }: Props) {
  const facts = [
    { term: 'Hires', value: hires === null ? null : hiresTexts[hires] },
    { term: 'Size', value: about?.size && `${about.size} employees` },
    {
      term: 'Postings close',
      value:
        closed &&
        `After ${days(closed.days)} (median of ${formatNumber(closed.postings)} here in the last ` +
          `${countedMonths} months)`,
    },
    {
      term: 'Answers',
      value:
        answers &&
        `Usually within ${days(answers.days)} (${formatNumber(answers.inquiries)} inquiries here ` +
          `in the last ${countedMonths} months)`,
    },
    {
      term: 'Website',
      value: about?.site && (
        <a
          href={about.site}
          rel="nofollow noopener noreferrer"
          target="_blank"
          className="text-link wrap-anywhere"
        >
          {new URL(about.site).hostname}
        </a>
      ),
    },
  ]
  return (
    <div>
      {facts.some(({ value }) => value) && (
        <LabeledSection title="How they hire" size="sm" titleClass="mb-2">
          <DefinitionGrid items={facts} className="mb-3 *:last:col-span-2 sm:grid-cols-2!" />
        </LabeledSection>
      )}
      <p className="text-xs text-muted">
        Do you work here?{' '}
        <Link to={teamPath} search={{ employer: slugOf(name) }} className="text-link">
          Request access to the team
        </Link>
      </p>
    </div>
  )
}

const hiresTexts = {
  'in-house': 'In-house',
  'search-firms': 'Through search firms',
  both: 'In-house and through search firms',
}

const days = (count: number) => (count === 1 ? 'a day' : `${formatNumber(count)} days`)

const shownSpecialties = 3

/** What the jobs state in figures of a year. */
function statedPay(jobs: readonly JobSummary[]): string | undefined {
  const ranges = jobs.flatMap((job) =>
    job.compUnit === 'YEAR' && isCompared(job) ? (payRangeAnnual(job) ?? []) : [],
  )
  if (ranges.length === 0) return undefined
  const compMin = Math.min(...ranges.map(({ from }) => from))
  return payRange({ compMin, compMax: Math.max(...ranges.map(({ to }) => to)) })
}

function PayBesideMedian({ employer, listed }: FiguresProps) {
  const stated = ({ specialty, median }: EmployerProfile['specialties'][number]) =>
    statedPay(listed?.filter((job) => job.specialty === specialty) ?? []) ??
    (median === null ? undefined : formatDollars(median))
  const figures = employer.specialties.map((row) => ({ ...row, stated: stated(row) }))
  const stating = figures.filter((row) => row.stated !== undefined)
  // The board's medians alone say nothing about this employer.
  if (stating.length === 0) return null
  const specialties = [...stating, ...figures.filter((row) => row.stated === undefined)]
  const list = (shown: typeof specialties) => (
    <ul className="divide-y divide-line text-sm">
      {shown.map(({ specialty, jobs, stated, boardMedian }) => (
        <li key={specialty} className="py-1.5">
          <p className="flex justify-between gap-x-4">
            {isSpecialty(specialty) && specialty !== 'Other' ? (
              <Link
                to="/jobs/specialty/:specialty"
                params={{ specialty: specialtySlug(specialty) }}
                className="text-link"
              >
                {specialty}
              </Link>
            ) : (
              specialty
            )}
            <span className="shrink-0 text-muted tabular-nums">{countText(jobs)}</span>
          </p>
          <p className="text-xs text-muted tabular-nums first-letter:uppercase">
            {stated !== undefined && (
              <>
                <span className="font-semibold text-pay">{stated}</span>
                {boardMedian !== null && ' · '}
              </>
            )}
            {boardMedian !== null && `all employers ${formatDollars(boardMedian)}`}
          </p>
        </li>
      ))}
    </ul>
  )
  const others = specialties.slice(shownSpecialties)
  return (
    <LabeledSection title="Pay by specialty" size="sm" titleClass="mb-1">
      {list(specialties.slice(0, shownSpecialties))}
      <More label={`${others.length} more`} isNeeded={others.length > 0}>
        {list(others)}
      </More>
      <p className="mt-2 text-xs text-muted">
        Full-time pay a year: what its postings state, and medians where at least five do.
      </p>
    </LabeledSection>
  )
}

const More = ({
  label,
  isNeeded,
  children,
}: {
  label: string
  isNeeded: boolean
  children: ReactNode
}) =>
  isNeeded && (
    <details className="mt-1">
      <summary className="min-h-8 py-1 text-xs text-action pointer-coarse:min-h-11">
        {label}
      </summary>
      {children}
    </details>
  )

const shownTerms = 5

function StatedTerms({ employer: { jobs, terms } }: Props) {
  if (terms.length === 0) return null
  const sorted = terms.toSorted((a, b) => b.jobs - a.jobs)
  const list = (shown: EmployerProfile['terms']) => (
    <dl className="divide-y divide-line text-sm">
      {shown.map(({ term, jobs: stating }) => (
        <div key={term} className="flex justify-between gap-4 py-1.5">
          <dt>{contractTerms[term].label}</dt>
          <dd className="text-muted tabular-nums">
            {formatNumber(stating)} of {formatNumber(jobs)}
          </dd>
        </div>
      ))}
    </dl>
  )
  const others = sorted.slice(shownTerms)
  return (
    <LabeledSection title="Terms its postings state" size="sm" titleClass="mb-1">
      {list(sorted.slice(0, shownTerms))}
      <More label={`${others.length} more`} isNeeded={others.length > 0}>
        {list(others)}
      </More>
    </LabeledSection>
  )
}
