import type { Db } from '#server/lib/database.ts'
import { claimAlerts, findAlerts } from './queries.ts'
import { viewOf } from './views.ts'

/** Gives an account the alerts of its address, as soon as that is proven. */
export { claimAlerts }
export { moveArrival } from './queries-move.ts'

/** For people who want to see all that we keep about them; with their account the alerts go, too. */
export const exportAlerts = async (db: Db, userId: string) => (await findAlerts(db, { userId })).map(viewOf)
