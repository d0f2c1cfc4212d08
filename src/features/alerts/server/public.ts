import type { PersonalData } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { AlertView } from '../contract.ts'
import { claimAlerts, findAlerts } from './queries.ts'
import { viewOf } from './service.ts'

/** Moves the alerts of a proven address to its account. */
export { claimAlerts }
export { moveArrival } from './queries.ts'

/** The active alerts of an account, the newest first. */
export const listActiveAlerts = async (db: Db, userId: string): Promise<AlertView[]> =>
  (await findAlerts(db, { userId })).filter((it) => it.status === 'active').map(viewOf)

/** Alerts are deleted with the account. */
export const alertsPersonalData: PersonalData = {
  name: 'alerts',
  export: async (db, { id }) => (await findAlerts(db, { userId: id })).map(viewOf),
}
