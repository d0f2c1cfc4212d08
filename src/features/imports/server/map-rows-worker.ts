import { parentPort, workerData } from 'node:worker_threads'
import { mapRow } from './map-rows.ts'
import type { MappingRules } from './map-rows.ts'
import type { Row } from './reading/row.ts'
import type { Survey } from './survey.ts'

/** The thread of `openMapper`: a batch of rows in, what they map to out; or what their columns hold. */
const { rules, survey } = workerData as { rules: MappingRules; survey: Survey }

parentPort?.on('message', (question: Row[] | 'survey') => {
  const answer = question === 'survey' ? survey : question.map((row) => mapRow(row, rules, survey).mapped)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
  parentPort?.postMessage(answer)
})
