import type { PersonalData } from '#features/accounts/server/public.ts'
import { findAllFavorites } from './queries.ts'

export { markApplied, moveFavorites, removedFavorites } from './queries.ts'

export const favoritesPersonalData: PersonalData = {
  name: 'favorites',
  export: async (db, { id }) =>
    (await findAllFavorites(db, id)).map((row) => ({
      jobId: row.job_id,
      savedAt: row.saved_at,
      status: row.status,
      nextStep: row.next_step,
      nextOn: row.next_on,
      nextTime: row.next_time,
      timeZone: row.next_zone,
      note: row.note,
      removedAt: row.removed_at,
    })),
}
