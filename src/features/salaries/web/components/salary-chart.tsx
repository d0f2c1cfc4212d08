import type { ReactNode } from 'react'
import { formatDollars, shortDollars } from '#features/jobs/display.ts'
import type { PayStatistics } from '#features/salaries/model.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { scaleOf } from '#ui/charts/scale.ts'

type Props = {
  caption: string
  /** What the rows are: specialties, or states. */
  head: string
  rows: readonly (PayStatistics & { key: string; label: ReactNode })[]
}

export function SalaryChart({ caption, head, rows }: Props) {
  return (
    <BarList
      caption={caption}
      heads={{ label: head, median: 'Median', middle: 'Middle half', count: 'Postings' }}
      scale={scaleOf(rows.flatMap(shownEnds))}
      rows={rows.map(({ key, label, postings, ...spread }) => ({ key, label, count: postings, spread }))}
      format={formatDollars}
      formatTick={shortDollars}
    />
  )
}

/** One posting far out must not press all others together: lines that go further end at the edge. */
const shownEnds = ({ lowest, median, highest }: PayStatistics): number[] => [
  Math.max(lowest, median / 2),
  Math.min(highest, median * 2),
]
