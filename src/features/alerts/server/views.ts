import type { AlertView } from '../contract.ts'
import { labelOf, paramsOf } from './criteria.ts'
import type { AlertRow } from './tables.ts'

export const viewOf = (row: AlertRow): AlertView => ({
  id: row.id,
  label: labelOf(row.search),
  search: paramsOf(row.search),
  email: row.email,
  status: row.status,
  frequency: row.frequency,
  timeZone: row.time_zone,
  createdAt: row.created_at.toISOString(),
  lastMailAt: row.last_mail_at?.toISOString() ?? null,
})
