import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Mapping } from '../model.ts'
import { mapItem } from './mapping/map-item.ts'
import type { MappedJob, Skipped } from './mapping/map-item.ts'
import type { Row } from './reading/row.ts'

export type Mapped = MappedJob | Skipped

/** What mapping depends on beside the item. */
export type MappingRules = { now: Date; mapping: Mapping | undefined }

export type Mapper = { map: (rows: Row[]) => Promise<Mapped[]>; close: () => Promise<void> }

/** Fewer rows are mapped before a thread has started. */
const rowsInPlace = 1000
/** A few milliseconds of work. */
const rowsPerTurn = 10

/**
 * Maps rows, one call at a time. A long dataset gets a worker thread, so that reading its texts does not block requests.
 */
export function openMapper(rules: MappingRules): Mapper {
  let worker: Worker | undefined
  let mapped = 0
  return {
    async map(rows) {
      mapped += rows.length
      if (mapped <= rowsInPlace) return mapHere(rows, rules)
      worker ??= new Worker(new URL('./map-rows-worker.ts', import.meta.url), { workerData: rules, resourceLimits })
      const answer = once(worker, 'message')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
      worker.postMessage(rows)
      const [result] = (await answer) as [Mapped[]]
      return result
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** It holds one batch; the rest is its regular expressions and parsers. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** Lets the event loop turn between the rows: a server that imports goes on answering. */
async function mapHere(rows: readonly Row[], rules: MappingRules): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  for (const row of rows) {
    if (mapped.push(mapRow(row, rules)) % rowsPerTurn === 0) await setImmediate()
  }
  return mapped
}

export const mapRow = (row: Row, { now, mapping }: MappingRules): Mapped =>
  'skip' in row ? row : mapItem(row.item, now, mapping)
