import { stat } from 'node:fs/promises'
import { randomUUIDv7 } from 'node:crypto'
import { rebuildSearchVocabulary } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { messageOf } from '#platform/server/errors.ts'
import { AppError } from '#shared/errors.ts'
import { formatNumber } from '#shared/numbers.ts'
import {
  endRun,
  holdName,
  insertRun,
  releaseName,
  resumeRun,
  findLatestOf,
  type RunRow,
} from './queries-runs.ts'
import { publicAddress } from '../sources/stored-address.ts'
import { describeSource, type DatasetSource } from '../reading/read-dataset.ts'
import { processEnded, runOf, type ImportRules } from './run.ts'
import { runImport, type RunOptions } from './run-import.ts'

export type ImportOptions = RunOptions &
  Partial<ImportRules> & {
    /** The moment that '3 days ago' counts from. */
    now?: Date
  }

/**
 * Imports a dataset in this process, for commands. A run over the same dataset that died, or was
 * interrupted, is taken up where it was.
 * @throws {AppError} when there is nothing to read at all, while the dataset is being imported, and
 * when it is interrupted.
 */
export async function importDataset(
  db: Db,
  source: DatasetSource,
  options: ImportOptions,
): Promise<RunRow> {
  const name = options.sourceName ?? describeSource(source)
  return db.connection().execute(async (holder) => {
    if (!(await holdName(holder, name))) throw underWay(name)
    try {
      const row = await openRun(db, name, source, options)
      return await importRow(db, row, source, options)
    } finally {
      await releaseName(holder, name)
    }
  })
}

/** Identifies the dataset, for resuming a run; null where that is unknown. */
async function datasetOf(source: DatasetSource) {
  if ('url' in source) return URL.canParse(source.url) ? publicAddress(source.url) : null
  if ('items' in source) return source.dataset ?? null
  const file = await stat(source.file).catch(() => undefined)
  return file ? `${source.file} ${file.size} ${file.mtimeMs}` : null
}

/** The caller holds the name's lock. */
async function openRun(
  db: Db,
  name: string,
  source: DatasetSource,
  options: ImportOptions,
): Promise<RunRow> {
  const { approve = false, now = new Date() } = options
  const dataset = await datasetOf(source)
  const latest = await findLatestOf(db, name)
  if (latest?.status === 'running' && latest.is_task) throw underWay(name)
  if (latest?.status === 'running' || latest?.status === 'interrupted') {
    if (dataset !== null && latest.dataset === dataset && latest.approved === approve)
      return resumeRun(db, latest.id)
    await endRun(db, latest.id, processEnded)
  }
  const url = 'url' in source ? dataset : null
  const row = await insertRun(db, {
    id: randomUUIDv7(),
    source: name,
    url,
    dataset,
    approved: approve,
    started_at: now,
  })
  if (!row) throw underWay(name)
  return row
}

async function importRow(
  db: Db,
  row: RunRow,
  source: DatasetSource,
  options: ImportOptions,
): Promise<RunRow> {
  const { approve = false, sourceName, ownData, mapping } = options
  const run = runOf(row, { approve, sourceName, ownData, mapping })
  try {
    const end = await runImport(db, run, source, options)
    // Also after a run that added nothing: the one before may have died just before this.
    if (approve) await rebuildSearchVocabulary(db)
    if (end.status === 'failed') throw new AppError('BAD_REQUEST', end.message)
    return (await endRun(db, run.id, end)) ?? row
  } catch (error) {
    if (options.signal?.aborted) {
      const message = `Interrupted after row ${formatNumber(run.tally.processed)}.`
      await endRun(db, run.id, { status: 'interrupted', message })
      throw new AppError('CONFLICT', `${message} The same command goes on from there.`)
    }
    await endRun(db, run.id, { status: 'failed', message: messageOf(error) })
    throw error
  }
}

const underWay = (name: string) => new AppError('CONFLICT', `${name} is being imported right now.`)
