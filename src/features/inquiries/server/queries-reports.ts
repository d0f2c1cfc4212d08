import { type Insertable, sql } from 'kysely'
import {
  type WaitingCount,
  type WaitingFilter,
  type WaitingKey,
  countOldest,
  fitsWaitingFilter,
} from '#features/postings/server/public.ts'
import { countRows, type Db, insertMissing } from '#platform/server/database.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

/** False if the same report of the same account, or of nobody's, is open. */
export const insertReport = (
  db: Db,
  report: Insertable<InquiriesTables['job_reports']>,
): Promise<boolean> => insertMissing(tables(db).insertInto('job_reports').values(report))

/**
 * The index job_reports_once says the same. What nobody signed in to write stands apart from an
 * account's.
 */
export const isSameReport = (first: string, second: string) =>
  sql.join(
    ['email', 'reason_hash', 'reporter_id'].map(
      (column) =>
        sql`${sql.ref(`${first}.${column}`)} is not distinct from ${sql.ref(`${second}.${column}`)}`,
    ),
    sql` and `,
  )

export const findReportsOf = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('job_reports')
    .select([
      'job_id',
      'job_title',
      'name',
      'email',
      'reason',
      'created_at',
      'outcome',
      'decided_at',
    ])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .execute()

export async function deleteReportsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from job_reports where id in (select id from job_reports where created_at < ${before}
      limit ${limit}) returning id
  `.execute(db)
  return rows.length
}

export async function anonymizeReports(
  db: Db,
  by: { reporter_id: string } | { email: string },
): Promise<number> {
  const [column, value] = Object.entries(by)[0] ?? []
  const reports = tables(db)
    .updateTable('job_reports')
    .set({ name: '', email: '' })
    .where(sql.ref(column ?? ''), '=', value)
  return Number((await reports.executeTakeFirst()).numUpdatedRows)
}

/** Jobs with open reports, in order of the first report. */
export const findReportedJobs = (
  db: Db,
  filter: WaitingFilter,
  limit: number,
): Promise<WaitingKey[]> =>
  sql<WaitingKey>`${reportedJobs(filter)} order by since, id limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows)

export const countReportedJobs = (
  db: Db,
  filter: WaitingFilter,
  most: number,
): Promise<WaitingCount> => countOldest(db, reportedJobs(filter), most)

function reportedJobs(filter: WaitingFilter) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  // One by one: there are few reports, and a join would read all jobs.
  const apart = filter.only === undefined ? sql`offset 0` : sql``
  const fits = sql`and exists (select from jobs where jobs.id = job_reports.job_id
    and ${fitsWaitingFilter(filter)} ${apart})`
  return sql`
    select job_id as id, min(created_at) as since
    from job_reports
    where outcome is null ${isFiltered ? fits : sql``}
    group by job_id
  `
}

/** Open reports about these jobs, the oldest first. */
export const findOpenReports = async (db: Db, jobIds: readonly string[]) =>
  jobIds.length === 0
    ? []
    : tables(db)
        .selectFrom('job_reports')
        .select(['id', 'job_id', 'name', 'email', 'reason', 'created_at'])
        .where('job_id', 'in', jobIds)
        .where('outcome', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute()

export type OpenReport = Awaited<ReturnType<typeof findOpenReports>>[number]

export const countOpenReports = (db: Db): Promise<number> =>
  countRows(tables(db).selectFrom('job_reports').where('outcome', 'is', null))

type Settled = Pick<
  InquiriesTables['job_reports'],
  'outcome' | 'decided_by' | 'decision_note' | 'answer'
>

/** All open ones about a job. */
export const settleOpenReports = (db: Db, jobId: string, settled: Settled) =>
  tables(db)
    .updateTable('job_reports')
    .set({ ...settled, decided_at: sql`now()` })
    .where('job_id', '=', jobId)
    .where('outcome', 'is', null)
    .returning(['id', 'job_id', 'email', 'decided_at'])
    .execute()

/** Except those that were sent again meanwhile; with the time of the decision that ends. */
export async function openReports(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; job_id: string; email: string; decided_at: Date }>`
    update job_reports
    set outcome = null, decided_by = null, decision_note = null, answer = null, decided_at = null
    from (select id, decided_at from job_reports where id = any(${ids}::uuid[]) and outcome is not null for update) settled
    where job_reports.id = settled.id and not exists (
      select from job_reports again
      where again.job_id = job_reports.job_id and again.outcome is null and ${isSameReport('again', 'job_reports')}
    )
    returning job_reports.id, job_reports.job_id, email, settled.decided_at
  `.execute(db)
  return rows
}
