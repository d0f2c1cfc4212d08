import type { Outline, OutlineGroup } from '#features/imports/contract.ts'
import type { Mapping, MappingField } from '#features/imports/model.ts'
import type { Db } from '#platform/server/database.ts'
import { formatNumber } from '#shared/numbers.ts'
import { guessMapping, newSurvey } from '../mapping/columns.ts'
import type { MappedJob } from '../mapping/map-item.ts'
import { readDataset, type DatasetSource } from '../reading/read-dataset.ts'
import { DatasetError, type ReadRow } from '../reading/row.ts'
import { resolvedBatches } from './batches.ts'
import { resolveFor, type Owner } from '../careers/owner.ts'
import { findSourceNamed } from '../sources/queries-sources.ts'
import { findKeys } from './queries-jobs.ts'
import { findSourcesOf } from './queries-rows.ts'
import { matchKnown } from './known-jobs.ts'
import { newMemory, type Resolved } from './resolve.ts'
import { groupOutcomes, outcomeOf, outlineOf, waitingText, type Outcome } from './run.ts'
import type { RunOptions } from './run-import.ts'
import { findSourceAnswers, usualOf } from '../sources/answers.ts'
import { nothingObserved, observe, observeOthers, questionsOf } from '../sources/questions.ts'
import { keysOf } from '#shared/keys.ts'

type CheckRules = {
  mapping?: Mapping | undefined
  sourceName?: string | undefined
  owner?: Owner | undefined
  now?: Date
}

type CheckOptions = RunOptions & {
  /** Ends after so many rows. */
  limit?: number
  /** Called now and then with what was found so far. */
  onReport?: (outline: Outline) => Promise<void>
}

export type Checked = {
  outline: Outline
  /** Why the dataset could not be read to its end, if so. */
  stoppedBy?: string
}

const reportPauseMs = 1500

/** Reads a dataset, or its first rows, and says what an import would make of it. Writes nothing. */
export async function checkDataset(
  db: Db,
  source: DatasetSource,
  { mapping, sourceName, owner, now = new Date() }: CheckRules,
  { limit = Infinity, ...options }: CheckOptions,
): Promise<Checked> {
  const survey = newSurvey()
  const memory = newMemory(await usualOf(db, sourceName))
  const predict = predictor(db)
  const kinds = new Map<string, number>()
  const answers = sourceName === undefined ? [] : await findSourceAnswers(db, sourceName)
  const groups: OutlineGroup[] = []
  const observed = nothingObserved()
  const unreadDates: string[] = []
  let rows = 0
  let reported = Date.now()
  const outline = (): Outline => ({
    ...outlineOf(rows, groups, survey),
    questions: questionsOf(observed, answers),
    ...(owner && { kinds: [...kinds].map(([specialty, n]) => ({ specialty, count: n })) }),
    suggested: guessMapping(survey, mapping, limit === Infinity),
    ...(unreadDates[0] && { unreadDates: { count: unreadDates.length, example: unreadDates[0] } }),
  })
  try {
    const read = firstRows(readDataset(source, options), limit)
    const rules: Parameters<typeof resolvedBatches>[1] = {
      now,
      mapping,
      employer: owner?.employer,
      // A check shows what can be left out.
      resolve: (mapped) =>
        resolveFor(owner && { ...owner, leftOut: [] }, { db, sourceName, memory }, mapped),
    }
    for await (const { resolved } of resolvedBatches(read, rules, survey, options.signal)) {
      const predicted = await predict(resolved)
      for (const { outcome, job, isFirst } of predicted) {
        if (job && isFirst) kinds.set(job.specialty, (kinds.get(job.specialty) ?? 0) + 1)
        if (job && 'added' in outcome) observe(observed, job)
        const example = job?.origin.unreadDate
        if (example !== undefined) unreadDates.push(example)
        if ('skip' in outcome && outcome.skip === 'not-a-physician')
          observeOthers(observed, 1, outcome.employer)
      }
      groupOutcomes(
        groups,
        predicted.map((prediction) => prediction.outcome),
        rows + 1,
      )
      rows += resolved.length
      options.onProgress?.(rows)
      if (!options.onReport || Date.now() - reported < reportPauseMs) continue
      await options.onReport(outline())
      reported = Date.now()
    }
    return { outline: outline() }
  } catch (error) {
    if (error instanceof DatasetError) return { outline: outline(), stoppedBy: error.message }
    throw error
  }
}

async function* firstRows(rows: AsyncGenerator<ReadRow>, limit: number): AsyncGenerator<ReadRow> {
  let count = 0
  for await (const row of rows) {
    yield row
    if (++count === limit) return
  }
}

/**
 * Memory is bounded: in longer datasets, a row is compared with so many keys before it, and with
 * what is imported.
 */
const maxClaims = 400_000

/** What an import would make of rows, after those that were predicted before. */
function predictor(db: Db) {
  /** The keys of the rows so far. */
  const claims = new Map<string, string | null>()
  return async (
    resolved: readonly Resolved[],
  ): Promise<{ outcome: Outcome; job: MappedJob | undefined; isFirst: boolean }[]> => {
    const candidates = resolved.filter((outcome) => 'job' in outcome)
    const known = await findKeys(
      db,
      candidates.flatMap(({ keys }) => Object.values(keys)),
    )
    const duplicates = matchKnown(candidates, known, claims, await findSourcesOf(db, known))
    for (const key of claims.keys()) {
      if (claims.size <= maxClaims) break
      claims.delete(key)
    }
    return resolved.map((outcome) => ({
      outcome: outcomeOf(outcome, duplicates),
      job: 'job' in outcome ? outcome.job : undefined,
      // Of its rows about one job.
      isFirst:
        'job' in outcome &&
        (!duplicates.has(outcome.id) || Object.values(outcome.keys).some((key) => known.has(key))),
    }))
  }
}

/**
 * '1,200 would be imported, 80 of them after a moderator has looked at a doubtful fact; 34 would be
 * skipped.'
 */
export function checkText({ outline: { rows, groups }, stoppedBy }: Checked): string {
  const countOf = (kind: OutlineGroup['kind']) =>
    groups.reduce((sum, group) => sum + (group.kind === kind ? group.count : 0), 0)
  const [ready, waiting, skipped] = [countOf('ready'), countOf('waiting'), countOf('skipped')]
  const counts =
    `Of ${formatNumber(rows)} rows, ${formatNumber(ready + waiting)} would be ` +
    `imported${waitingText(waiting)} and ${formatNumber(skipped)} skipped.`
  return stoppedBy === undefined
    ? counts
    : `The dataset breaks off after row ${formatNumber(rows)}: ${stoppedBy} ${counts}`
}

/** Enough to tell which column is which. */
const guessedRows = 200

/**
 * The rules by which a command reads a dataset: what it was given, or else the recorded source of
 * that name has, and what the columns look like where neither these nor a preset say where a field
 * is. What is wrong with the dataset, its import reports.
 */
export async function commandMapping(
  db: Db,
  source: DatasetSource | undefined,
  { mapping, sourceName }: CheckRules,
  options: RunOptions,
): Promise<{ mapping: Mapping; guessed: MappingField[] }> {
  const { onProgress: _, ...quiet } = options
  const given = mapping ?? (await findSourceNamed(db, sourceName ?? null))?.mapping ?? {}
  const checked =
    source && (await checkDataset(db, source, { mapping: given }, { ...quiet, limit: guessedRows }))
  const guessed = checked?.outline.suggested ?? {}
  return { mapping: { ...guessed, ...given }, guessed: keysOf(guessed) }
}
