import { useQueries } from '@tanstack/react-query'
import type { JobDetail } from '#features/jobs/contract.ts'
import { formatDollars } from '#features/jobs/display.ts'
import { isCompared } from '#features/jobs/model.ts'
import { ComparePage, loadCompared } from '#features/jobs/web/compare-page.tsx'
import type { ComparedPay as Part } from '#features/jobs/web/job-parts.ts'
import type { ComparablePay } from '#features/salaries/contract.ts'
import { comparablePayQuery, prefetchComparablePay } from '#features/salaries/web/queries.ts'
import { formatNumber } from '#shared/numbers.ts'
import { stateName } from '#shared/us-states.ts'
import type { PageLoad } from '#platform/web/navigation.tsx'

export { head } from '#features/jobs/web/compare-page.tsx'

export const load: PageLoad = (args) => loadCompared(args, prefetchComparablePay)

export const Page = () => <ComparePage ComparedPay={ComparedPay} />

const ComparedPay: Part = ({ jobs, children }) => {
  const answers = useQueries({ queries: jobs.map((job) => comparablePayQuery(job)) }).map(({ data }) => data?.comparable)
  if (!answers.some(Boolean)) return children(undefined)
  return children({
    term: 'Comparable pay',
    cells: jobs.map((job, index) => <ComparableText key={job.id} job={job} statistics={answers[index]} />),
    differs: new Set(jobs.map((job, index) => JSON.stringify(isCompared(job) && answers[index]))).size > 1,
  })
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
