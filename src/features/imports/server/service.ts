import { randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { addJobs, rebuildSearchVocabulary } from '#features/jobs/server/public.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { retryDeadlocks } from '#server/lib/retry-deadlocks.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportReport } from '../model.ts'
import { findDuplicates } from './find-duplicates.ts'
import { keysOf } from './mapping/keys.ts'
import { mapItem } from './mapping/map-item.ts'
import type { MappedJob, Skipped } from './mapping/map-item.ts'
import { finishImport, markInterrupted, saveProgress, startImport } from './queries.ts'
import type { ApifyOptions } from './reading/apify.ts'
import { DatasetError } from './reading/dataset-error.ts'
import { describeSource, readDataset } from './reading/read-dataset.ts'
import type { DatasetSource } from './reading/read-dataset.ts'
import type { Row } from './reading/read-rows.ts'
import { ImportTally } from './report.ts'
import type { Outcome } from './report.ts'
import { placeCache, withPlaces } from './resolve-batch.ts'
import type { PlaceCache, PlacedJob } from './resolve-batch.ts'

export type ImportOptions = ApifyOptions & {
  /** Publishes at once instead of leaving the jobs to moderation. */
  approve?: boolean
  /** What the jobs give as their source, instead of the site that their items look like. */
  sourceName?: string | undefined
  /** The operator's own data: its pages may carry structured data. */
  ownData?: boolean
  /** The moment that '3 days ago' counts from. */
  now?: Date
  onProgress?: (rows: number) => void
}

type Run = { id: string; now: Date; options: ImportOptions; places: PlaceCache; tally: ImportTally }

/** One statement's worth of `addJobs`, so that two imports at once take the counts' locks in one order. */
const rowsPerBatch = 250
/** A few milliseconds of work. */
const rowsPerTurn = 10

/**
 * Imports a dataset, batch by batch, each in a transaction of its own: what was read before a dataset breaks off, or the process
 * dies, is kept, and importing it again goes on from there. Throws an `AppError` when there is nothing to read at all.
 */
export async function importDataset(db: Db, source: DatasetSource, options: ImportOptions): Promise<ImportReport> {
  const now = options.now ?? new Date()
  const recordedAs = options.sourceName ?? describeSource(source)
  await markInterrupted(db, recordedAs)
  const id = await startImport(db, { source: recordedAs, approved: options.approve ?? false, startedAt: now })
  const run: Run = { id, now, options, places: placeCache(), tally: new ImportTally() }
  try {
    return await importRows(db, run, readDataset(source, options))
  } catch (error) {
    await finishImport(db, id, { status: 'failed', message: messageOf(error), ...run.tally.progressWith([]) })
    throw error
  }
}

async function importRows(db: Db, run: Run, rows: AsyncIterable<Row>): Promise<ImportReport> {
  const { tally, options } = run
  let stoppedBy: string | undefined
  try {
    for await (const batch of oneAhead(inBatches(mapRows(rows, run.now)))) {
      await importBatch(db, run, batch)
      options.onProgress?.(tally.rows)
    }
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    if (tally.rows === 0) throw new AppError('BAD_REQUEST', error.message)
    stoppedBy = error.message
  }
  // Also after a run that added nothing: the one before may have died just before this.
  if (options.approve) await rebuildSearchVocabulary(db)
  const report = tally.report(stoppedBy)
  await finishImport(db, run.id, {
    status: stoppedBy ? 'stopped' : 'finished',
    message: report.message,
    ...tally.progressWith([]),
  })
  return report
}

type Mapped = MappedJob | Skipped

/** Lets the event loop turn between the rows: a server that imports goes on answering. */
async function* mapRows(rows: AsyncIterable<Row>, now: Date): AsyncGenerator<Mapped> {
  let count = 0
  for await (const row of rows) {
    yield 'skip' in row ? row : mapItem(row.item, now)
    if (++count % rowsPerTurn === 0) await setImmediate()
  }
}

/** The last batch before an error comes out before the error does. */
async function* inBatches(rows: AsyncIterable<Mapped>): AsyncGenerator<Mapped[]> {
  let batch: Mapped[] = []
  try {
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < rowsPerBatch) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}

/** Prepares the next batch while the database works on this one. */
async function* oneAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let coming = iterator.next()
  try {
    for (;;) {
      const { done, value } = await coming
      if (done) return
      coming = iterator.next()
      // Its turn to be awaited may never come; the error is then nobody's.
      coming.catch(() => {})
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

async function importBatch(db: Db, run: Run, mapped: Mapped[]): Promise<void> {
  const placed = await withPlaces(db, mapped.filter(isJob), run.places)
  const queue = placed.values()
  const entries = mapped.map((it): Entry => (isJob(it) ? toCandidate(it, queue.next().value) : { outcome: it }))
  const outcomes = await retryDeadlocks(() => db.transaction().execute((transaction) => addNew(transaction, run, entries)))
  run.tally.add(outcomes)
}

type Candidate = PlacedJob & { id: string; keys: ReturnType<typeof keysOf> }
type Entry = { outcome: Outcome } | Candidate

const isJob = (it: Mapped): it is MappedJob => 'origin' in it

function toCandidate(mapped: MappedJob, placed: PlacedJob | undefined): Entry {
  if (!placed) return { outcome: { skip: 'place-mismatch', title: `${mapped.title} (${mapped.city}, ${mapped.state})` } }
  return { ...placed, id: randomUUIDv7(), keys: keysOf({ ...placed.job, url: placed.job.source_url ?? undefined }) }
}

async function addNew(db: Db, run: Run, entries: Entry[]): Promise<Outcome[]> {
  const candidates = entries.filter((it) => 'job' in it)
  const duplicates = await findDuplicates(db, candidates)
  const fresh = candidates.filter(({ id }) => !duplicates.has(id))
  if (fresh.length > 0)
    await addJobs(
      db,
      fresh.map((it) => toNewJob(it, run.options)),
      fresh.map((it) => it.place),
    )
  const outcomes = entries.map((entry): Outcome => {
    if ('outcome' in entry) return entry.outcome
    const knownBy = duplicates.get(entry.id)
    if (!knownBy) return { added: true }
    const { title, employer, city, state } = entry.job
    return { skip: 'duplicate', title: `${title}, ${employer}, ${city}, ${state}`, detail: knownBy }
  })
  await saveProgress(db, run.id, run.tally.progressWith(outcomes))
  return outcomes
}

function toNewJob({ id, job: { origin, ...job } }: Candidate, { approve, sourceName, ownData }: ImportOptions): NewJob {
  return {
    ...job,
    id,
    status: approve ? 'active' : 'pending',
    source: sourceName ?? origin.shape,
    structured_data_allowed: ownData ?? false,
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
