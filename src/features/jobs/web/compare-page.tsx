import { useQueries } from '@tanstack/react-query'
import { type ReactNode, Children, Fragment, useEffect, type CSSProperties } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { comparePath } from '#shared/paths.ts'
import { EmptyState, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import {
  LinkButton,
  useShownPage,
  type PageHead,
  type PageLoad,
  Link,
  useNavigate,
} from '#platform/web/navigation.tsx'
import { BackToResults } from './components/results-context.tsx'
import { useJobParts } from './job-parts.ts'
import { isRefusal, jobQuery, onServer } from './queries.ts'
import { mostCompared, parseComparedIds, comparedIds, setComparedIds } from './tab-choices.ts'
import { X } from 'lucide-react'
import type { JobDetail } from '../contract.ts'
import {
  ageLabel,
  allPlacesText,
  payRange,
  payText,
  payUnitLabels,
  shortDollars,
} from '../display.ts'
import { payRangeAnnual } from '../model.ts'
import { RangeBar, scaleOf } from '#ui/charts/range-bar.tsx'
import { iconButtonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { termFacts } from '../terms.ts'
import { facilityFacts, factsToCompare, posterOf, requirementsOf } from './components/job-facts.tsx'
import { ApplyLink, Employer, Pay } from './components/job-elements.tsx'

/** A job that is gone is left out; the others are compared. */
export const load: PageLoad = async ({ queryClient, search: { jobs } }) => {
  const loading = parseComparedIds(jobs).map((id) => queryClient.prefetchQuery(jobQuery(id)))
  if (onServer) await Promise.all(loading)
}

export const head: PageHead = ({ site }) =>
  pageHead({
    site,
    title: 'Compare Jobs',
    description:
      'Up to four physician jobs side by side: pay, location, schedule, visa support and benefits.',
    path: comparePath,
    // A choice of jobs is personal.
    noindex: true,
  })

/** The jobs of the address side by side, so that people can bookmark and share a comparison. */
export function Page(): ReactNode {
  const ids = parseComparedIds(useShownPage().search['jobs'])
  const answers = useQueries({ queries: ids.map((id) => jobQuery(id)) })
  const { SaveAfterSignIn } = useJobParts()
  const navigate = useNavigate()
  // The header's link names no jobs: it means those that are chosen in this tab.
  useEffect(() => {
    const chosen = comparedIds()
    if (ids.length === 0 && chosen.length > 0)
      navigate({ to: comparePath, search: { jobs: chosen.join(',') }, replace: true })
  }, [ids.length, navigate])
  const jobs = answers.flatMap(({ data }) => (data ? [data] : []))
  const missing = answers.filter(({ error }) => isRefusal(error)).length
  const failed = answers.filter(({ error }) => error !== null && !isRefusal(error))
  if (ids.length === 0 || missing === ids.length) return <NothingToCompare isGone={missing > 0} />

  return (
    <article className="page-column pt-5">
      <SaveAfterSignIn />
      <BackToResults search={{}} />
      <h1 className="mt-2 text-2xl font-bold">Compare Jobs</h1>
      {missing > 0 && (
        <p role="status" className="mt-3 text-muted">
          {missing === 1 ? 'One of these jobs is' : `${missing} of these jobs are`} no longer
          listed.
        </p>
      )}
      {failed.length > 0 ? (
        <LoadFailure onRetry={() => failed.forEach(({ refetch }) => void refetch())}>
          Failed to load these jobs. Please try again.
        </LoadFailure>
      ) : jobs.length + missing === ids.length ? (
        <CompareTable jobs={jobs} />
      ) : (
        <Skeleton className="mt-6 h-dvh" />
      )}
    </article>
  )
}

const NothingToCompare = ({ isGone }: { isGone: boolean }) => (
  <EmptyState
    level={1}
    title={isGone ? 'These jobs are no longer listed' : 'No jobs to compare'}
    actions={<LinkButton label="Browse Jobs" to="/jobs" />}
  >
    Press the scales beside up to {mostCompared} jobs, then compare them on this page.
  </EmptyState>
)

/**
 * One column for each job, whose head stays while one scrolls. On phones each term stands above its
 * values. Columns that do not fit scroll beside the fixed terms.
 */
export function CompareTable({ jobs }: { jobs: readonly JobDetail[] }) {
  const facts = [...payFacts(jobs), ...comparedFacts(jobs, useShownPage().now)]
  const isWide = jobs.length > 2
  const shared = jobs.length === 1 ? [] : facts.filter(({ differs }) => !differs)
  const widths = {
    '--narrow': isWide ? `${jobs.length * 10}rem` : 0,
    '--wide': `${6 + jobs.length * 10}rem`,
    '--jobs': `repeat(${jobs.length}, minmax(0, 1fr))`,
  } as CSSProperties
  return (
    <div
      role="region"
      aria-label="Jobs side by side"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      // The heads stick to what scrolls: the page, or this where the columns have no room.
      className={`relative mt-6 ${isWide ? 'max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-auto' : ''}`}
    >
      <table
        className="w-full min-w-(--narrow) table-fixed border-separate border-spacing-0 text-xs max-sm:block sm:min-w-(--wide)"
        style={widths}
      >
        <caption className="sr-only">
          Jobs side by side: first where they differ, then what they share
        </caption>
        <thead className="sticky top-0 z-20 bg-paper max-sm:block print:static">
          <tr className={row}>
            <th scope="col" className="sticky left-0 z-10 w-44 bg-paper max-sm:hidden">
              <span className="sr-only">What</span>
            </th>
            {jobs.map((job) => (
              <th key={job.id} scope="col" className={`${cell} text-left font-normal`}>
                <JobHead job={job} jobs={jobs} />
              </th>
            ))}
          </tr>
        </thead>
        <Group
          title={jobs.length === 1 ? 'Details' : 'Differences'}
          facts={facts.filter((fact) => !shared.includes(fact))}
        />
        {jobs.length > 1 && <Group title="In common" facts={shared} isQuiet />}
      </table>
    </div>
  )
}

const row = 'max-sm:grid max-sm:grid-cols-(--jobs)'
const cell = 'p-3 align-top max-sm:py-1 max-sm:pr-3 max-sm:pl-0 sm:border-t sm:border-line'

function JobHead({ job, jobs }: { job: JobDetail; jobs: readonly JobDetail[] }) {
  const { SaveButton } = useJobParts()
  const navigate = useNavigate()
  const ids = jobs.map(({ id }) => id)
  const others = ids.filter((id) => id !== job.id)
  function remove() {
    const chosen = comparedIds()
    setComparedIds(chosen.filter((id) => id !== job.id))
    const undo = () => {
      setComparedIds(chosen)
      navigate({ to: '/compare', search: { jobs: ids.join(',') }, replace: true })
    }
    toast({ title: 'Removed from the comparison', action: { label: 'Undo', run: undo } })
  }
  return (
    <>
      <Link
        to="/jobs/:id"
        params={{ id: job.id }}
        className="line-clamp-2 text-sm font-semibold text-ink no-underline hover:text-action hover:underline"
      >
        {job.title}
      </Link>
      <p className="text-muted wrap-anywhere sm:truncate">
        <Employer job={job} />
      </p>
      <span className="mt-1 flex flex-wrap items-center print:hidden sm:gap-x-1">
        <ApplyLink job={job} look="secondary" size="sm" className="mr-auto" />
        <SaveButton job={job} look="icon" />
        <Link
          to="/compare"
          search={{ jobs: others.join(',') }}
          preload={false}
          title="Remove"
          aria-label={`Remove: ${job.title}`}
          onClick={remove}
          className={iconButtonClass}
        >
          <X />
        </Link>
      </span>
    </>
  )
}

/** What each pays: a row for each unit, and all drawn on the scale of a year. */
function payFacts(jobs: readonly JobDetail[]): ComparedFact[] {
  const ranges = jobs.map((job) => payRangeAnnual(job))
  const known = ranges.filter((range) => range !== undefined)
  const scale = known.length > 1 ? scaleOf(known.flatMap(({ from, to }) => [from, to])) : undefined
  const units = new Set(jobs.flatMap((job) => (payRange(job) ? [job.compUnit] : [])))
  const isMixed = units.size > 1
  const years = jobs.map((job, index) => {
    const range = ranges[index]
    return (
      <Fragment key={job.id}>
        {isMixed && range && job.compUnit !== 'YEAR' ? (
          `About ${yearText(range)}`
        ) : (
          <Pay job={job} />
        )}
        {scale && range && (
          <span className="mx-1 mt-1 block">
            <RangeBar scale={scale} range={range} />
          </span>
        )}
      </Fragment>
    )
  })
  const differs = new Set(jobs.map((job) => payText(job))).size > 1
  const others = [...units].filter((unit) => isMixed && unit !== 'YEAR')
  return [
    { term: isMixed ? 'Pay a year' : 'Pay', cells: years, differs },
    ...others.map((unit) => ({
      term: `Pay ${payUnitLabels[unit]}`,
      cells: jobs.map((job) =>
        job.compUnit === unit && payRange(job) ? <Pay key={job.id} job={job} /> : '–',
      ),
      differs,
    })),
  ]
}

const yearText = ({ from, to }: { from: number; to: number }) =>
  `${from === to ? '' : `${shortDollars(from)} - `}${shortDollars(to)} a year`

/** One cell a job, in their order. */
type Row = { term: string; cells: readonly ReactNode[] }
type ComparedFact = Row & { differs: boolean }

/** An empty text is a fact that the posting does not state. */
const Group = ({
  title,
  facts,
  isQuiet = false,
}: {
  title: string
  facts: readonly Row[]
  isQuiet?: boolean
}) => (
  <tbody className="max-sm:block">
    <tr className="max-sm:block">
      <th
        scope="rowgroup"
        colSpan={(facts[0]?.cells.length ?? 0) + 1}
        className="border-line pt-8 pb-2 text-left text-base font-semibold max-sm:block max-sm:px-0 sm:border-t"
      >
        <span className="sticky left-0">{title}</span>
      </th>
    </tr>
    {facts.map(({ term, cells }) => (
      <tr key={term} className={`${row} max-sm:border-t max-sm:border-line max-sm:py-1`}>
        <th
          scope="row"
          className="left-0 z-10 border-line bg-paper py-3 pr-2 text-left align-top font-semibold max-sm:col-span-full max-sm:px-0 max-sm:pt-1 max-sm:pb-0 max-sm:text-muted sm:sticky sm:border-t"
        >
          <span className="max-sm:sticky max-sm:left-0">{term}</span>
        </th>
        {Children.toArray(
          cells.map((candidate) => (
            <td className={`${cell} ${isQuiet || candidate === '' ? 'text-muted' : ''}`}>
              {candidate === '' ? 'Not stated' : candidate}
            </td>
          )),
        )}
      </tr>
    ))}
  </tbody>
)

/** The facts that at least one of the jobs states. */
function comparedFacts(jobs: readonly JobDetail[], now: number): ComparedFact[] {
  const columns = jobs.map((job) => new Map(factsOf(job, now)))
  const terms = [...new Set(columns.flatMap((column) => [...column.keys()]))]
  return terms
    .map((term) => ({ term, cells: columns.map((column) => column.get(term) ?? '') }))
    .filter(({ cells }) => cells.some((value) => value !== ''))
    .map((fact) => ({ ...fact, differs: new Set(fact.cells).size > 1 }))
}

function factsOf(job: JobDetail, now: number): [term: string, value: string][] {
  const facts = [
    { term: 'Location', value: allPlacesText(job) },
    ...factsToCompare(job),
    ...termFacts(job.terms),
    { term: 'Payroll', value: job.payrollType },
    { term: 'Requirements', value: requirementsOf(job).join(', ') },
    { term: 'Benefits', value: job.benefits.join(', ') },
    ...facilityFacts(job).filter(({ term }) => term !== 'Address' && term !== 'Employer'),
    { term: 'Posted by', value: posterOf(job) },
    { term: 'Posted', value: ageLabel(job.postedAt, now) },
  ]
  return facts.map(({ term, value }) => [term, typeof value === 'string' ? value : ''])
}
