import { sql } from 'kysely'
import type { StoredSearch } from '#features/jobs/server/public.ts'
import { type Db } from '#platform/server/database.ts'
import { isUnavailable } from '#platform/server/errors.ts'
import type { Frequency } from '../model.ts'
import type { AlertRow, AlertsTables } from './queries.ts'

/** Unmatched new jobs, locked; skips those of other workers. */
export async function takeArrivals(trx: Db, limit: number): Promise<string[]> {
  const rows = await tables(trx)
    .selectFrom('job_arrivals')
    .select('job_id')
    .where('matched_at', 'is', null)
    .orderBy('job_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.job_id)
}

export const markMatched = (trx: Db, jobIds: readonly string[]) =>
  sql`update job_arrivals set matched_at = now() where job_id = any (${jobIds}::uuid[])`.execute(
    trx,
  )

/** A job that was removed before it was matched arrives again when it is reactivated. */
export const forgetArrivals = (trx: Db, jobIds: readonly string[]) =>
  sql`delete from job_arrivals where job_id = any (${jobIds}::uuid[])`.execute(trx)

export type ActiveAlert = { id: string; email: string; frequency: Frequency; stored: StoredSearch }

/** Every active alert that is not set aside, in chunks. */
export async function* activeAlerts(trx: Db, chunk: number): AsyncGenerator<ActiveAlert[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const alerts = await active(trx)
      .select(['id', 'email', 'frequency', 'stored'])
      .where('failed_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(chunk)
      .execute()
    if (alerts.length > 0) yield alerts
    if (alerts.length < chunk) return
    last = alerts.at(-1)?.id ?? last
  }
}

export type Match = { alertId: string; jobId: string }

export const insertMatches = (trx: Db, matches: readonly Match[]) =>
  sql`
    insert into job_alert_matches (alert_id, job_id)
    select * from unnest(${matches.map((match) => match.alertId)}::uuid[],
      ${matches.map((match) => match.jobId)}::uuid[])
    on conflict do nothing
  `.execute(trx)

/** Active alerts whose stored search has another version, or is older. */
export const findOutdated = (db: Db, than: { version: string } | { before: Date }, limit: number) =>
  active(db)
    .select(['id', 'search', 'stored'])
    .where((eb) =>
      'version' in than
        ? eb('stored_version', '<>', than.version)
        : eb('stored_at', '<', than.before),
    )
    .limit(limit)
    .execute()

type Restored = { id: string; stored: StoredSearch }

export const updateStored = (db: Db, restored: readonly Restored[], version: string, at: Date) =>
  sql`
    update job_alerts a
    set stored = given.stored, stored_version = ${version}, stored_at = ${at}, failed_at = null,
      failure = null
    from unnest(${restored.map(({ id }) => id)}::uuid[],
      ${restored.map(({ stored }) => JSON.stringify(stored))}::jsonb[]) as given (id, stored)
    where a.id = given.id
  `.execute(db)

/** Sets an alert aside until its search is worked out anew, a day later or after an upgrade. */
export const setAlertAside = (db: Db, id: string, reason: string, version: string, at: Date) =>
  tables(db)
    .updateTable('job_alerts')
    .set({
      failed_at: at,
      failure: reason.slice(0, maxReason),
      stored_version: version,
      stored_at: at,
    })
    .where('id', '=', id)
    .execute()
const maxReason = 500

/** Active alerts that are set aside, the latest first. */
export const findFailedAlerts = (db: Db, limit: number) =>
  active(db)
    .select(['id', 'search', 'failed_at', 'failure'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .$narrowType<{ failed_at: Date; failure: string }>()
    .execute()

/** Undoes what failed, and only that. */
export async function trySavepoint<T>(
  trx: Db,
  work: () => Promise<T>,
): Promise<{ done: T } | { error: unknown }> {
  await sql`savepoint attempt`.execute(trx)
  try {
    const done = await work()
    await sql`release savepoint attempt`.execute(trx)
    return { done }
  } catch (error) {
    if (isUnavailable(error)) throw error
    await sql`rollback to savepoint attempt`.execute(trx)
    return { error }
  }
}

const tables = (db: Db) => db.withTables<AlertsTables>()
const active = (db: Db) => tables(db).selectFrom('job_alerts').where('status', '=', 'active')

/** Alerts of one rhythm in one zone are due together. */
export type Rhythm = { frequency: Exclude<Frequency, 'instant'>; timeZone: string }

export async function findRhythms(db: Db): Promise<Rhythm[]> {
  const { rows } = await sql<Rhythm>`
    select distinct frequency, time_zone as "timeZone" from job_alerts where status = 'active'
      and frequency <> 'instant'
  `.execute(db)
  return rows
}

type Times = { now: Date; latest: Date; next: Date }

/**
 * Sets the next time of every due alert, and returns those with waiting matches. After a wrong
 * clock, times beyond the latest are repaired, too.
 */
export async function passOn(
  trx: Db,
  { frequency, timeZone }: Rhythm,
  { now, latest, next }: Times,
): Promise<Pick<AlertRow, 'id' | 'email'>[]> {
  const { rows } = await sql<Pick<AlertRow, 'id' | 'email'>>`
    with due as (
      select id, email, due_at from job_alerts
      where status = 'active' and frequency = ${frequency} and time_zone = ${timeZone}
        and (due_at <= ${now} or due_at > ${latest})
      order by id for no key update
    ), passed as (update job_alerts a set due_at = ${next} from due where a.id = due.id)
    select id, email from due
    where due_at <= ${now} and exists (select from job_alert_matches m where m.alert_id = due.id) order by id
  `.execute(trx)
  return rows
}

/** The active ones of these alerts, locked. */
export const lockActiveAlerts = (trx: Db, ids: readonly string[]): Promise<AlertRow[]> =>
  active(trx)
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Deletes and returns the waiting matches by alert; a concurrent caller finds none. */
export async function takeMatches(
  trx: Db,
  alertIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ alertId: string; jobIds: string[] }>`
    with taken as (delete from job_alert_matches where alert_id = any (${alertIds}::uuid[]) returning alert_id, job_id)
    select alert_id as "alertId", array_agg(job_id::text) as "jobIds" from taken group by alert_id
  `.execute(trx)
  return new Map(rows.map((row) => [row.alertId, row.jobIds]))
}

export const countMails = (trx: Db, alertIds: readonly string[], at: Date) =>
  sql`
    update job_alerts set mails_sent = mails_sent + 1, last_mail_at = ${at}
      where id = any (${alertIds}::uuid[])
  `.execute(trx)
