import type { Db } from '#server/lib/database.ts'
import { findFavorites } from './queries.ts'

/** For people who want to see all that we keep about them; with their account the favorites go, too. */
export const exportFavorites = async (db: Db, physicianId: string) =>
  (await findFavorites(db, physicianId)).map((row) => ({ jobId: row.job_id, savedAt: row.saved_at, note: row.note }))

export { moveFavorites } from './queries.ts'
