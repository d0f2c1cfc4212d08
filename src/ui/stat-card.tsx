import type { ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'
import { cardClass } from './card.ts'
import { Skeleton } from './feedback.tsx'

type Props = {
  label: string
  value: number | string | undefined
  /** A quiet line below. */
  note?: ReactNode
}

export function StatCard({ label, value, note }: Props) {
  return (
    <div className={`${cardClass} flex flex-col p-4`}>
      <dt className="text-xs font-semibold text-muted">{label}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums">
        {value === undefined ? <Skeleton className="h-8 w-16" /> : typeof value === 'number' ? formatNumber(value) : value}
      </dd>
      {note !== undefined && <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  )
}
