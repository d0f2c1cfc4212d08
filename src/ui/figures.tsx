import type { ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'
import { cardClass } from './layout.tsx'
import { Skeleton } from './feedback.tsx'

type Props = {
  label: ReactNode
  value: number | string | undefined
  /** A quiet line below. */
  note?: ReactNode
}

export const StatCard = ({ label, value, note }: Props) => (
  <div
    className={`${cardClass} grid grid-cols-[minmax(0,1fr)_auto] content-start items-baseline gap-x-2 px-3 sm:px-4 py-3 sm:grid-cols-1 sm:py-4`}
  >
    <dt className="text-xs font-semibold text-muted">{label}</dt>
    <dd className="text-lg font-semibold tabular-nums sm:mt-1 sm:text-xl">
      {value === undefined ? (
        <Skeleton className="h-8 w-16" />
      ) : typeof value === 'number' ? (
        formatNumber(value)
      ) : (
        value
      )}
    </dd>
    {note !== undefined && <dd className="text-xs text-muted max-sm:col-span-2 sm:mt-1">{note}</dd>}
  </div>
)

export type Definition = { term: string; value: ReactNode }

/** Terms above values; items without a value are left out. */
export function DefinitionGrid({
  items,
  className = '',
}: {
  items: readonly Definition[]
  className?: string
}) {
  const given = items.filter(
    ({ value }) => value !== null && value !== undefined && value !== false && value !== '',
  )
  if (given.length === 0) return null
  return (
    <dl
      className={`grid grid-cols-2 gap-x-6 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-y-3 sm:gap-x-8 sm:gap-y-5 ${className}`}
    >
      {given.map(({ term, value }) => (
        <div key={term}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="mt-0.5 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type ProgressProps = {
  label: string
  /** From 0 to 1; undefined if unknown. */
  value?: number | undefined
  className?: string
}

/** The progress of a longer task. */
export function ProgressBar({ label, value, className = '' }: ProgressProps) {
  const percent =
    value === undefined ? undefined : Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== undefined && { 'aria-valuenow': percent })}
      className={`h-2 overflow-hidden rounded-full bg-line ${className}`}
    >
      <div
        className={`h-full rounded-full bg-action transition-[width] ${percent === undefined ? 'w-1/3 animate-pulse' : ''}`}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}

const [width, height, gap] = [8, 24, 2]

/** A small bar chart of a few counts; the text beside it must say the same. */
export function SparkBars({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${values.length * (width + gap) - gap} ${height}`}
      className="h-6 shrink-0 text-action"
    >
      {values.map((value, index) => {
        // Zero has a visible bar, too.
        const tall = Math.max(1, Math.round((value / highest) * height))
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- each is a place in a row
            key={index}
            x={index * (width + gap)}
            y={height - tall}
            width={width}
            height={tall}
            fill="currentColor"
          />
        )
      })}
    </svg>
  )
}

type MonogramProps = { name: string; logo?: string | undefined; className?: string }

/** A logo within a square, which keeps its room while it loads, or the first letters of a name. */
export function Monogram({ name, logo, className = 'size-12 text-lg' }: MonogramProps): ReactNode {
  const shape = `shrink-0 rounded-sm ${className}`
  // Logos are made for paper, also in the dark.
  if (logo !== undefined)
    return (
      <img
        src={logo}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className={`border border-line bg-white object-contain ${shape}`}
      />
    )
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => word[0])
  return (
    <span
      aria-hidden
      className={`grid place-items-center bg-action-wash font-bold text-action ${shape}`}
    >
      {letters.join('') || name[0]}
    </span>
  )
}
