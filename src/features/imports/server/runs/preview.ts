import type { Db } from '#platform/server/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import type { PreviewedRow } from '#features/imports/contract.ts'
import type { Mapping } from '#features/imports/model.ts'
import { skipReasons } from '#features/imports/model.ts'
import { newPrediction, predictRows } from './check.ts'
import { guessMapping } from '../mapping/guess.ts'
import type { MappedJob } from '../mapping/map-item.ts'
import { mapRow } from './map-rows.ts'
import type { ApifyOptions } from '../reading/apify.ts'
import type { HttpOptions } from '../reading/http.ts'
import { readDataset } from '../reading/read-dataset.ts'
import { DatasetError } from '../reading/row.ts'
import type { Row } from '../reading/row.ts'
import { payOf } from './run.ts'
import type { Outcome } from './run.ts'
import { newSurvey } from '../mapping/survey.ts'

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
  { url, mapping, sourceName }: { url: string; mapping: Mapping; sourceName?: string | undefined },
): Promise<ResponseOf<'POST /api/admin/import-preview'>> {
  const { rows, stopped } = await firstRows(url, { ...options, pageSize: maxRows, retryDelayMs }, maxWaitMs)
  const survey = newSurvey()
  const rules = { now: new Date(), mapping }
  const mapped = rows.map((row) => mapRow(row, rules, survey))
  const predicted = await predictRows(
    newPrediction(db, sourceName),
    mapped.map((it) => it.mapped),
  )
  return {
    rows: predicted.map(({ outcome, job }, index) => {
      const { preset = null, fields = [] } = mapped[index]?.described ?? {}
      return { row: index + 1, preset, fields, ...viewOf(outcome, job) }
    }),
    paths: [...survey.columns].map(
      ([
        path,
        {
          samples: [sample = ''],
        },
      ]) => ({ path, sample }),
    ),
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

function viewOf(outcome: Outcome, job: MappedJob | undefined): Pick<PreviewedRow, 'job' | 'skipped' | 'waits'> {
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
