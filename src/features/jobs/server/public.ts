import { sql } from 'kysely'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { giveWay } from '#platform/server/turns.ts'
import { resolvePlaces, type Place } from '#features/places/server/public.ts'
import type { JobSummary } from '../contract.ts'
import { payAnnual } from '../model.ts'
import { cutAtWord } from '../read-text.ts'
import { findSummaries, findSummariesOf } from './queries.ts'
import { insertFingerprints } from './fingerprint.ts'
import type { NewJob } from './tables.ts'
import { termColumns } from './derived-data.ts'
import { payOf, summaryOf } from './views.ts'

export { payOf, summaryOf }

export { refreshFingerprints } from './fingerprint.ts'
export { jobSender } from './job-sender.ts'
export { getFacets, getJob, searchJobs, suggestSearches, walkJobs } from './service.ts'
export type { WalkPosition } from './service.ts'
export { countBoard, findEmployers, hasJobs } from './queries.ts'
export { findPayAround, findPayGroups } from './queries-pay.ts'
export type { BoardFigures } from './queries.ts'
export type { PayAround, PayQuestion } from './queries-pay.ts'
export { figureTasks, readFigures, refreshFigures } from './cached-figures.ts'
export type { Figures } from './cached-figures.ts'
export { offeredValues } from './run/counts.ts'
export { stateFigures } from './service-map.ts'
export { milesFrom } from './compile/conditions.ts'
export { percolate, stageJobs, storedSearchVersion, storeSearch } from './percolator.ts'
export type { StoredSearch } from './percolator.ts'
export {
  readStoredTerms,
  rebuildDerivedData,
  rebuildSearchVocabulary,
  termsAfter,
} from './derived-data.ts'
export { compactSegments } from './segments/compaction.ts'
export type { JobRow, JobsTable, JobsTables, NewJob, RowFacts } from './tables.ts'

/**
 * Adds jobs with all that the catalog derives from them; all of them or, on an error, none. Who has
 * resolved the jobs' places already passes them on, in the same order.
 */
export async function addJobs(
  db: Db,
  jobs: readonly NewJob[],
  known?: readonly (Place | undefined)[],
): Promise<void> {
  const places = known ?? (await resolvePlaces(db, jobs))
  const rows: ReturnType<typeof rowOf>[] = []
  for (const [index, job] of jobs.entries()) {
    rows.push(rowOf(job, places[index]))
    await giveWay()
  }
  await inTransaction(db, async (transaction) => {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      const chunk = rows.slice(start, start + rowsPerInsert)
      for (const alike of Map.groupBy(chunk, (row) => columnsOf(row).join()).values())
        await insert(transaction, alike)
      await insertFingerprints(transaction, chunk)
    }
  })
}

const rowOf = (job: NewJob, place: Place | undefined) => ({
  ...job,
  lat: place?.lat ?? null,
  lon: place?.lon ?? null,
  pay_annual: payAnnual({
    min: job.comp_min ?? null,
    max: job.comp_max ?? null,
    unit: job.comp_unit ?? 'YEAR',
  }),
  snippet: snippetOf(job.description),
  ...termColumns(job, job.terms ?? {}),
})

/** So that a statement stays a few megabytes. */
const rowsPerInsert = 250

/** The active ones of these jobs as lists show them, in the order of their ids. */
export const findJobSummaries = async (db: Db, ids: readonly string[]): Promise<JobSummary[]> =>
  (await findSummaries(db, ids)).map(summaryOf)

/**
 * Before something is added to a job: a change of it that has begun, such as a merge, is over, and
 * the next one waits. Read only afterward whether the job is open.
 */
export const holdJob = (trx: Db, id: string) =>
  sql`select from jobs where id = ${id} for key share`.execute(trx)

/** The newest active jobs of an account as lists show them. */
export const findJobSummariesOf = async (
  ...wanted: Parameters<typeof findSummariesOf>
): Promise<JobSummary[]> => (await findSummariesOf(...wanted)).map(summaryOf)

type Row = Record<string, unknown>

/** What a row leaves out takes the table's default, so rows of one statement leave out the same. */
const columnsOf = (row: Row) => Object.keys(row).filter((column) => row[column] !== undefined)

/**
 * One JSON parameter instead of thousands: building and sending those costs more than the insert
 * itself.
 */
async function insert(db: Db, rows: Row[]) {
  const columns = sql.join(columnsOf(rows[0] ?? {}).map((column) => sql.ref(column)))
  await sql`
    insert into jobs (${columns}) select ${columns} from json_populate_recordset(null::jobs,
      ${JSON.stringify(rows)}::json)
  `.execute(db)
}

/** The first words of a description, as lists show them; it changes with the description. */
export function snippetOf(description: string): string {
  // Far more than the snippet needs, far less than the description.
  const text = description.slice(0, 4 * snippetLength)
  return cutAtWord(text.replaceAll(/[\s•]+/g, ' ').trim(), snippetLength)
}
const snippetLength = 241
