import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { termsOf, termsVersion, textColumns } from '../read-contract.ts'
import type { JobRow, JobsTable } from './tables.ts'

const readColumns = [...textColumns, 'title', 'start_date_text', 'employment_type'] as const

/** The terms after a change of columns. `changed.terms` has what the poster says anew; an undefined one is taken back. */
export function termsAfter(job: JobRow, changed: Updateable<JobsTable>): Pick<Updateable<JobsTable>, 'terms' | 'terms_version'> {
  if (changed.terms === undefined && readColumns.every((column) => changed[column] === undefined)) return {}
  return termColumns({ ...job, ...changed }, { ...job.terms, ...changed.terms })
}

export const termColumns = (job: Parameters<typeof termsOf>[0], said: Parameters<typeof termsOf>[1]) => ({
  terms: termsOf(job, said),
  terms_version: termsVersion,
})

/** Small enough that nobody who changes one of the jobs waits for long. */
const batch = 20

/**
 * Reads the terms of jobs that an earlier version of the product stored, or that this version reads otherwise; what posters said stays. Jobs
 * that somebody is changing are left to that change, or to the next round.
 */
export async function readStoredTerms(db: Db, stopping?: AbortSignal): Promise<void> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  const isStopping = () => stopping?.aborted === true
  while (after !== undefined && !isStopping()) {
    const from: string = after
    const rows = await db.transaction().execute((trx) => readBatch(trx, from))
    after = rows.length < batch ? undefined : rows.at(-1)?.id
  }
}

async function readBatch(trx: Db, after: string): Promise<JobRow[]> {
  const columns = sql.join(['id', 'terms', ...readColumns].map((column) => sql.ref(column)))
  const { rows } = await sql<JobRow>`
    select ${columns} from jobs where id > ${after} and terms_version < ${termsVersion}
    order by id limit ${batch} for no key update skip locked
  `.execute(trx)
  const written = rows.map((row) => ({ id: row.id, ...termColumns(row, row.terms ?? {}) }))
  if (written.length > 0)
    await sql`
      update jobs set terms = read.terms, terms_version = read.terms_version
      from json_populate_recordset(null::jobs, ${JSON.stringify(written)}::json) read where jobs.id = read.id
    `.execute(trx)
  return rows
}
