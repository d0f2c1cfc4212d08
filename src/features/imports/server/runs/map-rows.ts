import { setImmediate } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import type { Mapping } from '#features/imports/model.ts'
import { mapItem } from '../mapping/map-item.ts'
import type { MappedJob, Skipped } from '../mapping/map-item.ts'
import { oneAhead } from '../reading/row.ts'
import type { Cursor, ReadRow, Row } from '../reading/row.ts'
import { newSurvey, surveyRow } from '../mapping/columns.ts'
import type { Survey } from '../mapping/columns.ts'

export type Mapped = MappedJob | Skipped

/** Some mapped rows, and the cursor after them. */
export type Batch = { mapped: Mapped[]; after: Cursor }

/** What mapping depends on beside the item. */
export type MappingRules = {
  now: Date
  mapping: Mapping | undefined
  /** How many rows were mapped before, by a run that is resumed. */
  firstRow?: number
}

export type Mapper = {
  map: (rows: Row[]) => Promise<Mapped[]>
  /** What the columns of all rows so far hold. */
  survey: () => Promise<Survey>
  close: () => Promise<void>
}

/** Fewer rows are mapped before a thread has started. */
const rowsInPlace = 1000
/** A few milliseconds of work. */
const rowsPerTurn = 10
/** In the thread that answers requests: such a row is left to a thread of its own. */
const maxRowMsInPlace = 250

/**
 * Maps rows, one call at a time. A long dataset gets a worker thread, so that reading its texts
 * does not block requests.
 */
export function openMapper(rules: MappingRules): Mapper {
  const survey = newSurvey(rules.firstRow)
  let thread: MapThread | undefined
  let mapped = 0
  const inThread = (): MapThreadSide => (thread ??= startThread({ rules, survey })).calls
  return {
    async map(rows) {
      mapped += rows.length
      const here = thread || mapped > rowsInPlace ? [] : await mapHere(rows, rules, survey)
      return here.length === rows.length
        ? here
        : [...here, ...(await inThread().map(rows.slice(here.length)))]
    },
    survey: async () => (thread ? thread.calls.survey() : survey),
    async close() {
      await thread?.stop()
    },
  }
}

/** What the thread can do; it answers one call after the other. */
export type MapThreadSide = { map(rows: Row[]): Promise<Mapped[]>; survey(): Promise<Survey> }

type MapThread = { calls: MapThreadSide; stop(): Promise<void> }

/**
 * Answers carry the number of their call, because Node's watch mode posts messages of its own from
 * threads.
 */
function startThread(workerData: { rules: MappingRules; survey: Survey }): MapThread {
  const worker = new Worker(new URL('./map-rows-worker.ts', import.meta.url), {
    workerData,
    resourceLimits,
  })
  const calls = createBirpc<MapThreadSide>(
    {},
    {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
      post: (message) => worker.postMessage(message),
      on: (hear) => worker.on('message', hear),
      // A batch takes as long as its texts need.
      timeout: -1,
    },
  )
  let reason = new Error('The thread that maps rows ended')
  worker.on('error', (error) => {
    reason = error instanceof Error ? error : reason
  })
  worker.once('exit', () => calls.$close(reason))
  return { calls, stop: async () => void (await worker.terminate()) }
}

/** It holds one batch; the rest is its regular expressions and parsers. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/**
 * Lets the event loop turn between the rows: a server that imports goes on answering. Ends before a
 * row that takes long.
 */
async function mapHere(
  rows: readonly Row[],
  rules: MappingRules,
  survey: Survey,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  while (mapped.length < rows.length) {
    const turn = rows.slice(mapped.length, mapped.length + rowsPerTurn)
    if (
      !endsWithin(maxRowMsInPlace, () =>
        turn.forEach((row) => mapped.push(mapRow(row, rules, survey))),
      )
    )
      break
    await setImmediate()
  }
  return mapped
}

/** Between two rows the time begins anew after so long. */
const stepMs = 100

/**
 * All rows in their order; one that takes too long twice is skipped, because a busy machine may
 * have stood still once.
 */
export function mapRows(
  rows: readonly Row[],
  rules: MappingRules,
  survey: Survey,
  maxRowMs = 2_000,
): Mapped[] {
  const mapped: Mapped[] = []
  let slowRow = -1
  while (mapped.length < rows.length) {
    const start = performance.now()
    const isDone = endsWithin(stepMs + maxRowMs, () => {
      for (const row of rows.slice(mapped.length)) {
        mapped.push(mapRow(row, rules, survey))
        if (performance.now() - start > stepMs) return
      }
    })
    if (isDone) continue
    if (slowRow === mapped.length) mapped.push({ skip: 'too-slow' })
    slowRow = mapped.length
  }
  return mapped
}

const limited = createContext({ work: () => {} })
const script = new Script('work()')

/**
 * Runs work, and cuts it off after so long, regular expressions included. @returns whether it came
 * to its end.
 */
function endsWithin(timeout: number, work: () => void): boolean {
  Object.assign(limited, { work })
  try {
    script.runInContext(limited, { timeout })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

function mapRow(row: Row, { now, mapping }: MappingRules, survey: Survey): Mapped {
  const mapped = 'skip' in row ? row : mapItem(row.item, now, mapping)
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
 */
export const mappedBatches = (
  rows: AsyncIterable<ReadRow>,
  mapper: Mapper,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> =>
  untilAborted(oneAhead(mapBatches(oneAhead(inBatches(rows)), mapper)), signal)

async function* mapBatches(
  batches: AsyncIterable<ReadBatch>,
  mapper: Mapper,
): AsyncGenerator<Batch> {
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
