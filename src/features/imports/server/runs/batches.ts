import { hash } from '../mapping/links.ts'
import type { Skipped } from '../mapping/map-item.ts'
import type { Survey } from '../mapping/columns.ts'
import { oneAhead, type Cursor, type ReadRow, type Row } from '../reading/row.ts'
import { mapRows, type Mapped, type MappingRules } from './map-rows.ts'
import { openMapThread, type MapThread } from './map-threads.ts'
import type { Resolved } from './resolve.ts'

type MappedBatch = { mapped: Mapped[]; hashes: string[]; after: Cursor }

/** Some rows, of which only what is stored is open, with their hashes, and the cursor after them. */
export type Batch = { resolved: Resolved[]; hashes: string[]; after: Cursor }

type BatchRules = MappingRules & {
  /** What need not be mapped, by the hashes of rows. */
  findKnown?: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Skipped>>
  sourceName?: string | undefined
  resolve: (mapped: readonly Mapped[]) => Promise<Resolved[]>
}

/** The same for a row that a source has not changed, read by the same rules. */
function hashOf(
  row: Row,
  { sourceName = '', mapping = {} }: Pick<BatchRules, 'sourceName' | 'mapping'>,
) {
  if ('skip' in row) return ''
  return hash(JSON.stringify([sourceName, mapping, row.item]))
}

/**
 * One statement's worth of `addJobs`, so that two imports at once take the counts' locks in one
 * order.
 */
const rowsPerBatch = 250
/** A few batches are held at once: one of huge items has fewer. */
const bytesPerBatch = 4_000_000

/** So many rows are mapped before a thread has started. */
const rowsInPlace = 500

/**
 * Rows in batches: one is read, the next mapped, and the next resolved, while the caller has a
 * fourth one. Adds what the columns hold to the survey.
 */
export function resolvedBatches(
  rows: AsyncIterable<ReadRow>,
  { resolve, ...rules }: BatchRules,
  survey: Survey,
  signal?: AbortSignal,
): AsyncGenerator<Batch> {
  async function* batches(): AsyncGenerator<Batch> {
    for await (const { mapped, ...batch } of oneAhead(mapBatches(rows, rules, survey)))
      yield { ...batch, resolved: await resolve(mapped) }
  }
  return untilAborted(oneAhead(batches()), signal)
}

/** The rows of a long dataset are mapped in a thread. */
async function* mapBatches(
  rows: AsyncIterable<ReadRow>,
  { findKnown, ...rules }: Omit<BatchRules, 'resolve'>,
  survey: Survey,
): AsyncGenerator<MappedBatch> {
  let thread: MapThread | undefined
  let count = 0
  try {
    for await (const { rows: read, after } of oneAhead(inBatches(rows))) {
      const hashes = read.map((row) => hashOf(row, rules))
      const known = (await findKnown?.(hashes)) ?? new Map<string, Skipped>()
      const changed = read.filter((_, index) => !known.has(hashes[index] ?? ''))
      count += changed.length
      if (count > rowsInPlace) thread ??= openMapThread(rules, survey)
      const fresh = (await (thread?.map(changed) ?? mapRows(changed, rules, survey))).values()
      const mapped = hashes.flatMap((rowHash) => known.get(rowHash) ?? fresh.next().value ?? [])
      yield { mapped, hashes, after }
    }
  } finally {
    await thread?.close()
  }
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

/**
 * Yields the values; throws the signal's reason as soon as it aborts, even while a value is
 * pending.
 */
async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await Promise.race([iterator.next(), aborted])
      if (done) return
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    // A generator finishes only after its pending value; do not wait for that.
    iterator.return?.().catch(() => {})
  }
}
