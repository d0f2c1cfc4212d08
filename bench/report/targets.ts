import type { Measurement } from '../measure.ts'

export type Target = { text: string; reached: number; met: boolean; unit: string }

const small = 100_000
const large = 1_000_000

/** What the product has to reach, as far as this run measured it. */
export function checkTargets(measurements: Measurement[]): Target[] {
  const find = (jobs: number, mix: Measurement['mix'], cache: boolean) =>
    measurements.find((it) => it.jobs === jobs && it.mix === mix && it.cache === cache && !it.nginx)
  const targets: (Target | undefined)[] = [slownessTarget(find(small, 'JSON', false), 30)]
  for (const mix of ['JSON', 'HTML'] as const) {
    for (const cache of [true, false])
      targets.push(growthTarget(find(small, mix, cache), find(large, mix, cache), 2))
  }
  return targets.filter((target) => target !== undefined)
}

export const ratioOf = ({ product, floor }: Measurement): number =>
  product.perSecond / floor.perSecond

function slownessTarget(measurement: Measurement | undefined, wanted: number): Target | undefined {
  if (!measurement) return undefined
  const reached = measurement.product.p95
  return {
    text: `${nameOf(measurement)}: p95 at most ${wanted} ms`,
    reached,
    met: reached <= wanted,
    unit: ' ms',
  }
}

function growthTarget(
  before: Measurement | undefined,
  after: Measurement | undefined,
  wanted: number,
): Target | undefined {
  if (!before || !after) return undefined
  const reached = after.product.p95 / before.product.p95
  return {
    text: `${nameOf(after)}: p95 at most ${wanted} times that of ${inWords(small)}`,
    reached,
    met: reached <= wanted,
    unit: ' times',
  }
}

const nameOf = (it: Measurement): string =>
  `${inWords(it.jobs)} jobs, ${it.mix}, caches ${cachesOf(it)}`

/** The floor of nginx is nginx with files. */
export const cachesOf = ({ cache, nginx }: Measurement): string =>
  nginx ? "nginx's" : cache ? 'on' : 'off'

export const inWords = (jobs: number): string => jobs.toLocaleString('en-US')
