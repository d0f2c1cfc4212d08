import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { answerCalls } from '#platform/server/threads.ts'
import { mapRows } from './map-rows.ts'
import type { ThreadData, ThreadSide } from './map-threads.ts'

/** A thread of `openMapThread`. */

// Pages go first. Linux lowers the priority of this thread alone.
if (process.platform === 'linux') setPriority(10)

/** Nobody else waits here, and the thread may stand still while pages are shown. */
const turnMs = 100
const maxRowMs = 8_000
const { rules, survey } = workerData as ThreadData

answerCalls<object, ThreadSide>({
  map: async (rows) => ({ mapped: await mapRows(rows, rules, survey, maxRowMs, turnMs), survey }),
})
