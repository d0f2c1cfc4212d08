import type { Samples } from '../load/client.ts'
import type { Mix } from '../mix/mix.ts'

export type Quantiles = { p50: number; p95: number; p99: number }

export type Summary = Quantiles & {
  requests: number
  perSecond: number
  failures: Record<string, number>
  /** The same by kind of address. */
  groups: Record<string, Quantiles & { requests: number }>
  /** The addresses that took the longest, by their slowest answer. */
  slowest: { address: string; ms: number }[]
}

const slowestKept = 20

export function summarize(samples: Samples, mix: Mix): Summary {
  const groupOf = new Map(
    mix.groups.flatMap((group) => group.addresses.map((address) => [address, group.name] as const)),
  )
  const byGroup = Object.groupBy(
    samples.milliseconds.keys(),
    (index) => groupOf.get(samples.addresses[index] ?? '') ?? '',
  )
  const groups = Object.entries(byGroup).map(([name, indexes = []]) => {
    const milliseconds = indexes.map((index) => samples.milliseconds[index] ?? 0)
    return [name, { ...quantilesOf(milliseconds), requests: milliseconds.length }] as const
  })
  return {
    ...quantilesOf(samples.milliseconds),
    requests: samples.milliseconds.length,
    perSecond: samples.milliseconds.length / samples.seconds,
    failures: samples.failures,
    groups: Object.fromEntries(groups),
    slowest: slowestOf(samples),
  }
}

export function mergeSamples(all: Samples[]): Samples {
  const failures: Record<string, number> = {}
  for (const [failure, count] of all.flatMap((it) => Object.entries(it.failures)))
    failures[failure] = (failures[failure] ?? 0) + count
  return {
    seconds: all.reduce((sum, it) => sum + it.seconds, 0),
    milliseconds: all.flatMap((it) => it.milliseconds),
    addresses: all.flatMap((it) => it.addresses),
    failures,
  }
}

export function quantilesOf(milliseconds: number[]): Quantiles {
  const sorted = Float64Array.from(milliseconds).toSorted()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function slowestOf({ milliseconds, addresses }: Samples): Summary['slowest'] {
  const slowest = new Map<string, number>()
  for (const [index, address] of addresses.entries()) {
    slowest.set(address, Math.max(milliseconds[index] ?? 0, slowest.get(address) ?? 0))
  }
  return [...slowest]
    .map(([address, ms]) => ({ address, ms }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, slowestKept)
}
