import type { ReactNode } from 'react'

type MapArea = {
  /** Names its outline in the file of shapes. */
  id: string
  label: string
  /** Where its value is written, if at all. */
  x?: number
  y?: number
  /** The value that shades the area; null for unknown. */
  value: number | null
  isChosen?: boolean
}
type MapPlace = {
  id: string
  label: string
  x: number
  y: number
  /** What its size says. */
  count: number
  title: string
  /** Stands under its label. */
  note?: string | undefined
}

type LinkProps = { id: string; title: string; className: string; children: ReactNode }

type Props = {
  /** A file of SVG symbols: one for each area, and `land`. */
  shapes: string
  width: number
  height: number
  areas: readonly MapArea[]
  places?: readonly MapPlace[]
  tone: keyof typeof tones
  /** Written into areas with room for it, and read with each. */
  format: (value: number) => string
  /** The area or place that something beside the map points at. */
  pointed?: string | undefined
  /** Areas whose value has no room. */
  narrow?: ReadonlySet<string>
  /** Without it the map is a picture. */
  renderLink?: (link: LinkProps) => ReactNode
}

const tones = {
  action: [
    'fill-action/12',
    'fill-action/30',
    'fill-action/48',
    'fill-action/66',
    'fill-action/85',
  ],
  pay: ['fill-pay/12', 'fill-pay/30', 'fill-pay/48', 'fill-pay/66', 'fill-pay/85'],
}
const noPlaces: readonly MapPlace[] = []
const maxCircle = 18
const labeledPlaces = 8
const labelSize = 19

/**
 * A map of areas shaded in five steps, with a legend. It is for the eye and the pointer: next to it
 * stands a table with the same figures and links.
 */
export function AreaMap({
  shapes,
  width,
  height,
  areas,
  places = noPlaces,
  tone,
  format,
  pointed,
  narrow,
  renderLink,
}: Props) {
  const steps = stepsOf(areas.flatMap(({ value }) => value || []))
  const most = Math.max(1, ...places.map(({ count }) => count))
  const shaded = areas
    .filter(({ value }) => value)
    .toSorted((a, b) => Number(a.isChosen) - Number(b.isChosen))
  const areaLabel = ({ id, x, y, value }: MapArea) =>
    x === undefined || y === undefined || narrow?.has(id)
      ? []
      : labelOf(id, format(value ?? 0), x, y)
  const labels =
    places.length > 0
      ? apart(
          places
            .toSorted((a, b) => Number(b.id === pointed) - Number(a.id === pointed))
            .map(placeLabel),
        ).slice(0, labeledPlaces)
      : apart(shaded.flatMap(areaLabel))
  const link = (id: string, title: string, children: ReactNode) => (
    <g key={id} data-place={id}>
      {renderLink ? renderLink({ id, title, className: linkClass, children }) : children}
    </g>
  )
  return (
    <div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden
        className="block max-h-[max(24rem,min(34rem,100dvh-24rem))] w-full"
        strokeLinejoin="round"
      >
        <use href={`${shapes}#land`} className="fill-sunken stroke-line" />
        {shaded.map((area) =>
          link(
            area.id,
            `${area.label}: ${format(area.value ?? 0)}`,
            <use
              href={`${shapes}#${area.id}`}
              strokeWidth={area.isChosen ? 3 : 1}
              className={`${tones[tone][stepOf(area.value ?? 0, steps)]} ${area.isChosen ? 'stroke-ink' : 'stroke-paper'}`}
            />,
          ),
        )}
        {/* Above the others: moving the area itself there would lose a click on it. */}
        {shaded.some(({ id }) => id === pointed) && (
          <use
            href={`${shapes}#${pointed}`}
            strokeWidth={3}
            className="pointer-events-none fill-none stroke-ink"
          />
        )}
        {places.map(({ id, title, x, y, count }) =>
          link(
            id,
            title,
            <circle
              cx={x}
              cy={y}
              r={2 + maxCircle * Math.sqrt(count / most)}
              strokeWidth={id === pointed ? 3 : 1}
              className={id === pointed ? 'fill-paper stroke-ink' : 'fill-ink/35 stroke-paper'}
            />,
          ),
        )}
        <g
          fontSize={labelSize}
          textAnchor="middle"
          strokeWidth={4}
          paintOrder="stroke"
          className={labelClass}
        >
          {labels.map(({ id, x, y, text, note, half }) => {
            const middle = Math.min(Math.max(x, half), width - half)
            return (
              <text key={id} x={middle} y={Math.min(y + 6, height - (note ? labelSize : 0) - 6)}>
                {text}
                {note && (
                  <tspan x={middle} dy={labelSize} className="fill-pay">
                    {note}
                  </tspan>
                )}
              </text>
            )
          })}
        </g>
      </svg>
      <Legend steps={steps} tone={tone} format={format} />
    </div>
  )
}

const linkClass = '[&:hover>*]:stroke-ink [&:hover>*]:stroke-2'
const labelClass =
  'pointer-events-none fill-ink stroke-paper font-semibold tabular-nums max-sm:hidden'

function Legend({
  steps,
  tone,
  format,
}: Pick<Props, 'tone' | 'format'> & { steps: readonly number[] }) {
  if (steps.length === 0) return null
  return (
    <ul
      aria-label="Shades"
      className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted tabular-nums"
    >
      {steps.map((from, index) => (
        <li key={from} className="flex items-center gap-1.5">
          <svg
            aria-hidden
            className={`size-3.5 rounded-sm border border-line ${tones[tone][shadeOf(index, steps)]}`}
          >
            <rect width="100%" height="100%" />
          </svg>
          {index === steps.length - 1 ? `${format(from)} and more` : `from ${format(from)}`}
        </li>
      ))}
    </ul>
  )
}

type Label = {
  id: string
  text: string
  note?: string | undefined
  x: number
  y: number
  half: number
}

/** `half` of its width, about. */
const labelOf = (id: string, text: string, x: number, y: number): Label => ({
  id,
  text,
  x,
  y,
  half: text.length * labelSize * 0.36,
})
const placeLabel = ({ id, label, note, x, y }: MapPlace): Label => ({
  ...labelOf(id, label, x, y),
  note,
})

/** The first labels that do not meet. */
function apart(labels: readonly Label[]) {
  const shown: Label[] = []
  for (const label of labels) {
    const meets = (area: Label) =>
      Math.abs(area.x - label.x) < area.half + label.half &&
      Math.abs(area.y - label.y) < labelSize * (area.note || label.note ? 2 : 1)
    if (!shown.some(meets)) shown.push(label)
  }
  return shown
}

/** Where the shades begin: as many areas in each, fewer shades for few values. */
function stepsOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const count = tones.action.length
  return [
    ...new Set(
      Array.from(
        { length: count },
        (_, index) => sorted[Math.floor((index * sorted.length) / count)] ?? [],
      ).flat(),
    ),
  ]
}

const stepOf = (value: number, steps: readonly number[]) =>
  shadeOf(
    steps.findLastIndex((from) => value >= from),
    steps,
  )

/** The darkest shade is always the last step. */
const shadeOf = (index: number, steps: readonly number[]) =>
  Math.max(0, index + tones.action.length - steps.length)
