import { createContext, Script } from 'node:vm'
import { giveWay, turnMs } from '#platform/server/turns.ts'
import type { Mapping } from '#features/imports/model.ts'
import { mapItem, type MappedJob, type Skipped } from '../mapping/map-item.ts'
import type { Row } from '../reading/row.ts'
import { surveyRow, type Survey } from '../mapping/columns.ts'

export type Mapped = MappedJob | Skipped

/** What mapping depends on beside the item. */
export type MappingRules = {
  now: Date
  mapping: Mapping | undefined
  /** Of a careers page: whose openings its rows are, where they do not say so. */
  employer?: string | undefined
}

/**
 * All rows in their order; other requests are answered between them. A row that takes too long is
 * tried again with eight times as much, and is skipped once this thread has worked on it for
 * `maxRowMs`: a busy machine may have stood still.
 */
export async function mapRows(
  rows: readonly Row[],
  rules: MappingRules,
  survey: Survey,
  maxRowMs = 2_000,
  turn = turnMs,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  let slowRow = -1
  let workedMs = 0
  while (mapped.length < rows.length) {
    if (slowRow !== mapped.length) workedMs = 0
    const limitMs = slowRow === mapped.length ? maxRowMs : maxRowMs / 8
    const before = process.threadCpuUsage()
    const isDone = endsWithin(limitMs, () => {
      const end = performance.now() + turn
      for (const row of rows.slice(mapped.length)) {
        mapped.push(mapRow(row, rules, survey))
        if (performance.now() > end) return
      }
    })
    if (!isDone) {
      const { user, system } = process.threadCpuUsage(before)
      workedMs += (user + system) / 1000
      if (workedMs < maxRowMs) slowRow = mapped.length
      else mapped.push({ skip: 'too-slow' })
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
