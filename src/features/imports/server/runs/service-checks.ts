import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { ImportCheck, Outline, OutlineGroup, PreviewedRow } from '#features/imports/contract.ts'
import { countOf, skipReasons } from '#features/imports/model.ts'
import type { Mapping } from '#features/imports/model.ts'
import { placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import type { Db } from '#platform/server/database.ts'
import type { TextCipher } from '#platform/server/secret.ts'
import { enqueueTask } from '#platform/server/tasks/queue.ts'
import { defineTask } from '#platform/server/tasks/task.ts'
import type { TaskContext } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { formatNumber } from '#shared/numbers.ts'
import { guessMapping, shownRows } from '../mapping/columns.ts'
import type { MappedJob } from '../mapping/map-item.ts'
import type { DescribedItem } from '../mapping/read-item.ts'
import { readDataset } from '../reading/read-dataset.ts'
import type { DatasetSource } from '../reading/read-dataset.ts'
import { DatasetError } from '../reading/row.ts'
import type { ReadRow } from '../reading/row.ts'
import { datasetOf } from '../sources/service-sources.ts'
import type { Actor, Imports } from '../sources/service-sources.ts'
import { decryptAddress, encryptAddress, requireReadable } from '../sources/stored-address.ts'
import { mappedBatches, openMapper } from './map-rows.ts'
import type { Mapped } from './map-rows.ts'
import { findKeys } from './queries-jobs.ts'
import * as queries from './queries-runs.ts'
import { matchKnown, placeCache, resolveRows } from './resolve.ts'
import { groupOutcomes, outcomeOf, outlineOf, payOf } from './run.ts'
import type { Outcome } from './run.ts'
import type { RunOptions } from './run-import.ts'

/** Checks of datasets before they are imported: of the first rows at once, of all rows as a task. */

type CheckRules = { mapping?: Mapping | undefined; sourceName?: string | undefined; now?: Date }

type CheckOptions = RunOptions & {
  /** Ends after so many rows, or after so long. */
  limit?: number
  maxWaitMs?: number
  /** Called now and then with what was found so far. */
  onReport?: (outline: Outline) => Promise<void>
}

export type Checked = {
  outline: Outline
  /** The first rows. */
  rows: CheckedRow[]
  /** Rules for fields that no preset and no given rule finds. */
  suggested: Mapping
  /** Why the dataset could not be read to its end, if so. */
  stoppedBy?: string
}

type CheckedRow = { outcome: Outcome; job: MappedJob | undefined; described: DescribedItem }

const reportPauseMs = 1500

/** Reads a dataset, or its first rows, and says what an import would make of it. Writes nothing. */
export async function checkDataset(
  db: Db,
  source: DatasetSource,
  { mapping, sourceName, now = new Date() }: CheckRules,
  { limit = Infinity, maxWaitMs = Infinity, ...options }: CheckOptions,
): Promise<Checked> {
  const mapper = openMapper({ now, mapping })
  const predict = predictor(db, sourceName)
  const groups: OutlineGroup[] = []
  const first: Pick<CheckedRow, 'outcome' | 'job'>[] = []
  let rows = 0
  let reported = Date.now()
  const checked = async (): Promise<Checked> => {
    const survey = await mapper.survey()
    return {
      outline: outlineOf(rows, groups, survey),
      rows: survey.described.flatMap((described, index) => (first[index] ? { ...first[index], described } : [])),
      suggested: guessMapping(survey, mapping),
    }
  }
  try {
    const read = firstRows(readDataset(source, options), limit, maxWaitMs)
    for await (const { mapped } of mappedBatches(read, mapper, options.signal)) {
      const predicted = await predict(mapped)
      first.push(...predicted.slice(0, shownRows - first.length))
      groupOutcomes(
        groups,
        predicted.map((it) => it.outcome),
        rows + 1,
      )
      rows += mapped.length
      options.onProgress?.(rows)
      if (!options.onReport || Date.now() - reported < reportPauseMs) continue
      await options.onReport((await checked()).outline)
      reported = Date.now()
    }
    return await checked()
  } catch (error) {
    if (error instanceof DatasetError) return { ...(await checked()), stoppedBy: error.message }
    throw error
  } finally {
    await mapper.close()
  }
}

/** At most so many rows; what the dataset has not answered by then is not waited for. */
async function* firstRows(rows: AsyncGenerator<ReadRow>, limit: number, maxWaitMs: number): AsyncGenerator<ReadRow> {
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>()
  timeIsUp.catch(() => {})
  const timeout =
    maxWaitMs < Infinity
      ? setTimeout(() => reject(new DatasetError('The dataset takes too long to answer.')), maxWaitMs)
      : undefined
  try {
    for (let count = 0; count < limit; count++) {
      const { done, value } = await Promise.race([rows.next(), timeIsUp])
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timeout)
    // A generator finishes only after its pending value; do not wait for that.
    rows.return(undefined).catch(() => {})
  }
}

/** Memory is bounded: in longer datasets, a row is compared with so many keys before it, and with what is imported. */
const maxClaims = 400_000

/** What an import would make of rows, after those that were predicted before. */
function predictor(db: Db, sourceName: string | undefined) {
  const places = placeCache()
  /** The keys of the rows so far. */
  const claims = new Map<string, string | null>()
  return async (mapped: readonly Mapped[]): Promise<Pick<CheckedRow, 'outcome' | 'job'>[]> => {
    const resolved = await resolveRows({ db, sourceName, places }, mapped)
    const candidates = resolved.filter((it) => 'job' in it)
    const known = await findKeys(
      db,
      candidates.flatMap(({ keys }) => Object.values(keys)),
    )
    const duplicates = matchKnown(candidates, known, claims)
    for (const key of claims.keys()) {
      if (claims.size <= maxClaims) break
      claims.delete(key)
    }
    return resolved.map((it) => ({ outcome: outcomeOf(it, duplicates), job: 'job' in it ? it.job : undefined }))
  }
}

/** '1,200 would be imported, 80 of them after a moderator has looked at a doubtful fact; 34 would be skipped.' */
export function checkText({ outline: { rows, groups }, stoppedBy }: Checked): string {
  const [ready, waiting, skipped] = [countOf(groups, 'ready'), countOf(groups, 'waiting'), countOf(groups, 'skipped')]
  const looked = waiting > 0 ? ` (${formatNumber(waiting)} of them wait because a fact is doubtful)` : ''
  const counts = `Of ${formatNumber(rows)} rows, ${formatNumber(ready + waiting)} would be imported${looked} and ${formatNumber(skipped)} skipped.`
  return stoppedBy === undefined ? counts : `The dataset breaks off after row ${formatNumber(rows)}: ${stoppedBy} ${counts}`
}

/** Enough to tell which column is which. */
const guessedRows = 200

/** What the columns of a dataset probably hold, where no preset and no given rule says so. What is wrong with it, its import reports. */
export async function guessMappingOf(db: Db, source: DatasetSource, mapping: Mapping, options: RunOptions): Promise<Mapping> {
  const { onProgress: _, ...quiet } = options
  return (await checkDataset(db, source, { mapping }, { ...quiet, limit: guessedRows })).suggested
}

const previewWaitMs = 9_500

type Asked = { url: string; mapping: Mapping; sourceName?: string | undefined }

/** What an import would make of the first rows of a dataset. */
export async function previewImport(
  { db, ...options }: CheckOptions & { db: Db },
  { url, mapping, sourceName }: Asked,
): Promise<ResponseOf<'POST /api/admin/import-preview'>> {
  const limits = { limit: shownRows, maxWaitMs: previewWaitMs, pageSize: shownRows, retryDelayMs: 250 }
  const checked = await checkDataset(db, { url }, { mapping, sourceName }, { ...limits, ...options })
  const { rows, suggested, stoppedBy: stopped, outline } = checked
  if (stopped !== undefined && rows.length === 0) throw new AppError('BAD_REQUEST', stopped, [{ field: 'url', message: stopped }])
  return {
    rows: rows.map((row, index) => ({ row: index + 1, ...row.described, ...viewOf(row) })),
    paths: outline.columns.map(({ path, samples: [sample = ''] }) => ({ path, sample })),
    suggested,
    stopped: stopped ?? null,
  }
}

function viewOf({ outcome, job }: CheckedRow): Pick<PreviewedRow, 'job' | 'skipped' | 'waits'> {
  if (!('skip' in outcome)) return { job: job ? jobView(job) : null, skipped: null, waits: outcome.doubt ?? null }
  const { skip: reason, detail } = outcome
  return { job: null, skipped: { reason, words: `${skipReasons[reason]}${detail ? ` (${detail})` : ''}` }, waits: null }
}

const jobView = (job: MappedJob): PreviewedRow['job'] => ({
  title: job.title,
  employer: job.employer,
  place: placeText(job),
  specialty: job.specialty_other ?? job.specialty,
  employmentType: employmentTypeLabels[job.employment_type],
  pay: payOf(job) ?? null,
  postedAt: job.posted_at.toISOString(),
  applyUrl: job.apply_url ?? null,
  sourceUrl: job.source_url ?? null,
})

export const checkImportTask = defineTask({
  name: 'check-import',
  schema: z.object({ id: z.uuid() }),
  retries: 2,
  timeoutSeconds: 3600,
  // As with imports: a node's memory is for those who visit it.
  atOnce: 1,
})

/** @returns the check's id. */
export async function startImportCheck(
  options: Imports,
  { actorId }: Actor,
  asked: { url: string; mapping: Mapping; source?: string | undefined },
): Promise<string> {
  const { url, sourceName } = await datasetOf(options, asked)
  requireReadable(url, options.allowedHosts)
  const id = randomUUIDv7()
  await options.db.transaction().execute(async (trx) => {
    await queries.insertCheck(trx, {
      id,
      ...encryptAddress(options.cipher, url),
      source_name: sourceName ?? null,
      mapping: JSON.stringify(asked.mapping),
      started_by: actorId,
    })
    await enqueueTask(trx, checkImportTask, { id }, { key: id })
  })
  return id
}

export type CheckWork = RunOptions & { db: Db; cipher: TextCipher }

export async function resumeCheck({ db, cipher, ...options }: CheckWork, id: string, { stopping }: TaskContext): Promise<void> {
  const check = await queries.selectCheck(db, id)
  if (check?.status !== 'running') return
  const { mapping, source_name: sourceName } = check
  try {
    const checked = await checkDataset(
      db,
      { url: decryptAddress(cipher, check) },
      { mapping, sourceName: sourceName ?? undefined },
      { ...options, signal: stopping, onReport: (report) => queries.updateCheck(db, id, { report }) },
    )
    const failed = checked.stoppedBy !== undefined && checked.outline.rows === 0
    await queries.updateCheck(db, id, {
      report: checked.outline,
      status: failed ? 'failed' : 'finished',
      message: failed ? checked.stoppedBy : checkText(checked),
    })
  } catch (error) {
    if (stopping.aborted) return enqueueTask(db, checkImportTask, { id }, { key: id })
    const message = error instanceof DatasetError ? error.message : 'The check failed because of an error on our side.'
    await queries.updateCheck(db, id, { report: { rows: 0, columns: [], moreColumns: 0, groups: [] }, status: 'failed', message })
    if (!(error instanceof DatasetError)) throw error
  }
}

export async function getImportCheck(db: Db, id: string): Promise<ImportCheck> {
  const check = await queries.selectCheck(db, id)
  if (!check) throw new AppError('NOT_FOUND', 'This check does not exist. It may be older than a week.')
  const { status, processed, message, report } = check
  return { id, status, processed, message, report }
}
