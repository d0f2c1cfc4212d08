import type { JobSummary } from '#features/jobs/contract.ts'
import { JobRow } from './job-row.tsx'
import { JobTableHead } from './job-table-head.tsx'

type Props = { jobs: JobSummary[]; now: number }

/**
 * Dense rows, as wide as the place allows: below 44rem each becomes a card of a few lines, and columns come with width.
 */
export function JobTable({ jobs, now }: Props) {
  return (
    <div className="@container">
      <table className="block w-full text-xs @min-[44rem]:table @min-[44rem]:table-fixed">
        <caption className="sr-only">Jobs found</caption>
        <JobTableHead />
        <tbody className="block border-b border-line @min-[44rem]:table-row-group">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
