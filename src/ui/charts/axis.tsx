type Props = { scale: Scale; format: (value: number) => string }

/** The numbers below their ticks, every other one where there is no room for all. The outer ones reach half their width beyond the scale. */
export function Axis({ scale, format }: Props) {
  return (
    <div className="@container">
      <svg aria-hidden width="100%" height="18" className="block overflow-visible fill-muted text-xs font-normal tabular-nums">
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
}

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
  const ticks = Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step)
  return { from, to, ticks }
}

/** The position of a value in percent; values outside lie at the edge. */
export function placeOn({ from, to }: Scale, value: number): string {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return `${Math.round(share * 10_000) / 100}%`
}

/** The width between two values. */
export const widthOn = (scale: Scale, from: number, to: number): string =>
  `${(Number.parseFloat(placeOn(scale, to)) - Number.parseFloat(placeOn(scale, from))).toFixed(2)}%`

function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 2.5, 5].find((it) => it * power >= step) ?? 10)
}
