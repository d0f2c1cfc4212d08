import type { MappingField } from './model.ts'

/** What a run, or a check before it, found in a whole dataset. */
export type Outline = {
  /** How many rows the columns were counted over. */
  rows: number
  columns: OutlineColumn[]
  /** How many columns are left out. */
  moreColumns: number
  groups: OutlineGroup[]
}

export type OutlineColumn = {
  path: string
  /** In how many rows it holds something. */
  filled: number
  samples: string[]
  /** The field that it is read as; null where it is not used, or only as a part of a text. */
  becomes: MappingField | null
  /** From this row on its values are of another kind. */
  turned: { row: number; from: ValueKind; to: ValueKind } | null
}

export type ValueKind = 'numbers' | 'texts' | 'yes or no' | 'lists'

/** Rows that share an outcome. */
export type OutlineGroup = {
  kind: 'ready' | 'waiting' | 'skipped'
  /** In words; null for what is ready. */
  reason: string | null
  count: number
  /** The first of them. */
  samples: OutlineSample[]
}

type OutlineSample = { row: number; title: string; detail: string }

/** How many rows of each outcome are named. */
const samplesKept = 100
export const samplesShown = 10

export const noOutline = (): Outline => ({ rows: 0, columns: [], moreColumns: 0, groups: [] })

type Outcome = Pick<OutlineGroup, 'kind' | 'reason'> & OutlineSample

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
