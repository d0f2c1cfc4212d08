import type { PersonalData } from '#features/accounts/server/public.ts'
import { claimAlerts, findAlerts } from './queries.ts'
import { viewOf } from './service.ts'

/** Gives an account the alerts of its address, as soon as that is proven. */
export { claimAlerts }
export { moveArrival } from './queries.ts'

/** With the account its alerts go, too. */
export const alertsPersonalData: PersonalData = {
  name: 'alerts',
  export: async (db, { id }) => (await findAlerts(db, { userId: id })).map(viewOf),
}
