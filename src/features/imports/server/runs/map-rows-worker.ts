import { parentPort, workerData } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import { mapRows } from './map-rows.ts'
import type { MappingRules, MapThreadSide } from './map-rows.ts'
import type { Survey } from '../mapping/columns.ts'

/** The thread of `openMapper`. */
const { rules, survey } = workerData as { rules: MappingRules; survey: Survey }

createBirpc<object, MapThreadSide>(
  {
    map: async (rows) => mapRows(rows, rules, survey),
    survey: async () => survey,
  },
  {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
    post: (message) => parentPort?.postMessage(message),
    on: (hear) => parentPort?.on('message', hear),
    timeout: -1,
  },
)
