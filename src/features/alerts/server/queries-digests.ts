import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { Frequency } from '../model.ts'
import type { AlertRow, AlertsTables } from './tables.ts'

/** Alerts of one rhythm in one zone are due together. */
export type Rhythm = { frequency: Exclude<Frequency, 'instant'>; timeZone: string }

export async function findRhythms(db: Db): Promise<Rhythm[]> {
  const { rows } = await sql<Rhythm>`
    select distinct frequency, time_zone as "timeZone" from job_alerts where status = 'active' and frequency <> 'instant'
  `.execute(db)
  return rows
}

/** Sets the next time of every due alert, and returns those with waiting matches. */
export async function passOn(transaction: Db, { frequency, timeZone }: Rhythm, now: Date, next: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      update job_alerts set due_at = ${next}
      where status = 'active' and frequency = ${frequency} and time_zone = ${timeZone} and due_at <= ${now}
      returning id
    )
    select id from due where exists (select from job_alert_matches m where m.alert_id = due.id) order by id
  `.execute(transaction)
  return rows.map((it) => it.id)
}

/** Repairs alerts whose next time is too far ahead after a wrong clock. */
export async function bringBack(db: Db, { frequency, timeZone }: Rhythm, latest: Date, next: Date): Promise<void> {
  await sql`
    update job_alerts set due_at = ${next}
    where status = 'active' and frequency = ${frequency} and time_zone = ${timeZone} and due_at > ${latest}
  `.execute(db)
}

/** The active ones of these alerts, locked. */
export const lockActiveAlerts = (transaction: Db, ids: readonly string[]): Promise<AlertRow[]> =>
  transaction
    .withTables<AlertsTables>()
    .selectFrom('job_alerts')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Deletes and returns the waiting matches by alert; a concurrent caller finds none. */
export async function takeMatches(transaction: Db, alertIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ alertId: string; jobIds: string[] }>`
    with taken as (delete from job_alert_matches where alert_id = any (${alertIds}::uuid[]) returning alert_id, job_id)
    select alert_id as "alertId", array_agg(job_id::text) as "jobIds" from taken group by alert_id
  `.execute(transaction)
  return new Map(rows.map((it) => [it.alertId, it.jobIds]))
}

export async function countMails(transaction: Db, alertIds: readonly string[], at: Date): Promise<void> {
  await sql`
    update job_alerts set mails_sent = mails_sent + 1, last_mail_at = ${at} where id = any (${alertIds}::uuid[])
  `.execute(transaction)
}
