import type { Db } from '#platform/server/database.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Mapping } from '#features/imports/model.ts'
import { countOf, inOrder } from '#features/imports/outline.ts'
import type { Outline, OutlineGroup } from '#features/imports/outline.ts'
import { mappedBatches } from './batches.ts'
import { judgeRows, matchKnown, placeCache } from './resolve.ts'
import type { PlaceCache } from './resolve.ts'
import { guessMapping } from '../mapping/guess.ts'
import type { MappedJob } from '../mapping/map-item.ts'
import { openMapper } from './map-rows.ts'
import type { Mapped } from './map-rows.ts'
import { findKeys } from './queries-jobs.ts'
import { readDataset } from '../reading/read-dataset.ts'
import type { DatasetSource } from '../reading/read-dataset.ts'
import { DatasetError } from '../reading/row.ts'
import { groupOutcomes, outcomeOf } from './run.ts'
import type { Outcome } from './run.ts'
import type { RunOptions } from './run-import.ts'
import { columnsOf, newSurvey, surveyRow } from '../mapping/survey.ts'

type CheckRules = { mapping?: Mapping | undefined; sourceName?: string | undefined; now?: Date }

export type CheckOptions = RunOptions & {
  /** Called now and then with what was found so far. */
  onReport?: (outline: Outline) => Promise<void>
}

export type Checked = {
  outline: Outline
  /** Why the dataset could not be read to its end, if so. */
  stoppedBy?: string
}

const reportPauseMs = 1500

/** Reads a whole dataset and says what an import would make of it. Writes nothing. */
export async function checkDataset(
  db: Db,
  source: DatasetSource,
  { mapping, sourceName, now = new Date() }: CheckRules,
  options: CheckOptions,
): Promise<Checked> {
  const mapper = openMapper({ now, mapping })
  const prediction = newPrediction(db, sourceName)
  const groups: OutlineGroup[] = []
  let rows = 0
  let reported = Date.now()
  const outline = async (): Promise<Outline> => {
    const survey = await mapper.survey()
    return { rows, columns: columnsOf(survey), moreColumns: survey.leftOut, groups: inOrder(groups) }
  }
  try {
    for await (const { mapped } of mappedBatches(readDataset(source, options), mapper, options.signal)) {
      const predicted = await predictRows(prediction, mapped)
      groupOutcomes(
        groups,
        predicted.map((it) => it.outcome),
        rows + 1,
      )
      rows += mapped.length
      options.onProgress?.(rows)
      if (!options.onReport || Date.now() - reported < reportPauseMs) continue
      await options.onReport(await outline())
      reported = Date.now()
    }
    return { outline: await outline() }
  } catch (error) {
    if (error instanceof DatasetError) return { outline: await outline(), stoppedBy: error.message }
    throw error
  } finally {
    await mapper.close()
  }
}

type Prediction = {
  db: Db
  sourceName: string | undefined
  places: PlaceCache
  /** The keys of the rows so far. */
  claims: Map<string, string | null>
}

export const newPrediction = (db: Db, sourceName: string | undefined): Prediction => ({
  db,
  sourceName,
  places: placeCache(),
  claims: new Map(),
})

/** What an import would make of these rows, after those that were predicted before. */
export async function predictRows(
  { db, sourceName, places, claims }: Prediction,
  mapped: readonly Mapped[],
): Promise<{ outcome: Outcome; job: MappedJob | undefined }[]> {
  const judged = await judgeRows({ db, sourceName, places }, mapped)
  const candidates = judged.filter((it) => 'job' in it)
  const known = await findKeys(
    db,
    candidates.flatMap(({ keys }) => Object.values(keys)),
  )
  const duplicates = matchKnown(candidates, known, claims)
  for (const key of claims.keys()) {
    if (claims.size <= maxClaims) break
    claims.delete(key)
  }
  return judged.map((it) => ({ outcome: outcomeOf(it, duplicates), job: 'job' in it ? it.job : undefined }))
}

/** Memory is bounded: in longer datasets, a row is compared with so many keys before it, and with what is imported. */
const maxClaims = 400_000

/** '1,200 would be imported, 80 of them after a moderator has looked at a doubtful fact; 34 would be skipped.' */
export function checkText({ outline: { rows, groups }, stoppedBy }: Checked): string {
  const [ready, waiting, skipped] = [countOf(groups, 'ready'), countOf(groups, 'waiting'), countOf(groups, 'skipped')]
  const looked = waiting > 0 ? ` (${formatNumber(waiting)} of them wait because a fact is doubtful)` : ''
  const counts = `Of ${formatNumber(rows)} rows, ${formatNumber(ready + waiting)} would be imported${looked} and ${formatNumber(skipped)} skipped.`
  return stoppedBy === undefined ? counts : `The dataset breaks off after row ${formatNumber(rows)}: ${stoppedBy} ${counts}`
}

/** Enough to tell which column is which. */
const guessedRows = 200

/** What the columns of a dataset probably hold, where no preset and no given rule says so. */
export async function guessMappingOf(source: DatasetSource, given: Mapping, options: RunOptions): Promise<Mapping> {
  const survey = newSurvey()
  try {
    for await (const row of readDataset(source, options)) {
      surveyRow(survey, row, given)
      if (survey.rows === guessedRows) break
    }
  } catch (error) {
    // The import reports it.
    if (!(error instanceof DatasetError)) throw error
  }
  return guessMapping(survey, given)
}
