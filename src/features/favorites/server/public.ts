import type { PersonalData } from '#features/accounts/server/public.ts'
import { findAllFavorites } from './queries.ts'

export { findSaved, findSavers, markApplied, moveFavorites, removedFavorites } from './queries.ts'

export const favoritesPersonalData: PersonalData = {
  name: 'favorites',
  isUsed: async (db, { id }) => (await findAllFavorites(db, id)).length > 0,
  export: async (db, { id }) =>
    (await findAllFavorites(db, id)).map(
      ({ jobId, savedAt, status, nextStep, nextOn, note, removedAt }) => {
        return { jobId, savedAt, status, nextStep, nextOn, note, removedAt }
      },
    ),
}
