import {
  sql,
  type ColumnType,
  type Generated,
  type Insertable,
  type Selectable,
  type Updateable,
} from 'kysely'
import type { StoredSearch } from '#features/jobs/server/public.ts'
import { countRows, idsOf, isWritten, type Db } from '#platform/server/database.ts'
import { rowsPast, type AgeRule } from '#platform/server/retention.ts'
import type { AlertStatus, Frequency } from '../model.ts'

type JobAlertsTable = {
  id: string
  email: string
  user_id: string | null
  status: AlertStatus
  search: string
  stored: ColumnType<StoredSearch, string, string>
  stored_version: string
  stored_at: Date
  frequency: Frequency
  time_zone: string
  due_at: Date
  failed_at: ColumnType<Date | null, null | undefined, Date | null>
  failure: ColumnType<string | null, null | undefined, string | null>
  mails_sent: Generated<number>
  last_mail_at: ColumnType<Date | null, undefined, Date>
  created_at: Date
}

export type AlertsTables = {
  job_alerts: JobAlertsTable
  job_arrivals: { job_id: string; matched_at: Date | null }
  job_alert_matches: { alert_id: string; job_id: string }
}

export type AlertRow = Selectable<JobAlertsTable>

/**
 * The account, which does not hold what waits for a confirmation until it has proven its address,
 * or the address whose link the caller holds.
 */
export type Owner = { userId: string; isUnproven?: boolean } | { email: string }

/** False if the address has an alert for this search. */
export const insertAlert = (db: Db, alert: Insertable<JobAlertsTable>) =>
  isWritten(
    tables(db)
      .insertInto('job_alerts')
      .values(alert)
      .onConflict((conflict) => conflict.columns(['email', 'search']).doNothing()),
  )

/** The address's alert for this search, locked. */
export const lockAlertFor = (
  trx: Db,
  email: string,
  search: string,
): Promise<AlertRow | undefined> =>
  alerts(trx)
    .where('email', '=', email)
    .where('search', '=', search)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const lockAlert = (trx: Db, id: string): Promise<AlertRow | undefined> =>
  alerts(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The alerts of an address that are mailed together, in the order in which others lock them. */
export async function findIdsOf(db: Db, email: string, frequency: Frequency): Promise<string[]> {
  const rows = await alerts(db)
    .where('email', '=', email)
    .where('frequency', '=', frequency)
    .orderBy('id')
    .execute()
  return idsOf(rows)
}

/** Whose alert it is; undefined if there is none. */
export async function findAddress(db: Db, id: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('job_alerts')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.email
}

export const findAlerts = (db: Db, owner: Owner): Promise<AlertRow[]> =>
  alerts(db).where(ownedBy(owner)).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export const lockOwnAlert = (trx: Db, owner: Owner, id: string): Promise<AlertRow | undefined> =>
  alerts(trx).where('id', '=', id).where(ownedBy(owner)).forNoKeyUpdate().executeTakeFirst()

export const updateAlert = async (
  db: Db,
  id: string,
  change: Updateable<AlertsTables['job_alerts']>,
): Promise<AlertRow> =>
  tables(db)
    .updateTable('job_alerts')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** False if there was none. */
export const deleteAlert = (db: Db, owner: Owner, id: string) =>
  isWritten(tables(db).deleteFrom('job_alerts').where('id', '=', id).where(ownedBy(owner)))

/** Their matches go with the next purge. */
export async function deleteAlertsOf(db: Db, email: string): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('job_alerts')
    .where('email', '=', email)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Moves the alerts of a proven address to its account, and those of the account from an earlier
 * address to this one. What the account itself asked for needs no other confirmation.
 */
export const claimAlerts = (db: Db, { userId, email }: { userId: string; email: string }) =>
  sql`
    with taken as (
      update job_alerts set user_id = ${userId},
        status = case when status = 'pending' and user_id = ${userId} then 'active' else status end
      where email = ${email} and (user_id is distinct from ${userId} or status = 'pending')
    ), doubles as (
      delete from job_alerts a where user_id = ${userId} and email <> ${email}
        and exists (select from job_alerts there where there.email = ${email} and there.search = a.search)
    )
    update job_alerts a set email = ${email}, status = case when status = 'pending' then 'active'
      else status end
    where user_id = ${userId} and email <> ${email}
      and not exists (select from job_alerts there where there.email = ${email} and there.search = a.search)
  `.execute(db)

/** The confirmed ones, or those that wait for a confirmation since a time. */
export function countAlerts(db: Db, email: string, pendingSince?: Date): Promise<number> {
  const query = tables(db).selectFrom('job_alerts').where('email', '=', email)
  return countRows(
    pendingSince === undefined
      ? query.where('status', '<>', 'pending')
      : query.where('status', '=', 'pending').where('created_at', '>', pendingSince),
  )
}

/** Deletes waiting matches. */
export const deleteMatches = (db: Db, alertId: string) =>
  tables(db).deleteFrom('job_alert_matches').where('alert_id', '=', alertId).execute()

const pastAlerts = rowsPast(
  'unconfirmed job alerts',
  'job_alerts',
  (before) => sql`status = 'pending' and created_at < ${before}`,
)

/** And matches of deleted alerts. */
export const unconfirmedAlerts: AgeRule = {
  ...pastAlerts,
  async enforce(db, before) {
    await sql`
      delete from job_alert_matches m where not exists (select from job_alerts a where a.id = m.alert_id)
    `.execute(db)
    return pastAlerts.enforce(db, before)
  },
}

function ownedBy(owner: Owner) {
  if ('email' in owner) return sql<boolean>`email = ${owner.email}`
  return sql<boolean>`user_id = ${owner.userId} and (status <> 'pending' or not ${owner.isUnproven === true})`
}

const tables = (db: Db) => db.withTables<AlertsTables>()
const alerts = (db: Db) => tables(db).selectFrom('job_alerts').selectAll()

/**
 * For a merged job. If either was matched already, both count as matched, so that nobody gets the
 * job twice. Waiting matches move to the kept job unless it was mailed before.
 */
export async function moveArrival(
  trx: Db,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { rows } =
    await sql`select from job_arrivals where job_id = ${to} and matched_at is not null for update`.execute(
      trx,
    )
  await sql`
    insert into job_arrivals as stored (job_id, matched_at) select ${to}, matched_at
      from job_arrivals where job_id = ${from}
    on conflict (job_id) do update set matched_at = coalesce(stored.matched_at, excluded.matched_at)
  `.execute(trx)
  if (rows.length === 0) {
    await sql`
      insert into job_alert_matches (alert_id, job_id) select alert_id, ${to} from job_alert_matches
        where job_id = ${from}
      on conflict do nothing
    `.execute(trx)
  }
  await sql`delete from job_alert_matches where job_id = ${from}`.execute(trx)
}
