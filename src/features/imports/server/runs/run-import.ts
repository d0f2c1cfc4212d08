import type { Db } from '#platform/server/database.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { ImportStatus } from '#features/imports/model.ts'
import { importBatch } from './import-batch.ts'
import { mappedBatches, openMapper } from './map-rows.ts'
import { addClosed, saveReport, selectFinishedBefore, selectRun } from './queries-runs.ts'
import type { Outline } from '#features/imports/contract.ts'
import { DatasetError } from '../reading/row.ts'
import { readDataset } from '../reading/read-dataset.ts'
import type { DatasetSource, ReadOptions } from '../reading/read-dataset.ts'
import type { Run } from './run.ts'
import { countsText, groupOutcomes, outlineOf, RunOver } from './run.ts'
import { inTransaction } from '#platform/server/database.ts'
import { endJobs } from './closing.ts'
import { findUnlisted, takeUnseen } from './queries-jobs.ts'
import { selectSource } from '../sources/queries-sources.ts'
import { usualOf } from '../sources/answers.ts'
import { newMemory } from './resolve.ts'

export type RunOptions = Omit<ReadOptions, 'onTotal'> & {
  onProgress?: (rows: number) => void
  /** Stops between two batches, or while one is awaited; the run can be taken up again. */
  signal?: AbortSignal
}

/** How a run came to its end, in its own words. */
export type RunEnd = { status: Extract<ImportStatus, 'finished' | 'stopped' | 'failed'>; message: string }

/**
 * Imports the rest of a dataset in batches. Each batch is one transaction that also saves the cursor, so a run resumes after a
 * crash. The caller ends the run.
 * @throws errors that are not the dataset's; the run can then be resumed.
 */
export async function runImport(db: Db, run: Run, source: DatasetSource, options: RunOptions): Promise<RunEnd> {
  const stoppedBy = await importRows(db, run, source, options)
  if (stoppedBy !== undefined && run.tally.processed === 0) return { status: 'failed', message: stoppedBy }
  const doubt = stoppedBy === undefined ? await closeVanished(db, run, options.signal) : undefined
  const counts = await countsOf(db, run)
  if (stoppedBy !== undefined) {
    const message = `Import stopped after row ${formatNumber(run.tally.processed)}: ${stoppedBy} ${counts}.`
    return { status: 'stopped', message }
  }
  return { status: 'finished', message: [`Import completed: ${counts}.`, doubt].filter(Boolean).join(' ') }
}

/** Why the dataset could not be read to its end, if so. */
async function importRows(db: Db, run: Run, source: DatasetSource, options: RunOptions): Promise<string | undefined> {
  const rows = readDataset(source, { ...options, onTotal: (total) => (run.total = total) }, run.cursor)
  const memory = newMemory(await usualOf(db, run.how.sourceName))
  const mapper = openMapper({ now: run.now, mapping: run.how.mapping, firstRow: run.tally.processed })
  /** Its columns are those of the rows since the run was last resumed. */
  const report = async (): Promise<Outline> => outlineOf(run.tally.processed, run.groups, await mapper.survey())
  let saved = Date.now()
  try {
    for await (const batch of mappedBatches(rows, mapper, options.signal)) {
      const firstRow = run.tally.processed + 1
      groupOutcomes(run.groups, await importBatch(db, run, batch, memory), firstRow)
      options.onProgress?.(run.tally.processed)
      if (Date.now() - saved < savePauseMs) continue
      await saveReport(db, run.id, await report())
      saved = Date.now()
    }
    return undefined
  } catch (error) {
    if (error instanceof DatasetError) return error.message
    throw error
  } finally {
    if (run.tally.processed > 0 && !options.signal?.aborted) await saveReport(db, run.id, await report())
    await mapper.close()
  }
}

/** Long reports are not written with every batch. */
const savePauseMs = 5000

async function countsOf(db: Db, run: Run): Promise<string> {
  const row = await selectRun(db, run.id)
  const { imported, doubtful, processed, reopened, reasons } = run.tally
  const parts = [countsText({ imported, doubtful, skipped: processed - imported, duplicates: reasons.duplicate ?? 0 })]
  if (row && row.closed > 0) parts.push(`${formatNumber(row.closed)} closed that are no longer listed as open`)
  if (reopened > 0) parts.push(`${formatNumber(reopened)} listed and opened again`)
  return parts.join(', ')
}

/** Small enough not to block other queries. */
const jobsPerBatch = 200

/**
 * Closes what a complete source no longer lists, once a run has seen all of it. A dataset that has shrunk too much is more likely
 * broken than true: then nothing is closed.
 * @returns why nothing was closed, in words, if that is so.
 */
async function closeVanished(db: Db, run: Run, signal: AbortSignal | undefined): Promise<string | undefined> {
  const source = run.sourceId === null ? undefined : await selectSource(db, run.sourceId)
  if (!source?.is_complete) return undefined
  const doubt = await doubtOf(db, run)
  if (doubt) return `Nothing was closed: ${doubt}.`
  while (await closeSome(db, { sourceId: source.id, runId: run.id })) {
    // Each batch is a transaction of its own.
    signal?.throwIfAborted()
  }
  return undefined
}

async function doubtOf(db: Db, { id, sourceId, tally }: Run): Promise<string | undefined> {
  const jobs = tally.imported + (tally.reasons.duplicate ?? 0)
  if (jobs === 0) return tally.processed === 0 ? 'the dataset is empty' : 'the dataset holds no job that could be read'
  const last = await selectFinishedBefore(db, { id, source_id: sourceId })
  if (!last) return undefined
  if (tally.processed * 2 < last.processed) return 'the dataset has less than half of the rows that it had last time'
  if (jobs * 2 < last.imported + last.duplicates) return 'less than half as many jobs could be read as last time'
  return undefined
}

/** Whether there may be more. */
const closeSome = (db: Db, listing: { sourceId: string; runId: string }): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const taken = await takeUnseen(trx, listing, jobsPerBatch)
    if (taken.length === 0) return false
    const closed = await endJobs(trx, await findUnlisted(trx, taken), 'no longer listed by its source')
    if (!(await addClosed(trx, listing.runId, closed))) throw new RunOver()
    return taken.length === jobsPerBatch
  })
