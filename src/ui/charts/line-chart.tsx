import { useId } from 'react'
import { formatNumber } from '#shared/numbers.ts'
import { DataTable } from '../data-table.tsx'
import { placeOn, scaleOf, type Scale } from './range-bar.tsx'

type ChartLine = { id: string; label: string; values: readonly number[] }

type Props = {
  title: string
  /** The table's heading, and a label for each value. */
  along: { header: string; labels: readonly string[] }
  /** Up to three series, distinguished by dashes as well as by color. */
  lines: readonly ChartLine[]
}

const looks = [
  { className: 'stroke-action', dashes: undefined },
  { className: 'stroke-ink', dashes: '6 5' },
  { className: 'stroke-muted', dashes: '1 6' },
]

/** The least top of the scale, so that small counts look small. */
const minTop = 5

/** A line chart of counts, with the same numbers in a table that opens below. */
export function LineChart({ title, along, lines }: Props) {
  const titleId = useId()
  const scale = scaleOf([0, minTop, ...lines.flatMap((line) => line.values)])
  return (
    <figure aria-labelledby={titleId} className="min-w-0">
      <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        <Legend lines={lines} />
      </figcaption>
      <div aria-hidden className="ml-14 text-xs text-muted tabular-nums">
        <Plot scale={scale} lines={lines} />
        <div className="mt-2 flex justify-between">
          {[
            ...new Set([
              along.labels[0],
              along.labels[Math.floor(along.labels.length / 2)],
              along.labels.at(-1),
            ]),
          ].map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
      </div>
      <details className="mt-3">
        <summary className="text-link inline-flex min-h-8 cursor-pointer items-center text-xs">
          Show as a table
        </summary>
        <div className="mt-2">
          <DataTable
            caption={title}
            rows={along.labels.map((label, at) => ({ label, at }))}
            rowKey={(row) => row.label}
            columns={[
              { header: along.header, cell: (row) => row.label, isRowHeader: true },
              ...lines.map(({ label, values }) => ({
                header: label,
                cell: (row: { at: number }) => formatNumber(values[row.at] ?? 0),
                align: 'right' as const,
              })),
            ]}
          />
        </div>
      </details>
    </figure>
  )
}

const Legend = ({ lines }: Pick<Props, 'lines'>) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
    {lines.map(({ id, label }, index) => (
      <li key={id} className="flex items-center gap-2">
        <svg aria-hidden width="28" height="8">
          <path d="M2 4H26" {...strokeOf(index)} />
        </svg>
        {label}
      </li>
    ))}
  </ul>
)

/** The picture is stretched to the width; strokes are not. */
const size = 1000

function Plot({ scale, lines }: { scale: Scale; lines: readonly ChartLine[] }) {
  const heightOf = (value: number) => size - (Number.parseFloat(placeOn(scale, value)) * size) / 100
  return (
    <div className="relative h-48">
      {/* Counts are integers, so ticks are, too. */}
      {scale.ticks.filter(Number.isInteger).map((tick) => (
        <div
          key={tick}
          style={{ bottom: placeOn(scale, tick) }}
          className="absolute inset-x-0 border-b border-line"
        >
          <span className="absolute right-full bottom-0 translate-y-1/2 pr-2 leading-none">
            {formatNumber(tick)}
          </span>
        </div>
      ))}
      <svg
        viewBox={`0 0 ${size} ${size}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        {lines.map(({ id, values }, index) => (
          <path key={id} d={pathOf(values, heightOf)} {...strokeOf(index)} />
        ))}
      </svg>
    </div>
  )
}

function strokeOf(index: number) {
  const { className, dashes } = looks[index % looks.length] ?? {}
  return {
    className,
    fill: 'none',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    strokeDasharray: dashes,
    vectorEffect: 'non-scaling-stroke',
  } as const
}

/** A single value is a dot. */
function pathOf(values: readonly number[], heightOf: (value: number) => number) {
  if (values.length === 1) return `M${size / 2} ${heightOf(values[0] ?? 0)}h0`
  return values
    .map(
      (value, at) =>
        `${at === 0 ? 'M' : 'L'}${(at * size) / (values.length - 1)} ${heightOf(value)}`,
    )
    .join('')
}
