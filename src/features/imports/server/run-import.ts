import type { Db } from '#server/lib/database.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { ImportStatus } from '../model.ts'
import { closeVanished } from './close-vanished.ts'
import { importBatch } from './import-batch.ts'
import type { Batch } from './import-batch.ts'
import { openMapper } from './map-rows.ts'
import type { Mapper } from './map-rows.ts'
import { selectRun } from './queries-runs.ts'
import type { ApifyOptions } from './reading/apify.ts'
import type { Cursor } from './reading/cursor.ts'
import { DatasetError } from './reading/dataset-error.ts'
import { oneAhead } from './reading/one-ahead.ts'
import { readDataset } from './reading/read-dataset.ts'
import type { DatasetSource } from './reading/read-dataset.ts'
import type { ReadRow, Row } from './reading/read-rows.ts'
import { untilAborted } from './reading/until-aborted.ts'
import type { Run } from './run.ts'
import { countsText } from './tally.ts'

export type RunOptions = Omit<ApifyOptions, 'onTotal'> & {
  onProgress?: (rows: number) => void
  /** Stops between two batches, or while one is awaited; the run can be taken up again. */
  signal?: AbortSignal
}

/** How a run came to its end, in its own words. */
export type RunEnd = { status: Extract<ImportStatus, 'finished' | 'stopped' | 'failed'>; message: string; stoppedBy?: string }

/** One statement's worth of `addJobs`, so that two imports at once take the counts' locks in one order. */
const rowsPerBatch = 250
/** A few batches are held at once: one of huge items has fewer. */
const bytesPerBatch = 4_000_000

/**
 * Imports what is left of a dataset, batch by batch, each in a transaction of its own that also says how far it has come: after a
 * crash at any place the run goes on from there. The caller ends the run.
 * @throws what is neither an end nor the dataset's fault; a run then waits to be taken up.
 */
export async function runImport(db: Db, run: Run, source: DatasetSource, options: RunOptions): Promise<RunEnd> {
  const stoppedBy = await importRows(db, run, source, options)
  if (stoppedBy !== undefined && run.tally.processed === 0) return { status: 'failed', message: stoppedBy, stoppedBy }
  const doubt = stoppedBy === undefined ? await closeVanished(db, run, options.signal) : undefined
  const counts = await countsOf(db, run)
  if (stoppedBy !== undefined) {
    const message = `Import stopped after row ${formatNumber(run.tally.processed)}: ${stoppedBy} ${counts}.`
    return { status: 'stopped', message, stoppedBy }
  }
  return { status: 'finished', message: [`Import completed: ${counts}.`, doubt].filter(Boolean).join(' ') }
}

/** Why the dataset could not be read to its end, if so. */
async function importRows(db: Db, run: Run, source: DatasetSource, options: RunOptions): Promise<string | undefined> {
  const rows = readDataset(source, { ...options, onTotal: (total) => (run.total = total) }, run.cursor)
  const mapper = openMapper({ now: run.now, mapping: run.how.mapping })
  try {
    // One batch is being read while another is being mapped and a third one goes into the database.
    for await (const batch of untilAborted(oneAhead(mapBatches(oneAhead(inBatches(rows)), mapper)), options.signal)) {
      await importBatch(db, run, batch)
      options.onProgress?.(run.tally.processed)
    }
    return undefined
  } catch (error) {
    if (error instanceof DatasetError) return error.message
    throw error
  } finally {
    await mapper.close()
  }
}

async function* mapBatches(batches: AsyncIterable<ReadBatch>, mapper: Mapper): AsyncGenerator<Batch> {
  for await (const { rows, after } of batches) yield { mapped: await mapper.map(rows), after }
}

type ReadBatch = { rows: Row[]; after: Cursor; bytes: number }

/** The last batch before an error comes out before the error does. */
async function* inBatches(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadBatch> {
  let batch: ReadBatch | undefined
  try {
    for await (const { after, bytes, ...row } of rows) {
      batch ??= { rows: [], after, bytes: 0 }
      batch.rows.push(row)
      batch.after = after
      batch.bytes += bytes
      if (batch.rows.length < rowsPerBatch && batch.bytes < bytesPerBatch) continue
      yield batch
      batch = undefined
    }
  } catch (error) {
    if (batch) yield batch
    throw error
  }
  if (batch) yield batch
}

async function countsOf(db: Db, run: Run): Promise<string> {
  const row = await selectRun(db, run.id)
  const { imported, processed, reopened, reasons } = run.tally
  const parts = [countsText({ imported, skipped: processed - imported, duplicates: reasons.duplicate ?? 0 })]
  if (row && row.closed > 0) parts.push(`${formatNumber(row.closed)} closed that are no longer listed`)
  if (reopened > 0) parts.push(`${formatNumber(reopened)} listed and opened again`)
  return parts.join(', ')
}
