import type { PersonalData } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { AlertView } from '../contract.ts'
import { claimAlerts, deleteAlertsOf, findAlerts } from './queries.ts'
import { findFailedAlerts } from './queries-matching.ts'
import { viewOf } from './service.ts'
import { labelOf } from './links.ts'

export { claimAlerts }
export { moveArrival } from './queries.ts'

/** The active alerts of an account, the newest first. */
export const listActiveAlerts = async (db: Db, userId: string): Promise<AlertView[]> =>
  (await findAlerts(db, { userId })).filter((alert) => alert.status === 'active').map(viewOf)

/** The newest of the alerts that cannot be matched, without whose they are. */
export const listFailedAlerts = async (db: Db) =>
  (await findFailedAlerts(db, maxFailed)).map(({ id, search, failed_at, failure }) => ({
    id,
    label: labelOf(search),
    failedAt: failed_at.toISOString(),
    reason: failure,
  }))
const maxFailed = 20

/** Alerts are deleted with the account. */
export const alertsPersonalData: PersonalData = {
  name: 'alerts',
  export: async (db, { id }) => (await findAlerts(db, { userId: id })).map(viewOf),
  eraseAddress: deleteAlertsOf,
}
