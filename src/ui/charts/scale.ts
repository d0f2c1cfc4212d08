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
