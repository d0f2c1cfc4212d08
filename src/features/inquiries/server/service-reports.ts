import { sql } from 'kysely'
import { referenceCode } from '#features/jobs/model.ts'
import { decisionMailSeconds } from '#features/postings/model.ts'
import {
  countOldest,
  fitsWaitingFilter,
  type WaitingCount,
  type WaitingFilter,
  type WaitingKey,
} from '#features/postings/server/public.ts'
import { countRows, type Db } from '#platform/server/database.ts'
import { enqueueMail, withdrawMail } from '#platform/server/mail/outbox.ts'
import { AppError } from '#shared/errors.ts'
import { reportDecidedMail, reportReopenedMail } from './emails/inquiry-mails.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

/** Jobs with open reports, in order of the first report. */
export const findReportedJobs = (db: Db, filter: WaitingFilter, limit: number): Promise<WaitingKey[]> =>
  sql<WaitingKey>`${reportedJobs(filter)} order by since, id limit ${limit}`.execute(db).then(({ rows }) => rows)

export const countReportedJobs = (db: Db, filter: WaitingFilter, most: number): Promise<WaitingCount> =>
  countOldest(db, reportedJobs(filter), most)

function reportedJobs(filter: WaitingFilter) {
  const isFiltered = Object.values(filter).some((it) => it !== undefined)
  // One by one: there are few reports, and a join would read all jobs.
  const apart = filter.only === undefined ? sql`offset 0` : sql``
  const fits = sql`and exists (select from jobs where jobs.id = job_reports.job_id and ${fitsWaitingFilter(filter)} ${apart})`
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

/** The note is for the poster, the answer for the reporter. */
type Settled = { outcome: 'accepted' | 'dismissed'; decidedBy: string; note: string | null; answer: string | null }

/**
 * Settles all open reports about a job, and mails the reporters.
 * @returns their ids, for undo.
 * @throws {AppError} CONFLICT if there are none: somebody else decided meanwhile.
 */
export async function settleReports(transaction: Db, jobId: string, decision: Settled): Promise<string[]> {
  const { outcome, decidedBy, note, answer } = decision
  const reports = await tables(transaction)
    .updateTable('job_reports')
    .set({ outcome, decided_by: decidedBy, decision_note: note, answer, decided_at: sql`now()` })
    .where('job_id', '=', jobId)
    .where('outcome', 'is', null)
    .returning(['id', 'job_id', 'email', 'decided_at'])
    .execute()
  if (reports.length === 0) throw new AppError('CONFLICT', 'Someone else already settled this report.')
  const sendAfter = new Date(Date.now() + decisionMailSeconds * 1000)
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of reports) {
    // The account was deleted.
    if (email === '') continue
    const content = reportDecidedMail({ reference: referenceCode(jobId), outcome, answer })
    await enqueueMail(transaction, { cause: decidedCause(id, decidedAt), to: email, class: 'message', content, sendAfter })
  }
  return reports.map((report) => report.id)
}

/** Reopens settled reports, except those that were sent again meanwhile, and mails the reporters who got the outcome. */
export async function reopenReports(transaction: Db, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; job_id: string; email: string; decided_at: Date }>`
    update job_reports
    set outcome = null, decided_by = null, decision_note = null, answer = null, decided_at = null
    from (select id, decided_at from job_reports where id = any(${ids}::uuid[]) and outcome is not null for update) settled
    where job_reports.id = settled.id and not exists (
      select from job_reports again
      where again.job_id = job_reports.job_id and again.email = job_reports.email
        and again.reason_hash = job_reports.reason_hash and again.outcome is null
    )
    returning job_reports.id, job_reports.job_id, email, settled.decided_at
  `.execute(transaction)
  for (const { id, email, job_id: jobId, decided_at: decidedAt } of rows) {
    if (email === '' || !(await withdrawMail(transaction, decidedCause(id, decidedAt)))) continue
    const cause = `report-reopened:${id}:${decidedAt.toISOString()}`
    const content = reportReopenedMail({ reference: referenceCode(jobId) })
    await enqueueMail(transaction, { cause, to: email, class: 'message', content })
  }
}

const decidedCause = (id: string, decidedAt: Date | null): string => `report-decided:${id}:${decidedAt?.toISOString() ?? ''}`
