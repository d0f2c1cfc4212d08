import type { PersonalData } from '#features/accounts/server/public.ts'
import { findDesk } from './queries.ts'

/** Deleted with the account. */
export const deskPersonalData: PersonalData = {
  name: 'desk',
  async export(db, { id }) {
    const desk = await findDesk(db, id)
    return { lastVisit: desk?.since ?? null, introduction: desk?.introduction ?? null }
  },
}
