/**
 * The numbers below their ticks, every other one where there is no room for all. The outer ones
 * reach half their width beyond the scale.
 */
export const Axis = ({ scale, format }: { scale: Scale; format: (value: number) => string }) => (
  <div className="@container">
    <svg
      aria-hidden
      width="100%"
      height="18"
      className="block overflow-visible fill-muted text-xs font-normal tabular-nums"
    >
      {scale.ticks.map((tick, index) => (
        <text
          key={tick}
          x={placeOn(scale, tick)}
          y="14"
          textAnchor="middle"
          className={index % 2 === 1 ? '@max-[16rem]:hidden' : ''}
        >
          {format(tick)}
        </text>
      ))}
    </svg>
  </div>
)

/** A range a little wider than its values, with round ticks. */
export type Scale = { from: number; to: number; ticks: readonly number[] }

const wantedTicks = 5
const grainsPerTick = 4

/** The scale of these values; its ends are round, but less so than the ticks. */
export function scaleOf(values: readonly number[]): Scale {
  const lowest = Math.min(...values)
  const highest = Math.max(...values)
  const step = roundStep((highest - lowest || Math.abs(highest) || 1) / wantedTicks)
  const grain = step / grainsPerTick
  const from = Math.floor(lowest / grain) * grain
  const to = Math.max(Math.ceil(highest / grain) * grain, from + step)
  const first = Math.ceil(from / step)
  const ticks = Array.from(
    { length: Math.floor(to / step) - first + 1 },
    (_, index) => (first + index) * step,
  )
  return { from, to, ticks }
}

/** The position of a value in percent; values outside lie at the edge. */
export function placeOn({ from, to }: Scale, value: number): string {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return `${Math.round(share * 10_000) / 100}%`
}

/** The width between two values. */
export const widthOn = (scale: Scale, from: number, to: number) =>
  `${(Number.parseFloat(placeOn(scale, to)) - Number.parseFloat(placeOn(scale, from))).toFixed(2)}%`

function roundStep(step: number) {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 2.5, 5].find((factor) => factor * power >= step) ?? 10)
}

export type Spread = {
  lowest: number
  lowerQuartile: number
  median: number
  upperQuartile: number
  highest: number
}

type Props = {
  scale: Scale
  spread?: Spread | undefined
  /** One range below the spread; both ends may be equal. */
  range?: { from: number; to: number } | undefined
}

const lane = 20
const ownLane = 12

/**
 * A box plot: a line from lowest to highest, a box from the 25th to the 75th percentile, a mark at
 * the median. Below it, one range. Amber, because it shows pay. A picture only: the text beside it
 * must say the same.
 */
export function RangeBar({ scale, spread, range }: Props) {
  const top = spread ? lane : 0
  return (
    <svg
      aria-hidden
      width="100%"
      height={top + (range ? ownLane : 0)}
      className="block overflow-visible"
    >
      {spread && <SpreadShape scale={scale} spread={spread} />}
      {range && (
        <g className="fill-pay">
          <rect
            x={placeOn(scale, range.from)}
            y={top + 3}
            width={widthOn(scale, range.from, range.to)}
            height="6"
          />
          {/* Round ends; a dot if both ends are equal. */}
          <circle cx={placeOn(scale, range.from)} cy={top + 6} r="4" />
          <circle cx={placeOn(scale, range.to)} cy={top + 6} r="4" />
        </g>
      )}
    </svg>
  )
}

function SpreadShape({ scale, spread }: { scale: Scale; spread: Spread }) {
  const middle = lane / 2
  const at = (value: number) => placeOn(scale, value)
  return (
    <>
      <line
        x1={at(spread.lowest)}
        x2={at(spread.highest)}
        y1={middle}
        y2={middle}
        className="stroke-edge"
        strokeWidth="1.5"
      />
      <End x={at(spread.lowest)} />
      <End x={at(spread.highest)} />
      <rect
        x={at(spread.lowerQuartile)}
        y={middle - 7}
        width={widthOn(scale, spread.lowerQuartile, spread.upperQuartile)}
        height="14"
        rx="2"
        className="fill-pay-wash stroke-pay"
        strokeWidth="1.5"
      />
      <line
        x1={at(spread.median)}
        x2={at(spread.median)}
        y1={middle - 9}
        y2={middle + 9}
        className="stroke-pay"
        strokeWidth="3"
      />
    </>
  )
}

const End = ({ x }: { x: string }) => (
  <line
    x1={x}
    x2={x}
    y1={lane / 2 - 4}
    y2={lane / 2 + 4}
    className="stroke-edge"
    strokeWidth="1.5"
  />
)
