import { AppError } from '#shared/errors.ts'
import { type Mapping, type SkipReason, reportLimit, skipReasons } from '#features/imports/model.ts'
import type { RunRow, Tally } from './queries-runs.ts'
import type { Cursor } from '../reading/row.ts'
import type { Duplicate } from './known-jobs.ts'
import type { Resolved } from './resolve.ts'
import { columnsOf, type Survey } from '../mapping/columns.ts'
import type { MappedJob } from '../mapping/map-item.ts'
import type { Owner } from '../careers/owner.ts'
import { payNotStated, placeText, payText, postedDayText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { doubtfulOf, doubtReasons } from '#features/imports/facts.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Outline, OutlineGroup } from '#features/imports/contract.ts'

/** A run under way in this process. */
export type Run = {
  readonly id: string
  /** Null for a dataset without a recorded source. */
  readonly sourceId: string | null
  /** The moment that '3 days ago' counts from; the same however often the run is taken up. */
  readonly now: Date
  readonly how: ImportRules
  /** The rest is the state after the last batch. */
  tally: Tally
  cursor: Cursor
  total: number | null
  /** What became of the rows, with examples. */
  groups: OutlineGroup[]
}

export type ImportRules = {
  /** Publishes at once instead of leaving the jobs to moderation. */
  approve: boolean
  /** What the jobs give as their source, instead of the site that their items look like. */
  sourceName?: string | undefined
  /** The operator's own data: its pages may carry structured data. */
  ownData?: boolean | undefined
  /** Where the items have what the presets do not find. */
  mapping?: Mapping | undefined
  /** Of a careers page. */
  owner?: Owner | undefined
}

/** The careers page that a run reads. */
export const pageOf = ({ how: { owner, sourceName } }: Run): string | undefined =>
  owner && sourceName

export function runOf(row: RunRow, how: ImportRules): Run {
  return {
    id: row.id,
    sourceId: row.source_id,
    now: row.started_at,
    how,
    tally: row,
    cursor: row.cursor,
    total: row.total,
    groups: row.report?.groups ?? [],
  }
}

/** The run was canceled, or another worker has taken it up. */
export class RunOver extends AppError {
  constructor() {
    super('CONFLICT', 'This import was canceled, or continues elsewhere.')
  }
}

/** How the run of a command ends that said nothing any more. */
export const processEnded = {
  status: 'interrupted',
  message: 'Interrupted: the process ended before the import did.',
} as const

/** What became of each row of a batch, in order. */
export type Outcome =
  | { added: 'certain' | 'doubtful'; job: MappedJob }
  | { skip: SkipReason; title?: string; employer?: string; detail?: string; known?: object }
  /** The source changed these fields of a known job. */
  | { changed: readonly string[]; waits: boolean; title: string; detail: string }

/** `duplicates` by the candidates' ids. */
export function outcomeOf(row: Resolved, duplicates: ReadonlyMap<string, Duplicate>): Outcome {
  if ('skip' in row) return row
  const duplicate = duplicates.get(row.id)
  if (!duplicate) return addedOutcome(row.job)
  const { title, employer, city, state } = row.job
  return {
    skip: 'duplicate',
    title: `${title}, ${employer}, ${city}, ${state}`,
    detail: duplicate.by,
  }
}

const addedOutcome = (job: MappedJob): Outcome => ({
  added: doubtOf(job) ? 'doubtful' : 'certain',
  job,
})

/** The first fact that holds the row. */
function doubtOf({ facts }: MappedJob) {
  const [name] = doubtfulOf(facts)
  const fact = name && facts[name]
  return fact?.state === 'doubtful' ? fact : undefined
}

/** What a report shows of a row: what became of it, or the doubtful words. */
function sampleOf(outcome: Outcome) {
  if (!('added' in outcome)) return { title: outcome.title ?? '', detail: outcome.detail ?? '' }
  const { job } = outcome
  const { title, employer } = job
  const specialty = job.specialty_other ?? job.specialty
  const pay = payText({
    compMin: job.comp_min ?? null,
    compMax: job.comp_max ?? null,
    compUnit: job.comp_unit ?? 'YEAR',
    compText: job.comp_text ?? null,
  })
  const posted = `posted ${postedDayText(job.posted_at, job.state)}`
  const type = employmentTypeLabels[job.employment_type]
  const line = [employer, placeText(job), specialty, type, pay ?? payNotStated, posted].join(' · ')
  return { title, detail: doubtOf(job)?.words || line }
}

/** The report of a run or a check so far. */
export const outlineOf = (
  rows: number,
  groups: readonly OutlineGroup[],
  survey: Survey,
): Outline => ({
  rows,
  ...columnsOf(survey),
  groups: groups.toSorted(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.count - a.count,
  ),
})

/** What is ready first; of a kind, what most rows share. */
const kinds = ['ready', 'changed', 'waiting', 'skipped'] as const

/** Adds what became of rows to a report's groups; `firstRow` counts from 1. */
export function groupOutcomes(
  groups: OutlineGroup[],
  outcomes: readonly Outcome[],
  firstRow: number,
): void {
  for (const [index, outcome] of outcomes.entries()) {
    const { kind, reason } = groupOf(outcome)
    let group = groups.find((group) => group.kind === kind && group.reason === reason)
    if (!group) groups.push((group = { kind, reason, count: 0, samples: [] }))
    group.count++
    if (group.samples.length < reportLimit)
      group.samples.push({ row: firstRow + index, ...sampleOf(outcome) })
  }
}

function groupOf(outcome: Outcome): Pick<OutlineGroup, 'kind' | 'reason'> {
  if ('skip' in outcome) return { kind: 'skipped', reason: skipReasons[outcome.skip] }
  if ('changed' in outcome)
    return { kind: 'changed', reason: outcome.waits ? 'A moderator decides about it.' : null }
  const doubt = doubtOf(outcome.job)
  return doubt
    ? { kind: 'waiting', reason: doubtReasons[doubt.reason] }
    : { kind: 'ready', reason: null }
}

export function tallyWith(tally: Tally, outcomes: readonly Outcome[], reopened: number): Tally {
  const reasons = { ...tally.reasons }
  const changes = { ...tally.changes }
  let { imported, doubtful, changed, unchanged } = tally
  for (const outcome of outcomes) {
    if ('skip' in outcome) {
      reasons[outcome.skip] = (reasons[outcome.skip] ?? 0) + 1
      if (outcome.known) unchanged++
    } else if ('changed' in outcome) {
      changed++
      for (const label of outcome.changed) changes[label] = (changes[label] ?? 0) + 1
    } else {
      imported++
      if (outcome.added === 'doubtful') doubtful++
    }
  }
  return {
    processed: tally.processed + outcomes.length,
    imported,
    doubtful,
    reopened: tally.reopened + reopened,
    reasons,
    changed,
    unchanged,
    changes,
  }
}

export const waitingText = (rows: number): string =>
  rows > 0 ? ` (${formatNumber(rows)} of them wait because a fact is doubtful)` : ''

/** '2 changed by their source (Pay 2, Location 1)'. */
export function changesText({ changed, changes }: Pick<Tally, 'changed' | 'changes'>): string {
  const fields = Object.entries(changes)
    .toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))
    .map(([label, rows]) => `${label} ${formatNumber(rows)}`)
  return `${formatNumber(changed)} changed by their source (${fields.join(', ')})`
}

type Counts = { imported: number; doubtful: number; skipped: number; duplicates: number }

/**
 * '1,200 imported (96 of them wait because a fact is doubtful), 34 skipped (12 of them
 * duplicates)'.
 */
export function countsText({ imported, doubtful, skipped, duplicates }: Counts): string {
  const waiting = waitingText(doubtful)
  const known = duplicates > 0 ? ` (${formatNumber(duplicates)} of them duplicates)` : ''
  return `${formatNumber(imported)} imported${waiting}, ${formatNumber(skipped)} skipped${known}`
}
