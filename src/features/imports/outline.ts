import type { Outline } from './contract.ts'

/** Of the report of a run, or of a check before it, over a whole dataset. */

/** Rows that share an outcome. */
export type OutlineGroup = Outline['groups'][number]

/** How many rows of each outcome are named. */
const samplesKept = 100
export const samplesShown = 10

export const noOutline = (): Outline => ({ rows: 0, columns: [], moreColumns: 0, groups: [] })

type Outcome = Pick<OutlineGroup, 'kind' | 'reason'> & OutlineGroup['samples'][number]

export function addOutcome(groups: OutlineGroup[], { kind, reason, ...sample }: Outcome): void {
  let group = groups.find((it) => it.kind === kind && it.reason === reason)
  if (!group) groups.push((group = { kind, reason, count: 0, samples: [] }))
  group.count++
  if (group.samples.length < samplesKept) group.samples.push(sample)
}

const kinds = ['ready', 'waiting', 'skipped']

/** What is ready first, then by how many they are. */
export const inOrder = (groups: readonly OutlineGroup[]): OutlineGroup[] =>
  groups.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.count - a.count)

export const countOf = (groups: readonly OutlineGroup[], kind: OutlineGroup['kind']): number =>
  groups.reduce((sum, it) => sum + (it.kind === kind ? it.count : 0), 0)
