/** A stretch of numbers a little wider than what it has to hold, with the round numbers in it. */
export type Scale = { from: number; to: number; ticks: readonly number[] }

const wantedTicks = 5
const grainsPerTick = 4

/** The stretch for these values. Its ends are rounder than they are, but less round than the ticks. */
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

/** Where a value lies, as SVG and CSS take it; what lies outside lies at the edge. */
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
