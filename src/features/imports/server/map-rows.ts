import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Mapping } from '../model.ts'
import { mapItem } from './mapping/map-item.ts'
import type { MappedJob, Skipped } from './mapping/map-item.ts'
import type { DescribedItem } from './mapping/read-item.ts'
import type { Row } from './reading/row.ts'
import { newSurvey, surveyRow } from './survey.ts'
import type { Survey } from './survey.ts'

export type Mapped = MappedJob | Skipped

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

/**
 * Maps rows, one call at a time. A long dataset gets a worker thread, so that reading its texts does not block requests.
 */
export function openMapper(rules: MappingRules): Mapper {
  const survey = newSurvey(rules.firstRow)
  let worker: Worker | undefined
  let mapped = 0
  /** The thread answers one question after the other. */
  let asked: Promise<unknown> = Promise.resolve()
  const ask = <T>(question: Row[] | 'survey'): Promise<T> => {
    const answer = asked.then(() => put<T>(question))
    asked = answer.catch(() => {})
    return answer
  }
  const put = async <T>(question: Row[] | 'survey'): Promise<T> => {
    worker ??= new Worker(new URL('./map-rows-worker.ts', import.meta.url), { workerData: { rules, survey }, resourceLimits })
    const answer = once(worker, 'message')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
    worker.postMessage(question)
    const [result] = (await answer) as [T]
    return result
  }
  return {
    async map(rows) {
      mapped += rows.length
      return worker || mapped > rowsInPlace ? ask<Mapped[]>(rows) : mapHere(rows, rules, survey)
    },
    survey: async () => (worker ? ask<Survey>('survey') : survey),
    async close() {
      await worker?.terminate()
    },
  }
}

/** It holds one batch; the rest is its regular expressions and parsers. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** Lets the event loop turn between the rows: a server that imports goes on answering. */
async function mapHere(rows: readonly Row[], rules: MappingRules, survey: Survey): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  for (const row of rows) {
    if (mapped.push(mapRow(row, rules, survey).mapped) % rowsPerTurn === 0) await setImmediate()
  }
  return mapped
}

/** The description is of the first rows of a survey only. */
export function mapRow(
  row: Row,
  { now, mapping }: MappingRules,
  survey: Survey,
): { mapped: Mapped; described: DescribedItem | undefined } {
  const described = surveyRow(survey, row, mapping)
  return { mapped: 'skip' in row ? row : mapItem(row.item, now, mapping), described }
}
