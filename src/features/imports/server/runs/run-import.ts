import { extendListed, moveEnds, reopenListed } from '#features/postings/server/public.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { ImportStatus } from '#features/imports/model.ts'
import { resolvedBatches, type Batch } from './batches.ts'
import { newSurvey } from '../mapping/columns.ts'
import { addClosed, saveProgress, saveReport, findRun } from './queries-runs.ts'
import { DatasetError } from '../reading/row.ts'
import { readDataset, type DatasetSource, type ReadOptions } from '../reading/read-dataset.ts'
import {
  type ImportRules,
  type Outcome,
  type Run,
  changesText,
  countsText,
  groupOutcomes,
  outcomeOf,
  outlineOf,
  pageOf,
  RunOver,
  tallyWith,
} from './run.ts'
import { endJobs } from './closing.ts'
import { claimKeys, findKeys, recordSightings, releaseKeys } from './queries-jobs.ts'
import { findSourcesOf } from './queries-rows.ts'
import { followRows, unchangedRows } from './follow-rows.ts'
import { usualOf } from '../sources/answers.ts'
import { connectKnown } from '../careers/connect.ts'
import { hashedName, resolveFor } from '../careers/owner.ts'
import { addCandidates, newJobs } from './add-jobs.ts'
import { firstKnown, matchKnown, type Duplicate } from './known-jobs.ts'
import { newMemory, type Candidate, type Resolved } from './resolve.ts'
import { closeVanished } from './vanished.ts'

export type RunOptions = Omit<ReadOptions, 'onTotal'> & {
  onProgress?: (rows: number) => void
  /** Stops between two batches, or while one is awaited; the run can be taken up again. */
  signal?: AbortSignal
}

/** How a run came to its end, in its own words. */
export type RunEnd = {
  status: Extract<ImportStatus, 'finished' | 'stopped' | 'failed'>
  message: string
}

/**
 * Imports the rest of a dataset in batches. Each batch is one transaction that also saves the
 * cursor, so a run resumes after a crash. The caller ends the run.
 * @throws errors that are not the dataset's; the run can then be resumed.
 */
export async function runImport(
  db: Db,
  run: Run,
  source: DatasetSource,
  options: RunOptions,
): Promise<RunEnd> {
  const stoppedBy = await importRows(db, run, source, options)
  if (stoppedBy !== undefined && run.tally.processed === 0)
    return { status: 'failed', message: stoppedBy }
  const doubt = stoppedBy === undefined ? await closeVanished(db, run, options.signal) : undefined
  const counts = await countsOf(db, run)
  if (stoppedBy !== undefined) {
    const message = `Import stopped after row ${formatNumber(run.tally.processed)}: ${stoppedBy} ${counts}.`
    return { status: 'stopped', message }
  }
  return {
    status: 'finished',
    message: [`Import completed: ${counts}.`, doubt].filter(Boolean).join(' '),
  }
}

/** Why the dataset could not be read to its end, if so. */
async function importRows(db: Db, run: Run, source: DatasetSource, options: RunOptions) {
  const rows = readDataset(
    source,
    { ...options, onTotal: (total) => (run.total = total) },
    run.cursor,
  )
  const memory = newMemory(await usualOf(db, run.how.sourceName))
  /** The columns of the rows since the run was last resumed. */
  const survey = newSurvey(run.tally.processed)
  const { mapping, owner, sourceName } = run.how
  const rules: Parameters<typeof resolvedBatches>[1] = {
    now: run.now,
    mapping,
    sourceName: hashedName(sourceName, owner),
    employer: owner?.employer,
    findKnown: unchangedRows(db),
    resolve: (mapped) => resolveFor(owner, { db, sourceName, memory }, mapped),
  }
  const report = () => saveReport(db, run.id, outlineOf(run.tally.processed, run.groups, survey))
  let saved = Date.now()
  try {
    for await (const batch of resolvedBatches(rows, rules, survey, options.signal)) {
      const firstRow = run.tally.processed + 1
      groupOutcomes(run.groups, await importBatch(db, run, batch), firstRow)
      options.onProgress?.(run.tally.processed)
      if (Date.now() - saved < savePauseMs) continue
      await report()
      saved = Date.now()
    }
    return undefined
  } catch (error) {
    if (error instanceof DatasetError) return error.message
    throw error
  } finally {
    if (run.tally.processed > 0 && !options.signal?.aborted) await report()
  }
}

/** Long reports are not written with every batch. */
const savePauseMs = 5000

async function countsOf(db: Db, run: Run) {
  const row = await findRun(db, run.id)
  const { imported, doubtful, processed, reopened, reasons } = run.tally
  const parts = [
    countsText({
      imported,
      doubtful,
      skipped: processed - imported - run.tally.changed,
      duplicates: reasons.duplicate ?? 0,
    }),
  ]
  if (row && row.closed > 0)
    parts.push(`${formatNumber(row.closed)} closed that are no longer listed as open`)
  if (run.tally.changed > 0) parts.push(changesText(run.tally))
  if (reopened > 0) parts.push(`${formatNumber(reopened)} listed and opened again`)
  return parts.join(', ')
}

/**
 * Adds the new jobs of a batch and saves the run's progress, in one transaction.
 * @throws {RunOver} if the run was canceled or taken up elsewhere; then nothing was added.
 */
async function importBatch(
  db: Db,
  run: Run,
  { resolved, hashes, after: cursor }: Batch,
): Promise<Outcome[]> {
  const { owner } = run.how
  const total = run.total
  const { after: tally, outcomes: became } = await inTransaction(db, async (trx) => {
    const { outcomes, listed, known } = await addNew(trx, run, resolved, hashes)
    const ended = await endClosed(trx, resolved, new Set(listed), pageOf(run))
    if (owner) await extendListed(trx, known)
    if (ended > 0 && !(await addClosed(trx, run.id, ended))) throw new RunOver()
    const reopened = known.length > 0 ? await reopenListed(trx, known, pageOf(run)) : 0
    await recordSightings(trx, listed)
    const after = tallyWith(run.tally, outcomes, reopened)
    if (!(await saveProgress(trx, run.id, { before: run.tally, after, cursor, total })))
      throw new RunOver()
    return { after, outcomes }
  })
  Object.assign(run, { tally, cursor })
  return became
}

type Added = {
  outcomes: Outcome[]
  /** The jobs that the batch speaks of, new or known. */
  listed: string[]
  known: string[]
}

async function addNew(
  trx: Db,
  run: Run,
  resolved: readonly Resolved[],
  hashes: readonly string[],
): Promise<Added> {
  const candidates = resolved.filter((outcome) => 'job' in outcome)
  const duplicates = await findDuplicates(trx, candidates, run.how)
  const jobs = await newJobs(trx, candidates, run.how)
  const isNew = ({ id }: { id: string }) => !duplicates.has(id)
  const added = candidates.filter(isNew)
  if (added.length > 0) await addCandidates(trx, added, jobs.filter(isNew), run.how)
  await followEnds(trx, candidates, duplicates)
  const { changes, seen } = await followRows(trx, run, {
    rows: resolved.map((outcome, index) => ({ outcome, hash: hashes[index] ?? '' })),
    jobs: new Map(jobs.map((job) => [job.id, job])),
    duplicates,
  })
  return {
    outcomes: resolved.map(
      (outcome, index) => changes.get(index) ?? outcomeOf(outcome, duplicates),
    ),
    listed: [...new Set([...added.map(({ id }) => id), ...seen])],
    known: seen,
  }
}

const isSourcesWord = new Set(['same source id', 'same address'])

/** The source itself, not a row that looks alike, says when a known job ends. */
async function followEnds(
  trx: Db,
  candidates: readonly Candidate[],
  duplicates: ReadonlyMap<string, Duplicate>,
) {
  const ends = candidates.flatMap(({ id, job }): [string, Date][] => {
    const { by = '', jobId = null } = duplicates.get(id) ?? {}
    return jobId !== null && isSourcesWord.has(by) && job.expires_at
      ? [[jobId, job.expires_at]]
      : []
  })
  if (ends.length > 0)
    await moveEnds(
      trx,
      [...new Map(ends)].map(([id, expiresAt]) => ({ id, expiresAt })),
    )
}

/** Closes the known jobs that the source marks as closed. @returns how many. */
async function endClosed(
  trx: Db,
  resolved: readonly Resolved[],
  listed: ReadonlySet<string>,
  page: string | undefined,
) {
  const keys = resolved.flatMap((outcome) =>
    'skip' in outcome && outcome.skip === 'closed' ? Object.values(outcome.keys ?? {}) : [],
  )
  const known = keys.length > 0 ? [...(await findKeys(trx, keys)).values()] : []
  const ids = [...new Set(known)].flatMap((id) => (id === null || listed.has(id) ? [] : [id]))
  return ids.length > 0 ? endJobs(trx, ids, 'closed by its source', page) : 0
}

/**
 * Claims each candidate's keys in the caller's transaction, and returns the candidates that are
 * duplicates: of an earlier import's jobs, of one earlier in this batch, or of a concurrent
 * import's. A known job also gets the candidate's other keys.
 */
async function findDuplicates(
  db: Db,
  candidates: readonly Candidate[],
  { owner, sourceName: source = '' }: ImportRules,
) {
  const known = await findKeys(
    db,
    candidates.flatMap(({ keys }) => Object.values(keys)),
  )
  const claims = new Map<string, string | null>()
  const connected = owner && (await connectKnown(db, { owner, source }, candidates, known))
  const sourcesOf = await findSourcesOf(db, known)
  const duplicates = matchKnown(candidates, known, claims, sourcesOf, connected)
  const claimed = await claimKeys(db, claims)
  const isOutrun = (key: string) => claims.has(key) && !claimed.has(key)
  const outrun = candidates.flatMap(({ id, keys }) => {
    const by = duplicates.has(id) ? undefined : firstKnown(keys, isOutrun)
    return by ? [{ id, by: by.name }] : []
  })
  for (const { id, by } of outrun) duplicates.set(id, { by, jobId: null })
  const lost = new Set(outrun.map(({ id }) => id))
  if (lost.size > 0) await releaseKeys(db, [...lost])
  for (const duplicate of duplicates.values())
    if (lost.has(duplicate.jobId ?? '')) duplicate.jobId = null
  return duplicates
}
