import { BadgeCheck } from 'lucide-react'
import { formatDollars } from '#features/jobs/display.ts'
import { contractTerms } from '#features/jobs/terms.ts'
import { isSpecialty, specialtySlug } from '#vocabulary/specialties.ts'
import { formatNumber } from '#shared/numbers.ts'
import { logoPath, slugOf, teamPath } from '#shared/paths.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { DefinitionGrid, Monogram } from '#ui/figures.tsx'
import { Link } from '#platform/web/navigation.tsx'
import type { EmployerProfile } from '../contract.ts'
import { countedMonths } from '../model.ts'

/** '12 open jobs in 3 states. Hospital system, through recruiters.' */
export function EmployerFacts({
  employer: {
    name,
    jobs,
    states,
    isVerifiedHospital,
    isThroughRecruiters,
    organizationType,
    logoId,
  },
}: Props) {
  return (
    <div className="mt-2 flex items-center gap-3 text-base text-muted">
      <Monogram name={name} logo={logoId === null ? undefined : logoPath(logoId, 96)} />
      <p className="max-w-prose">
        {formatNumber(jobs)} open {jobs === 1 ? 'job' : 'jobs'} in {formatNumber(states)}{' '}
        {states === 1 ? 'state' : 'states'}
        {organizationType !== null && ` · ${organizationType}`}
        {isThroughRecruiters && ' · Posted by a recruiter'}
        {isVerifiedHospital && (
          <>
            {' · '}
            <span className="inline-flex items-center gap-1">
              <BadgeCheck aria-hidden className="size-4 text-action" />
              Verified hospital
            </span>
          </>
        )}
      </p>
    </div>
  )
}

type Props = { employer: EmployerProfile }

/**
 * Who hires there, how fast they answer, and what a verified organization says about itself, as
 * plain text.
 */
export function AboutEmployer({ employer: { name, about, hires, closed, answers } }: Props) {
  const facts = [
    { term: 'Hires', value: hires === null ? null : hiresTexts[hires] },
    { term: 'Kind', value: about?.kind },
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
          className="text-link break-all"
        >
          {new URL(about.site).hostname}
        </a>
      ),
    },
  ]
  return (
    <section className="lg:col-span-2">
      <h2 className="text-lg font-semibold">About {name}</h2>
      {about?.description && (
        <p className="mt-3 max-w-prose break-words whitespace-pre-line">{about.description}</p>
      )}
      <DefinitionGrid items={facts} className="mt-3" />
      <p className="mt-3 text-xs text-muted">
        Do you work here?{' '}
        <Link to={teamPath} search={{ employer: slugOf(name) }} className="text-link">
          Ask for a seat in the team
        </Link>
      </p>
    </section>
  )
}

const hiresTexts = {
  'in-house': 'In-house',
  'search-firms': 'Through search firms',
  both: 'In-house and through search firms',
}

const days = (count: number): string => (count === 1 ? 'a day' : `${formatNumber(count)} days`)

export function PayBesideMedian({ employer: { name, specialties } }: Props) {
  const hasOwn = specialties.some(({ median }) => median !== null)
  return (
    <section>
      <h2 className="text-lg font-semibold">Pay by specialty</h2>
      <DataTable
        caption={`Median full-time pay at ${name} and on the whole board, a year`}
        columns={hasOwn ? columns : columns.filter(({ header }) => header !== 'Here')}
        rows={specialties}
        rowKey={({ specialty }) => specialty}
      />
      <p className="mt-2 text-xs text-muted">
        Medians of full-time pay, where at least five postings state it.
      </p>
    </section>
  )
}

const columns: readonly Column<EmployerProfile['specialties'][number]>[] = [
  {
    header: 'Specialty',
    isRowHeader: true,
    cell: ({ specialty }) =>
      isSpecialty(specialty) && specialty !== 'Other' ? (
        <Link
          to="/jobs/specialty/:specialty"
          params={{ specialty: specialtySlug(specialty) }}
          className="text-link"
        >
          {specialty}
        </Link>
      ) : (
        specialty
      ),
  },
  { header: 'Jobs', align: 'right', cell: ({ jobs }) => formatNumber(jobs) },
  {
    header: 'Here',
    align: 'right',
    cell: ({ median }) =>
      median === null ? '–' : <span className="text-pay">{formatDollars(median)}</span>,
  },
  {
    header: 'All employers',
    align: 'right',
    cell: ({ boardMedian }) => (boardMedian === null ? '–' : formatDollars(boardMedian)),
  },
]

export function StatedTerms({ employer: { jobs, terms } }: Props) {
  if (terms.length === 0) return null
  return (
    <section>
      <h2 className="text-lg font-semibold">Terms its postings state</h2>
      <dl className="mt-3 divide-y divide-line">
        {terms
          .toSorted((one, other) => other.jobs - one.jobs)
          .map(({ term, jobs: stating }) => (
            <div key={term} className="flex justify-between gap-4 py-2">
              <dt className="font-medium">{contractTerms[term].label}</dt>
              <dd className="text-muted tabular-nums">
                {formatNumber(stating)} of {formatNumber(jobs)}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
