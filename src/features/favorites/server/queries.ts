import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import type { FavoritesTables } from './tables.ts'

export type FavoriteRow = Selectable<FavoritesTables['favorites']>

const tables = (db: Db) => db.withTables<FavoritesTables>()

/** The physician's own, the latest first. */
export async function findFavorites(db: Db, physicianId: string): Promise<FavoriteRow[]> {
  return tables(db)
    .selectFrom('favorites')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .orderBy('saved_at', 'desc')
    .orderBy('job_id')
    .execute()
}

export async function findFavoriteIds(db: Db, physicianId: string): Promise<string[]> {
  const rows = await tables(db).selectFrom('favorites').select('job_id').where('physician_id', '=', physicianId).execute()
  return rows.map((it) => it.job_id)
}

export async function findFavorite(db: Db, physicianId: string, jobId: string): Promise<FavoriteRow | undefined> {
  return tables(db)
    .selectFrom('favorites')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
}

export async function countFavorites(db: Db, physicianId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('favorites')
    .select((it) => it.fn.countAll<string>().as('count'))
    .where('physician_id', '=', physicianId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Leaves what is there already as it is. */
export async function insertFavorite(db: Db, favorite: Insertable<FavoritesTables['favorites']>): Promise<void> {
  await tables(db)
    .insertInto('favorites')
    .values(favorite)
    .onConflict((it) => it.doNothing())
    .execute()
}

export async function deleteFavorite(db: Db, physicianId: string, jobId: string): Promise<void> {
  await tables(db).deleteFrom('favorites').where('physician_id', '=', physicianId).where('job_id', '=', jobId).execute()
}

/** Whether there was such a favorite. */
export async function updateNote(db: Db, physicianId: string, jobId: string, note: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('favorites')
    .set({ note })
    .where('physician_id', '=', physicianId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
