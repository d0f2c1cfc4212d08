import type { JobSummary } from '#features/jobs/contract.ts'
import { payRange, payUnitLabels } from '#features/jobs/display.ts'

type Props = { job: Pick<JobSummary, 'compMin' | 'compMax' | 'compText' | 'compUnit'>; unstated: 'dash' | 'words' }

/**
 * What a job pays, as lists say it: in figures, else in the posting's words, else that it does not say. In the columns of a
 * table a dash stands for that.
 */
export function Pay({ job, unstated }: Props) {
  const range = payRange(job)
  if (range !== undefined) {
    return (
      <span className="font-semibold text-pay tabular-nums">
        {range} <span className="text-xs font-normal whitespace-nowrap text-muted">{payUnitLabels[job.compUnit]}</span>
      </span>
    )
  }
  if (job.compText) return <span className="line-clamp-2 text-pay">{job.compText}</span>
  if (unstated === 'words') return <span className="text-muted">Pay not stated</span>
  return (
    <span className="text-muted">
      <span aria-hidden className="hidden @min-[44rem]:inline">
        —
      </span>
      <span className="@min-[44rem]:sr-only">Pay not stated</span>
    </span>
  )
}
