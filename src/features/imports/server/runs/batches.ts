import type { Batch } from './import-batch.ts'
import type { Mapper } from './map-rows.ts'
import { oneAhead } from '../reading/apify.ts'
import type { Cursor, ReadRow, Row } from '../reading/row.ts'

/** One statement's worth of `addJobs`, so that two imports at once take the counts' locks in one order. */
const rowsPerBatch = 250
/** A few batches are held at once: one of huge items has fewer. */
const bytesPerBatch = 4_000_000

/** Mapped rows in batches: one is read while another is mapped and a third one is with the caller. */
export const mappedBatches = (
  rows: AsyncIterable<ReadRow>,
  mapper: Mapper,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> => untilAborted(oneAhead(mapBatches(oneAhead(inBatches(rows)), mapper)), signal)

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

/**
 * Yields the values; throws the signal's reason as soon as it aborts, even while a value is pending.
 */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await nextUnlessAborted(iterator, signal)
      if (done) return
      yield value
    }
  } finally {
    // A generator finishes only after its pending value; do not wait for that.
    iterator.return?.().catch(() => {})
  }
}

/** Removes its listener: the signal outlives every value. */
async function nextUnlessAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal | undefined): Promise<IteratorResult<T>> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<T>>()
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  iterator.next().then(resolve, reject)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
