import { parentPort, workerData } from 'node:worker_threads'
import { mapRow } from './map-rows.ts'
import type { MappingRules } from './map-rows.ts'
import type { Row } from './reading/row.ts'

/** The thread of `openMapper`: a batch of rows in, what they map to out. */
const rules = workerData as MappingRules

parentPort?.on('message', (rows: Row[]) => {
  const mapped = rows.map((row) => mapRow(row, rules))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
  parentPort?.postMessage(mapped)
})
