import { createContext, Script } from 'node:vm'
import { giveWay, turnMs } from '#platform/server/turns.ts'
import type { Mapping } from '#features/imports/model.ts'
import { hash } from '../mapping/links.ts'
import { mapItem, type MappedJob, type Skipped } from '../mapping/map-item.ts'
import { oneAhead, type Cursor, type ReadRow, type Row } from '../reading/row.ts'
import { surveyRow, type Survey } from '../mapping/columns.ts'

export type Mapped = MappedJob | Skipped

/** Some mapped rows with their hashes, and the cursor after them. */
export type Batch = { mapped: Mapped[]; hashes: string[]; after: Cursor }

/** What mapping depends on beside the item. */
export type MappingRules = {
  now: Date
  mapping: Mapping | undefined
  /** What need not be mapped, by the hashes of rows. */
  findKnown?: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Skipped>>
  sourceName?: string | undefined
  /** Of a careers page: whose openings its rows are, where they do not say so. */
  employer?: string | undefined
}

/** The same for a row that a source has not changed, read by the same rules. */
function hashOf(row: Row, { sourceName = '', mapping = {} }: MappingRules) {
  if ('skip' in row) return ''
  return hash(JSON.stringify([sourceName, mapping, row.item]))
}

/**
 * All rows in their order; other requests are answered between them. A row that takes too long gets
 * eight times as much, because a busy machine may have stood still; then it is skipped.
 */
export async function mapRows(
  rows: readonly Row[],
  rules: MappingRules,
  survey: Survey,
  maxRowMs = 2_000,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  let slowRow = -1
  while (mapped.length < rows.length) {
    const limitMs = slowRow === mapped.length ? maxRowMs : maxRowMs / 8
    const isDone = endsWithin(limitMs, () => {
      const end = performance.now() + turnMs
      for (const row of rows.slice(mapped.length)) {
        mapped.push(mapRow(row, rules, survey))
        if (performance.now() > end) return
      }
    })
    if (!isDone) {
      if (slowRow === mapped.length) mapped.push({ skip: 'too-slow' })
      else slowRow = mapped.length
    }
    await giveWay()
  }
  return mapped
}

const limited = createContext({ work: () => {} })
const script = new Script('work()')

/**
 * Runs work, and cuts it off after so long, regular expressions included. @returns whether it came
 * to its end.
 */
function endsWithin(timeout: number, work: () => void) {
  Object.assign(limited, { work })
  try {
    script.runInContext(limited, { timeout })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

function mapRow(row: Row, { now, mapping, employer }: MappingRules, survey: Survey): Mapped {
  const mapped = 'skip' in row ? row : mapItem(row.item, now, mapping, employer)
  surveyRow(survey, row, mapping)
  return mapped
}

/**
 * One statement's worth of `addJobs`, so that two imports at once take the counts' locks in one
 * order.
 */
const rowsPerBatch = 250
/** A few batches are held at once: one of huge items has fewer. */
const bytesPerBatch = 4_000_000

/**
 * Mapped rows in batches: one is read while another is mapped and a third one is with the caller.
 * Adds what the columns hold to the survey.
 */
export const mappedBatches = (
  rows: AsyncIterable<ReadRow>,
  rules: MappingRules,
  survey: Survey,
  signal?: AbortSignal,
): AsyncGenerator<Batch> => {
  async function* batches(): AsyncGenerator<Batch> {
    for await (const { rows: read, after } of oneAhead(inBatches(rows))) {
      const hashes = read.map((row) => hashOf(row, rules))
      const known = (await rules.findKnown?.(hashes)) ?? new Map<string, Skipped>()
      const changed = read.filter((_, index) => !known.has(hashes[index] ?? ''))
      const fresh = (await mapRows(changed, rules, survey)).values()
      const mapped = hashes.flatMap((rowHash) => known.get(rowHash) ?? fresh.next().value ?? [])
      yield { mapped, hashes, after }
    }
  }
  return untilAborted(oneAhead(batches()), signal)
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
