import type { ColumnType, Generated, Selectable } from 'kysely'
import type { StoredSearch } from '#features/jobs/server/public.ts'
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
