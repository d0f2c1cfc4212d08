import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { formatDollars } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { ComparablePay } from '#features/salaries/contract.ts'
import { isCompared, payRangeAnnual } from '#features/salaries/model.ts'
import { stateName } from '#shared/us-states.ts'
import { RangeBar } from '#ui/charts/range-bar.tsx'
import { scaleOf } from '#ui/charts/scale.ts'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { comparedFacts } from '../compare-facts.ts'
import type { ComparedFact } from '../compare-facts.ts'
import { comparedIds, setComparedIds } from '../compared-jobs.ts'
import { comparablePayQuery } from '../queries.ts'
import { ApplyLink } from './apply-link.tsx'
import { Employer } from './employer.tsx'
import { Pay } from './pay.tsx'
import { SaveButton } from './save-button.tsx'

type Props = { jobs: readonly JobDetail[] }

/** One column a job. Where they do not fit, the columns scroll under the terms, which stay. */
export function CompareTable({ jobs }: Props) {
  const facts = comparedFacts(jobs, useShownPage().now)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div role="region" aria-label="Jobs side by side" tabIndex={0} className="relative mt-6 overflow-x-auto">
      <table
        className="w-full table-fixed border-separate border-spacing-0 text-xs"
        style={{ minWidth: `${6 + jobs.length * 10}rem` }}
      >
        <caption className="sr-only">Jobs side by side: first where they differ, then what they share</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-10 w-24 bg-paper sm:w-44">
              <span className="sr-only">What</span>
            </th>
            {jobs.map((job) => (
              <th key={job.id} scope="col" className={`${cell} text-left font-normal`}>
                <JobHead job={job} jobs={jobs} />
              </th>
            ))}
          </tr>
        </thead>
        <Group title={jobs.length > 1 ? 'Where they differ' : 'What it says'} columns={jobs.length}>
          <PayRow jobs={jobs} />
          <ComparableRow jobs={jobs} />
          <FactRows facts={facts.filter(({ differs }) => differs || jobs.length === 1)} jobs={jobs} />
          <Row term="Apply">
            {jobs.map((job) => (
              <td key={job.id} className={cell}>
                <ApplyLink job={job} look="secondary" size="sm" />
              </td>
            ))}
          </Row>
        </Group>
        {jobs.length > 1 && (
          <Group title="What they share" columns={jobs.length}>
            <FactRows facts={facts.filter(({ differs }) => !differs)} jobs={jobs} isQuiet />
          </Group>
        )}
      </table>
    </div>
  )
}

const cell = 'border-t border-line p-3 align-top break-words'

function JobHead({ job, jobs }: { job: JobDetail; jobs: readonly JobDetail[] }) {
  const others = jobs.filter(({ id }) => id !== job.id).map(({ id }) => id)
  return (
    <>
      <span className="flex justify-end gap-1">
        <SaveButton job={job} look="icon" />
        <Link
          to="/compare"
          search={{ jobs: others.join(',') }}
          preload={false}
          title="Take out"
          aria-label={`Take out: ${job.title}`}
          onClick={() => setComparedIds(comparedIds().filter((id) => id !== job.id))}
          className={`${iconButtonClass} -m-1`}
        >
          <X aria-hidden className="size-4" />
        </Link>
      </span>
      <Link
        to="/jobs/:id"
        params={{ id: job.id }}
        className="text-sm font-semibold break-words text-ink no-underline hover:text-action hover:underline"
      >
        {job.title}
      </Link>
      <p className="text-muted">
        <Employer job={job} />
      </p>
    </>
  )
}

/** What each pays, as its posting says it, and drawn on one scale. */
function PayRow({ jobs }: Props) {
  const ranges = jobs.map((job) => payRangeAnnual(job))
  const known = ranges.filter((it) => it !== undefined)
  const scale = known.length > 1 ? scaleOf(known.flatMap(({ from, to }) => [from, to])) : undefined
  return (
    <Row term="Pay">
      {jobs.map((job, index) => (
        <td key={job.id} className={cell}>
          <Pay job={job} unstated="words" />
          {scale && ranges[index] && (
            <span className="mx-1 mt-1 block">
              <RangeBar scale={scale} own={ranges[index]} />
            </span>
          )}
        </td>
      ))}
    </Row>
  )
}

function ComparableRow({ jobs }: Props) {
  const answers = useQueries({ queries: jobs.map((job) => comparablePayQuery(job)) })
  if (answers.every(({ data }) => !data?.comparable)) return null
  return (
    <Row term="Comparable pay">
      {jobs.map((job, index) => (
        <td key={job.id} className={cell}>
          <ComparableText job={job} statistics={answers[index]?.data?.comparable} />
        </td>
      ))}
    </Row>
  )
}

function ComparableText({ job, statistics }: { job: JobDetail; statistics: ComparablePay | null | undefined }) {
  if (!isCompared(job)) return <span className="text-muted">Not full-time</span>
  if (!statistics) return <span className="text-muted">Too few postings</span>
  const { median, postings, specialty, state } = statistics
  return (
    <>
      <span className="font-semibold text-pay tabular-nums">{formatDollars(median)}</span> a year, median of{' '}
      {formatNumber(postings)} active postings: {specialty}, {state ? stateName(state) : 'United States'}
    </>
  )
}

function FactRows({ facts, jobs, isQuiet = false }: Props & { facts: readonly ComparedFact[]; isQuiet?: boolean }) {
  return facts.map(({ term, values }) => (
    <Row key={term} term={term}>
      {values.map((value, index) => (
        <td key={jobs[index]?.id} className={`${cell} ${isQuiet || value === '' ? 'text-muted' : ''}`}>
          {value === '' ? 'Not stated' : value}
        </td>
      ))}
    </Row>
  ))
}

function Group({ title, columns, children }: { title: string; columns: number; children: ReactNode }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns + 1} className="border-t border-line pt-8 pb-2 text-left text-base font-semibold">
          <span className="sticky left-0">{title}</span>
        </th>
      </tr>
      {children}
    </tbody>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 border-t border-line bg-paper py-3 pr-2 text-left align-top font-semibold break-words"
      >
        {term}
      </th>
      {children}
    </tr>
  )
}
