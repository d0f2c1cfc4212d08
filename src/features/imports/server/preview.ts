import type { Db } from '#server/lib/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import type { PreviewedRow } from '../contract.ts'
import type { Mapping, SkipReason } from '../model.ts'
import { skipReasons } from '../model.ts'
import { firstKnown } from './import-batch.ts'
import { describeItem } from './mapping/read-item.ts'
import { keysOf } from './mapping/keys.ts'
import type { JobKeys } from './mapping/keys.ts'
import { pathsOf } from './mapping/item.ts'
import { mapItem } from './mapping/map-item.ts'
import type { MappedJob } from './mapping/map-item.ts'
import { findKeys } from './queries.ts'
import type { ApifyOptions } from './reading/apify.ts'
import { DatasetError } from './reading/row.ts'
import { guessMapping } from './mapping/guess.ts'
import { newSurvey, surveyRow } from './survey.ts'
import type { HttpOptions } from './reading/http.ts'
import { readDataset } from './reading/read-dataset.ts'
import type { Row } from './reading/row.ts'
import { placeCache, withPlaces } from './resolve-batch.ts'

type Preview = {
  db: Db
  allowedHosts: readonly string[]
  token: string | undefined
  usaJobs?: ApifyOptions['usaJobs']
  openUpload?: HttpOptions['openUpload']
  maxWaitMs?: number
}

const maxRows = 20
const usualWaitMs = 9_500
const retryDelayMs = 250

/** What an import would make of the first rows of a dataset. Writes nothing. */
export async function previewImport(
  { db, maxWaitMs = usualWaitMs, ...options }: Preview,
  { url, mapping }: { url: string; mapping: Mapping },
): Promise<ResponseOf<'POST /api/admin/import-preview'>> {
  const { rows, stopped } = await firstRows(url, { ...options, pageSize: maxRows, retryDelayMs }, maxWaitMs)
  const items = rows.map((row) => ('item' in row ? row.item : undefined))
  const survey = newSurvey()
  for (const row of rows) surveyRow(survey, row, mapping)
  return {
    rows: await outcomesOf(db, rows, mapping),
    paths: pathsOf(items),
    suggested: guessMapping(survey, mapping),
    stopped: stopped ?? null,
  }
}

async function firstRows(url: string, options: ApifyOptions, maxWaitMs: number): Promise<{ rows: Row[]; stopped?: string }> {
  const rows: Row[] = []
  const reader = readDataset({ url }, options)
  const timeIsUp = timer(maxWaitMs)
  try {
    while (rows.length < maxRows) {
      const { done, value } = await Promise.race([reader.next(), timeIsUp.promise])
      if (done) break
      rows.push(value)
    }
    return { rows }
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    if (rows.length > 0) return { rows, stopped: error.message }
    throw new AppError('BAD_REQUEST', error.message, [{ field: 'url', message: error.message }])
  } finally {
    timeIsUp.stop()
    // A generator finishes only after its pending value; do not wait for that.
    reader.return(undefined).catch(() => {})
  }
}

function timer(ms: number): { promise: Promise<never>; stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  const timeout = setTimeout(() => reject(new DatasetError('The dataset takes too long to answer.')), ms)
  promise.catch(() => {})
  return { promise, stop: () => clearTimeout(timeout) }
}

type Outcome = Pick<PreviewedRow, 'job' | 'skipped'>

async function outcomesOf(db: Db, rows: readonly Row[], mapping: Mapping): Promise<PreviewedRow[]> {
  const now = new Date()
  const mapped = rows.map((row) => ('skip' in row ? row : mapItem(row.item, now, mapping)))
  const jobsOf = mapped.filter((it) => 'origin' in it)
  const placed = await withPlaces(db, jobsOf, placeCache())
  const jobs = mapped.map((it) => ('origin' in it ? placed.get(it)?.job : undefined))
  const knownBy = await duplicatesAmong(db, jobs)
  return mapped.map((it, index): PreviewedRow => {
    const row = rows[index]
    const described = row && 'item' in row ? describeItem(row.item, mapping) : { preset: null, fields: [] }
    return { row: index + 1, ...described, ...outcomeOf(it, jobs[index], knownBy[index]) }
  })
}

function outcomeOf(mapped: MappedJob | { skip: SkipReason }, job: MappedJob | undefined, knownBy: string | undefined): Outcome {
  if ('skip' in mapped) return skipped(mapped.skip)
  if (!job) return skipped('no-place')
  return knownBy === undefined ? { job: jobView(job), skipped: null } : skipped('duplicate', knownBy)
}

const skipped = (reason: SkipReason, detail?: string): Outcome => ({
  job: null,
  skipped: { reason, words: `${skipReasons[reason]}${detail ? ` (${detail})` : ''}` },
})

/** By what each job is known already: from an earlier import, or from a row before it. */
async function duplicatesAmong(db: Db, jobs: readonly (MappedJob | undefined)[]): Promise<(string | undefined)[]> {
  const keys = jobs.map((job) => job && keysOf(job))
  const all = keys.flatMap((it) => Object.values(it ?? {}))
  const known = new Set((await findKeys(db, all)).keys())
  return keys.map((it) => it && takeKeys(it, known))
}

function takeKeys(keys: JobKeys, known: Set<string>): string | undefined {
  const by = firstKnown(keys, (key) => known.has(key))
  for (const key of Object.values(keys)) known.add(key)
  return by?.name
}

function jobView(job: MappedJob): PreviewedRow['job'] {
  const pay = {
    compMin: job.comp_min ?? null,
    compMax: job.comp_max ?? null,
    compUnit: job.comp_unit ?? 'YEAR',
    compText: job.comp_text ?? null,
  } as const
  return {
    title: job.title,
    employer: job.employer,
    place: placeText(job),
    specialty: job.specialty_other ?? job.specialty,
    employmentType: employmentTypeLabels[job.employment_type],
    pay: payText(pay) ?? null,
    postedAt: job.posted_at.toISOString(),
    applyUrl: job.apply_url ?? null,
    sourceUrl: job.source_url ?? null,
  }
}
