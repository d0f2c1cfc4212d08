import { Worker } from 'node:worker_threads'
import { callsTo } from '#platform/server/threads.ts'
import type { Survey } from '../mapping/columns.ts'
import type { Row } from '../reading/row.ts'
import type { Mapped, MappingRules } from './map-rows.ts'

/** The calls that a thread answers, one after the other. */
export type ThreadSide = { map(rows: Row[]): Promise<{ mapped: Mapped[]; survey: Survey }> }

export type ThreadData = { rules: MappingRules; survey: Survey }

export type MapThread = {
  map(rows: Row[]): Promise<Mapped[]>
  close(): Promise<unknown>
}

/** A thread holds one batch; the rest is its expressions and what they remember. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/**
 * Maps rows beside the main thread, and goes on with the survey: reading texts is most of an
 * import's work.
 */
export function openMapThread(rules: MappingRules, survey: Survey): MapThread {
  const workerData: ThreadData = { rules, survey }
  const worker = new Worker(new URL('./map-thread.ts', import.meta.url), {
    workerData,
    resourceLimits,
  })
  const calls = callsTo<ThreadSide>(worker, {})
  return {
    async map(rows) {
      const answer = await calls.map(rows)
      Object.assign(survey, answer.survey)
      return answer.mapped
    },
    close: () => worker.terminate(),
  }
}
