import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

/**
 * For a job that was merged into another one. If either was asked about already, both count as known, so nobody is mailed the job
 * twice. Mails that wait for the one are for the other, unless that was in a mail before.
 */
export async function moveArrival(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await sql`select from job_arrivals where job_id = ${to} and matched_at is not null for update`.execute(trx)
  await sql`
    insert into job_arrivals as kept (job_id, matched_at) select ${to}, matched_at from job_arrivals where job_id = ${from}
    on conflict (job_id) do update set matched_at = coalesce(kept.matched_at, excluded.matched_at)
  `.execute(trx)
  if (rows.length === 0) {
    await sql`
      insert into job_alert_matches (alert_id, job_id) select alert_id, ${to} from job_alert_matches where job_id = ${from}
      on conflict do nothing
    `.execute(trx)
  }
  await sql`delete from job_alert_matches where job_id = ${from}`.execute(trx)
}
