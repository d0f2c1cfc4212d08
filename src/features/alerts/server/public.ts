import type { PersonalData } from '#features/accounts/server/public.ts'
import { claimAlerts, findAlerts } from './queries.ts'
import { viewOf } from './service.ts'

/** Moves the alerts of a proven address to its account. */
export { claimAlerts }
export { moveArrival } from './queries.ts'

/** Alerts are deleted with the account. */
export const alertsPersonalData: PersonalData = {
  name: 'alerts',
  export: async (db, { id }) => (await findAlerts(db, { userId: id })).map(viewOf),
}
