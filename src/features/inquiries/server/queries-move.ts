import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

type Move = { from: string; to: string; actorId: string }

/**
 * For a job that was merged into another one: its inquiries, with their replies and CVs, and its reports. The same words of the same
 * person may be there already: an inquiry then stays beside the first one, an open report is settled, because the first one stands.
 */
export async function moveInquiries(trx: Db, { from, to, actorId }: Move): Promise<void> {
  await sql`
    update inquiries moved set is_repeat = true
    where job_id = ${from} and withdrawn_at is null and exists (
      select from inquiries first
      where first.job_id = ${to} and first.email = moved.email and first.message_hash = moved.message_hash
        and first.withdrawn_at is null and not first.is_repeat
    )
  `.execute(trx)
  await sql`update inquiries set job_id = ${to} where job_id = ${from}`.execute(trx)
  await sql`
    update job_reports moved
    set outcome = 'dismissed', decided_at = now(), decided_by = ${actorId}, decision_note = 'The same report is open about the job that this one was merged into.'
    where job_id = ${from} and outcome is null and exists (
      select from job_reports first
      where first.job_id = ${to} and first.email = moved.email and first.reason_hash = moved.reason_hash and first.outcome is null
    )
  `.execute(trx)
  await sql`update job_reports set job_id = ${to} where job_id = ${from}`.execute(trx)
}
