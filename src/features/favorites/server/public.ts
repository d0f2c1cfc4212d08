import type { PersonalData } from '#features/accounts/server/public.ts'
import { findAllFavorites } from './queries.ts'

export {
  findHidden,
  findSaved,
  findSavers,
  markApplied,
  moveFavorites,
  removedFavorites,
} from './queries.ts'

export const favoritesPersonalData: PersonalData = {
  name: 'favorites',
  isUsed: async (db, { id }) => (await findAllFavorites(db, id)).length > 0,
  export: async (db, { id }) =>
    (await findAllFavorites(db, id)).map(
      ({ title: _t, employer: _e, city: _c, state: _s, version: _v, ...written }) => written,
    ),
}
